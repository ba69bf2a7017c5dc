import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminClient } from '../support/adminClient.ts';
import { run } from '../support/databaseServer.ts';
import { everyRow } from '../support/everyRow.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  CreateUserDocument,
  RevokeApiKeyDocument,
} from './generated/operations.ts';

let service: TestService;
let client: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});
beforeEach(() => {
  service.clock.now = exampleTime;
});

async function makeKey(role: 'VIEWER' | 'OPERATOR' | 'ADMIN' = 'ADMIN', name = 'Ann') {
  return (await service.admin(CreateApiKeyDocument, { input: { name, role } })).createApiKey;
}

const revoke = (id: string) => service.admin(RevokeApiKeyDocument, { input: { id } });

async function use(key: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"query":"{ plugins { totalCount } }"}',
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: response.status, ...(errors && { code: errors[0]!.extensions.code }) };
}

async function mutate(key: string, fields: string): Promise<{ data: unknown; errors?: object[] }> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `mutation { ${fields} }` }),
  });
  return (await response.json()) as { data: unknown; errors?: object[] };
}

const opens = { status: 200 };
const opensNothing = { status: 401, code: 'UNAUTHENTICATED' };

async function rowOf(id: string): Promise<{ sha256: Buffer; last_used_at: Date | null; revoked_at: Date | null }> {
  return (await client.query('SELECT * FROM api_key WHERE id = $1', [id])).rows[0]!;
}

