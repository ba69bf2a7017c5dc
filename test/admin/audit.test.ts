import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';
import { makeDeveloper, makeGoods } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { everyRow } from '../support/everyRow.ts';
import { startTestService } from '../support/service.ts';
import { cases, world, type Fields } from './auditCases.ts';
import { CreateApiKeyDocument } from './generated/operations.ts';

/** All that was ever shown once. */
const shown: string[] = [];

interface Answer {
  data: Record<string, Fields> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

async function send(name: string, input: object, key: string): Promise<Answer> {
  const inputType = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation M($input: ${inputType}!) { ${name}(input: $input) { ${cases[name]!.select} } }`;
  const response = await fetch(`${world.service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return (await response.json()) as Answer;
}

async function entries(): Promise<Record<string, unknown>[]> {
  return (await world.client.query<Record<string, unknown>>('SELECT * FROM audit_entry ORDER BY id')).rows;
}

let ann: { id: string; key: string };

beforeAll(async () => {
  world.service = await startTestService();
  world.client = new pg.Client({ connectionString: world.service.databaseUrl });
  await world.client.connect();
  ann = (await world.service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'ADMIN' } })).createApiKey;
  shown.push(ann.key, world.service.adminToken);
});
afterAll(async () => {
  await world.client.end();
  await world.service.stop();
});
beforeEach(async () => {
  world.developer = await makeDeveloper(world.service.admin, 'https://example.com/paid');
  world.goodsId = (await makeGoods(world.service.admin, world.developer.pluginId)).id;
  shown.push(world.developer.secret, world.developer.accessToken);
});

const names = Object.keys((await buildAdminSchema()).getMutationType()!.getFields());

describe('a mutation', () => {
  it('has a case here, whichever it is', () => {
    expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('writes exactly one entry with who did what, to what and why: %s', async (name) => {
    const { input, target, reason, detail } = cases[name]!;
    const given = (await input()) as Fields;
    const before = (await entries()).length;
    const { data, errors } = await send(name, given, ann.key);

    expect(errors).toBeUndefined();
    const payload = data![name]!;
    shown.push(...[payload.secret, payload.key, payload.accessToken].filter(Boolean));
    const written = (await entries()).slice(before);
    expect(written).toHaveLength(1);
    const [{ detail: text, ...entry }] = written as [Record<string, unknown>];
    expect(entry).toMatchObject({
      actor: 'Ann',
      actor_key_id: ann.id,
      action: name,
      target: target(given, payload),
      reason: reason ?? null,
    });
    expect(JSON.parse(text as string)).toEqual(JSON.parse(JSON.stringify(detail(given, payload))));
  });

  it.each(names.filter((name) => cases[name]?.refused))('writes none when it is refused: %s', async (name) => {
    const given = await cases[name]!.refused!();
    const before = await everyRow(world.service.databaseUrl);
    const { errors } = await send(name, given, world.service.adminToken);

    expect(errors?.[0]?.extensions.code).toMatch(/^(NOT_FOUND|CONFLICT|BAD_USER_INPUT)$/);
    expect(await everyRow(world.service.databaseUrl)).toBe(before);
  });

  it.each(names)('changes nothing when the entry cannot be written: %s', async (name) => {
    const given = await cases[name]!.input();
    const before = await everyRow(world.service.databaseUrl);
    await run(world.service.databaseUrl, 'ALTER TABLE audit_entry RENAME TO gone');
    try {
      const { errors } = await send(name, given, world.service.adminToken);
      expect(errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
    } finally {
      await run(world.service.databaseUrl, 'ALTER TABLE gone RENAME TO audit_entry');
    }
    expect(await everyRow(world.service.databaseUrl)).toBe(before);
  });
});

describe('the audit log', () => {
  it('has no secret, token or key, in no encoding', async () => {
    const text = JSON.stringify(await entries());
    expect(text).toContain('Their server was down.');
    expect(shown.length).toBeGreaterThan(20);
    for (const secret of shown) {
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]) {
        expect(text).not.toContain(form);
      }
    }
  });

  it('has nothing of a dry run, which changes nothing', async () => {
    const before = await everyRow(world.service.databaseUrl);
    const input = { filter: { pluginId: world.developer.pluginId }, dryRun: true };
    expect((await send('resendDeliveries', input, world.service.adminToken)).errors).toBeUndefined();
    expect(await everyRow(world.service.databaseUrl)).toBe(before);
  });
});
