import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { everyRow } from '../support/everyRow.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { CreateApiKeyDocument, PayOrderDocument } from './generated/operations.ts';

let service: TestService;
let client: pg.Client;
let developer: Developer;
let goodsId: string;
/** All that was ever shown once. */
const shown: string[] = [];

/** The fields of all inputs and payloads. */
interface Fields extends Record<
  | 'id'
  | 'orderId'
  | 'pluginId'
  | 'userId'
  | 'openId'
  | 'paidAt'
  | 'paidFrom'
  | 'expiresAt'
  | 'requestedAt'
  | 'url'
  | 'secret'
  | 'key'
  | 'accessToken',
  string
> {
  plugin: { id: string };
  user: { id: string };
  goods: { id: string };
  order: { id: string };
  filter: object;
  count: number;
  isPartial: boolean;
}

interface Case {
  /** The fields of the payload that the case needs. */
  select: string;
  input: () => Promise<Partial<Fields> & Record<string, unknown>>;
  /** Refused after all that is checked without the database. */
  refused?: () => Promise<Record<string, unknown>>;
  target: (input: Fields, payload: Fields) => string;
  reason?: string;
  detail: (input: Fields, payload: Fields) => object;
}

const missing = 'x'.repeat(32);
const newOrder = async () => (await makeOrder(service.admin, developer, { goodsId })).id;
const paidOrder = async () => {
  const orderId = await newOrder();
  await service.admin(PayOrderDocument, { input: { orderId } });
  return orderId;
};
const newKey = async () =>
  (await service.admin(CreateApiKeyDocument, { input: { name: 'Temp', role: 'VIEWER' } })).createApiKey;