describe('a key', () => {
  it('is shown once and kept as its SHA-256 only', async () => {
    const { id, key } = await makeKey();

    expect(key).toMatch(/^opk_[A-Za-z0-9]{32}$/);
    expect(await use(key)).toEqual(opens);
    expect((await rowOf(id)).sha256).toEqual(createHash('sha256').update(key).digest());
    const text = await everyRow(service.databaseUrl);
    expect(text).toContain(id);
    const bytes = Buffer.from(key);
    for (const form of [key, key.slice(4), bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]) {
      expect(text).not.toContain(form);
    }
    expect(JSON.stringify(service.logged)).not.toContain(key.slice(4));
  });

  it('is another one each time', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => makeKey()));
    expect(new Set(keys.flatMap(({ id, key }) => [id, key.slice(4)])).size).toBe(40);
  });

  it('is not its hash, its id, part of it, or it in another case', async () => {
    const { id, key } = await makeKey();
    const hash = createHash('sha256').update(key).digest();
    for (const other of [
      id,
      hash.toString('hex'),
      hash.toString('base64'),
      key.slice(4),
      key.slice(0, -1),
      `${key}x`,
    ]) {
      expect(await use(other)).toEqual(opensNothing);
    }
    expect(await use(key.toUpperCase())).toEqual(opensNothing);
  });

  it('gives its name to the audit log, with what was done with it', async () => {
    const { key } = await makeKey('ADMIN', 'Deploy robot 机器人');
    const { createUser } = await adminClient(service.url, key)(CreateUserDocument, { input: { nickname: 'A' } });

    const { rows } = await client.query('SELECT actor FROM audit_entry WHERE target = $1', [createUser.user.id]);
    expect(rows).toEqual([{ actor: 'Deploy robot 机器人' }]);
  });

  it.each(['', ' ', 'x'.repeat(101), 'a\0b'])('must have a name that can be read: %j', async (name) => {
    await expect(makeKey('VIEWER', name)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { name: [expect.any(String)] },
    });
  });

  it.each(['ADMIN_TOKEN', 'reseal', ' ADMIN_TOKEN\u200b', ' Ann', 'Ann ', 'An\u200bn'])(
    'must not have a name that would be taken for another actor: %j',
    async (name) => {
      const before = await everyRow(service.databaseUrl);
      await expect(makeKey('VIEWER', name)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { name: [expect.stringMatching(/^name must not /)] },
      });
      expect(await everyRow(service.databaseUrl)).toBe(before);
    },
  );

  it('has no role but the three', async () => {
    await expect(makeKey('ROOT' as 'ADMIN')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

const listed = async () => (await service.admin(ApiKeysDocument, { first: 100 })).apiKeys.edges.map(({ node }) => node);

describe('the list of keys', () => {
  it('says of each whose it is, when it was last used, and since when it is revoked; never what it is', async () => {
    const at = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
    service.clock.now = at(10_000);
    const [unused, used] = [await makeKey('VIEWER', 'Unused'), await makeKey('OPERATOR', 'Used')];
    service.clock.now = at(10_060);
    await use(used.key);
    service.clock.now = at(10_120);
    await revoke(used.id);

    const keys = await listed();
    const createdAt = at(10_000).toISOString();
    expect(keys.filter(({ id }) => id === unused.id)).toEqual([
      { id: unused.id, name: 'Unused', role: 'VIEWER', createdAt, lastUsedAt: null, revokedAt: null },
    ]);
    expect(keys.filter(({ id }) => id === used.id)).toEqual([
      {
        id: used.id,
        name: 'Used',
        role: 'OPERATOR',
        createdAt,
        lastUsedAt: at(10_060).toISOString(),
        revokedAt: at(10_120).toISOString(),
      },
    ]);
    const text = JSON.stringify(keys);
    for (const { key } of [unused, used]) {
      const hash = createHash('sha256').update(key).digest();
      for (const form of [key.slice(4), hash.toString('hex'), hash.toString('base64')])
        expect(text).not.toContain(form);
    }
  });

  it('has the newest first, and does not read their hashes', async () => {
    service.clock.now = new Date(exampleTime.getTime() + 20_000_000);
    const { id } = await makeKey();
    const statements = await statementsOf(async () => expect((await listed())[0]!.id).toBe(id));

    expect(statements.length).toBeGreaterThan(0);
    for (const { text } of statements) expect(text).not.toContain('sha256');
  });
});

describe('the last use of a key', () => {
  it('is kept to the minute, so that a busy key does not write a row a request', async () => {
    const { id, key } = await makeKey();
    expect((await rowOf(id)).last_used_at).toBeNull();
    const usedAt = async (seconds: number) => {
      service.clock.now = new Date(exampleTime.getTime() + seconds * 1000);
      await use(key);
      return ((await rowOf(id)).last_used_at!.getTime() - exampleTime.getTime()) / 1000;
    };

    expect(await usedAt(0)).toBe(0);
    expect(await usedAt(1)).toBe(0);
    expect(await usedAt(60)).toBe(0);
    expect(await usedAt(61)).toBe(61);
    expect(await usedAt(62)).toBe(61);
    expect(await usedAt(3600)).toBe(3600);
  });
});

describe('revoking a key', () => {
  it('is effective at once, for a key that was just used too', async () => {
    const { id, key } = await makeKey();
    for (let used = 0; used < 3; used += 1) expect(await use(key)).toEqual(opens);
    await revoke(id);
    expect(await use(key)).toEqual(opensNothing);
  });

  it('leaves other keys alone', async () => {
    const [one, other] = [await makeKey(), await makeKey()];
    await revoke(one.id);
    expect(await use(other.key)).toEqual(opens);
  });

  it('can be done with the key itself', async () => {
    const { id, key } = await makeKey();
    await adminClient(service.url, key)(RevokeApiKeyDocument, { input: { id } });
    expect(await use(key)).toEqual(opensNothing);
  });

  it('leaves nothing to the rest of the same request', async () => {
    const { id, key } = await makeKey();
    const { errors } = await mutate(
      key,
      `first: createUser(input: { nickname: "Made before" }) { user { id } }
       second: revokeApiKey(input: { id: "${id}" }) { id }
       third: createUser(input: { nickname: "Made after" }) { user { id } }`,
    );

    expect(errors).toEqual([
      {
        message: 'This key is no longer valid; this and what follows was not done.',
        extensions: { code: 'UNAUTHENTICATED' },
        path: ['third'],
        locations: [expect.any(Object)],
      },
    ]);
    const { rows } = await client.query(`SELECT nickname FROM "user" WHERE nickname LIKE 'Made %'`);
    expect(rows).toEqual([{ nickname: 'Made before' }]);
    expect((await rowOf(id)).revoked_at).toEqual(exampleTime);
  });

  it('again changes nothing', async () => {
    const { id } = await makeKey();
    await revoke(id);
    service.clock.now = new Date(exampleTime.getTime() + 60_000);
    expect(await revoke(id)).toEqual({ revokeApiKey: { id } });
    expect((await rowOf(id)).revoked_at).toEqual(exampleTime);
  });

  it.each(['unknown', 'x'.repeat(32)])('of an unknown id is NOT_FOUND: %s', async (id) => {
    await expect(revoke(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'There is no such API key.' });
  });

  it('cannot be done by other roles', async () => {
    const { id } = await makeKey();
    for (const role of ['VIEWER', 'OPERATOR'] as const) {
      const admin = adminClient(service.url, (await makeKey(role)).key);
      await expect(admin(RevokeApiKeyDocument, { input: { id } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: `This needs a key with the role ADMIN; yours has ${role}.`,
      });
    }
    expect((await rowOf(id)).revoked_at).toBeNull();
  });
});

describe('a role that was taken meanwhile', () => {
  it('does no more in the request that is under way', async () => {
    const { id, key } = await makeKey();
    await client.query(`CREATE FUNCTION demote() RETURNS trigger AS
      $$ BEGIN UPDATE api_key SET role = 'VIEWER' WHERE id = '${id}'; RETURN NEW; END $$ LANGUAGE plpgsql`);
    await client.query(`CREATE TRIGGER demote AFTER INSERT ON "user" FOR EACH ROW EXECUTE FUNCTION demote()`);
    try {
      const { errors } = await mutate(
        key,
        `a: createUser(input: { nickname: "A" }) { user { id } } b: createUser(input: { nickname: "B" }) { user { id } }`,
      );
      expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'FORBIDDEN' } }]);
    } finally {
      await client.query('DROP FUNCTION demote CASCADE');
    }
  });
});

describe('a key, while keys cannot be looked up', () => {
  it('is answered in the shape of every GraphQL error, with no cause', async () => {
    const { key } = await makeKey();
    await run(service.databaseUrl, 'ALTER TABLE api_key RENAME TO gone');
    try {
      const answer = await fetch(`${service.url}/graphql`, { headers: { authorization: `Bearer ${key}` } });
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { errors: [{ message: 'Something went wrong here.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
      ]);
      expect(service.logged.filter(({ msg }) => msg === 'GraphQL request failed')).toMatchObject([
        { level: 50, err: { message: expect.stringContaining('api_key'), stack: expect.any(String) } },
      ]);
    } finally {
      await run(service.databaseUrl, 'ALTER TABLE gone RENAME TO api_key');
    }
    expect(await use(key)).toEqual(opens);
  });
});