const cases: Record<string, Case> = {
  createPlugin: {
    select: 'plugin { id } secret',
    input: async () => ({ name: 'B', callbackUrl: 'https://example.com/b', sandbox: true }),
    target: (_input, { plugin }) => plugin.id,
    detail: (input) => input,
  },
  updatePlugin: {
    select: 'plugin { id }',
    input: async () => ({ id: developer.pluginId, name: 'C' }),
    refused: async () => ({ id: missing, name: 'C' }),
    target: ({ id }) => id,
    detail: () => ({ name: ['A plugin', 'C'] }),
  },
  resetPluginSecret: {
    select: 'secret',
    input: async () => ({ pluginId: developer.pluginId, overlapSeconds: 60 }),
    refused: async () => ({ pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    detail: () => ({ overlapSeconds: 60 }),
  },
  createUser: {
    select: 'user { id }',
    input: async () => ({ nickname: 'Bo', avatar: '', member: true }),
    target: (_input, { user }) => user.id,
    detail: (input) => input,
  },
  updateUser: {
    select: 'user { id }',
    input: async () => ({ id: developer.userId, member: false }),
    refused: async () => ({ id: missing, member: false }),
    target: ({ id }) => id,
    detail: () => ({ member: [true, false] }),
  },
  issueAccessToken: {
    select: 'accessToken openId expiresAt',
    input: async () => ({ pluginId: developer.pluginId, userId: developer.userId }),
    refused: async () => ({ pluginId: developer.pluginId, userId: missing }),
    target: ({ userId }) => userId,
    detail: ({ pluginId }, { openId, expiresAt }) => ({ pluginId, openId, expiresAt }),
  },
  createGoods: {
    select: 'goods { id }',
    input: async () => ({ pluginId: developer.pluginId, title: 'T', totalFee: 1, payLimit: 2 }),
    refused: async () => ({ pluginId: missing, title: 'T', totalFee: 1 }),
    target: (_input, { goods }) => goods.id,
    detail: ({ pluginId }) => ({ pluginId, title: 'T', totalFeeFen: 1, payLimit: 2, source: 'CONSOLE' }),
  },
  createOrder: {
    select: 'order { id }',
    input: async () => ({ goodsId, userId: developer.userId, outOrderId: 'number-1', attach: 'a' }),
    refused: async () => ({ goodsId: missing, userId: developer.userId }),
    target: (_input, { order }) => order.id,
    detail: (input) => ({ ...input, isNew: true }),
  },
  payOrder: {
    select: 'order { id }',
    input: async () => ({ orderId: await newOrder(), paidAt: exampleTime.toISOString() }),
    // A CONFLICT is kept: see refusedPayments.test.ts.
    refused: async () => ({ orderId: missing }),
    target: ({ orderId }) => orderId,
    detail: ({ paidAt }) => ({ paidAt, wasPaid: false }),
  },
  resendDelivery: {
    select: 'delivery { status }',
    input: async () => ({ orderId: await paidOrder(), reason: 'Their server was down.' }),
    refused: async () => ({ orderId: await newOrder(), reason: 'Their server was down.' }),
    target: ({ orderId }) => orderId,
    reason: 'Their server was down.',
    detail: () => ({ isNewDelivery: false }),
  },
  resendDeliveries: {
    select: 'count isPartial requestedAt',
    input: async () => ({ filter: { pluginId: developer.pluginId }, reason: 'All of them.' }),
    refused: async () => ({ filter: {}, reason: 'All of them.' }),
    target: () => 'deliveries',
    reason: 'All of them.',
    detail: ({ filter }, payload) => ({ ...payload, filter }),
  },
  resendOrders: {
    select: 'count isPartial requestedAt',
    input: async () => {
      await paidOrder();
      return { filter: { pluginId: developer.pluginId }, reason: 'Their receiver was down.' };
    },
    target: () => 'orders',
    reason: 'Their receiver was down.',
    detail: ({ filter }, { requestedAt, count, isPartial }) => ({ filter, since: requestedAt, count, isPartial }),
  },
  createDeliveries: {
    select: 'count isPartial',
    input: async () => {
      const from = {
        pluginId: developer.pluginId,
        paidFrom: exampleTime.toISOString(),
        reason: 'They had no address.',
      };
      await client.query('DELETE FROM delivery WHERE order_id = $1', [await paidOrder()]);
      return from;
    },
    refused: async () => ({ pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    reason: 'They had no address.',
    detail: ({ paidFrom }) => ({ paidFrom, count: 1, isPartial: false }),
  },
  cancelDelivery: {
    select: 'delivery { status }',
    input: async () => ({ orderId: await paidOrder(), reason: 'They asked.' }),
    refused: async () => ({ orderId: await newOrder() }),
    target: ({ orderId }) => orderId,
    reason: 'They asked.',
    detail: () => ({ status: 'PENDING', pendingResends: 0 }),
  },
  checkCallbackUrl: {
    select: 'ok',
    input: async () => ({ url: 'http://127.0.0.1:9/paid', pluginId: developer.pluginId }),
    refused: async () => ({ url: 'http://127.0.0.1:9/paid', pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    detail: ({ url }) => ({ url }),
  },
  createApiKey: {
    select: 'id key',
    input: async () => ({ name: 'Bo', role: 'OPERATOR' }),
    target: (_input, { id }) => id,
    detail: (input) => input,
  },
  revokeApiKey: {
    select: 'id',
    input: async () => ({ id: (await newKey()).id }),
    refused: async () => ({ id: missing }),
    target: ({ id }) => id,
    detail: () => ({ name: 'Temp' }),
  },
};

interface Answer {
  data: Record<string, Fields> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

async function send(name: string, input: object, key: string): Promise<Answer> {
  const inputType = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation M($input: ${inputType}!) { ${name}(input: $input) { ${cases[name]!.select} } }`;
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return (await response.json()) as Answer;
}

async function entries(): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>('SELECT * FROM audit_entry ORDER BY id')).rows;
}

let ann: { id: string; key: string };

beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  ann = (await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'ADMIN' } })).createApiKey;
  shown.push(ann.key, service.adminToken);
});
afterAll(async () => {
  await client.end();
  await service.stop();
});
beforeEach(async () => {
  developer = await makeDeveloper(service.admin, 'https://example.com/paid');
  goodsId = (await makeGoods(service.admin, developer.pluginId)).id;
  shown.push(developer.secret, developer.accessToken);
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
    const before = await everyRow(service.databaseUrl);
    const { errors } = await send(name, given, service.adminToken);

    expect(errors?.[0]?.extensions.code).toMatch(/^(NOT_FOUND|CONFLICT|BAD_USER_INPUT)$/);
    expect(await everyRow(service.databaseUrl)).toBe(before);
  });

  it.each(names)('changes nothing when the entry cannot be written: %s', async (name) => {
    const given = await cases[name]!.input();
    const before = await everyRow(service.databaseUrl);
    await run(service.databaseUrl, 'ALTER TABLE audit_entry RENAME TO gone');
    try {
      const { errors } = await send(name, given, service.adminToken);
      expect(errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
    } finally {
      await run(service.databaseUrl, 'ALTER TABLE gone RENAME TO audit_entry');
    }
    expect(await everyRow(service.databaseUrl)).toBe(before);
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
    const before = await everyRow(service.databaseUrl);
    const input = { filter: { pluginId: developer.pluginId }, dryRun: true };
    expect((await send('resendDeliveries', input, service.adminToken)).errors).toBeUndefined();
    expect(await everyRow(service.databaseUrl)).toBe(before);
  });
});
