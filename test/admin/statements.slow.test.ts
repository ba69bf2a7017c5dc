import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBulkLists, pluginIdOf } from '../support/bulkLists.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf, type Statement } from '../support/statements.ts';
import * as operations from './generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await makeBulkLists(client, { plugins: 30, users: 60, goods: 120, orders: 1200, deliveries: 600, attempts: 1800 });
  await client.query(`INSERT INTO api_key (id, name, role, sha256)
    SELECT 'key' || n, 'a', 'VIEWER', sha256(n::text::bytea) FROM generate_series(1, 30) AS n`);
  await client.end();
});
afterAll(() => service.stop());

/**
 * The widest query of each type, and how many statements it may send: one for each list, each total and each relation,
 * however many rows there are, up to the portion that is done at once. Relations to the same table on one level share
 * theirs; the bodies of attempts are read by the hundred.
 */
const widest: { list: string; send: (first: number) => Promise<unknown>; levels: number }[] = [
  {
    list: 'plugins',
    // 2 + secrets, 3 lists and their totals, below orders: goods, user, delivery, plugin, last attempt; below deliveries:
    // order, attempts, their bodies.
    send: (first) => service.admin(operations.WidestPluginsDocument, { first, inner: 1 }),
    levels: 18,
  },
  {
    list: 'users',
    send: (first) => service.admin(operations.WidestUsersDocument, { first, pluginId: pluginIdOf(1) }),
    levels: 3,
  },
  {
    list: 'goods',
    // 2 + plugin, secrets.
    send: (first) => service.admin(operations.WidestGoodsDocument, { first }),
    levels: 4,
  },
  {
    list: 'orders',
    // 2 + plugin, goods, their plugin, user, delivery, its order, attempts, their bodies, last attempt.
    send: (first) => service.admin(operations.WidestOrdersDocument, { first }),
    levels: 12,
  },
  {
    list: 'deliveries',
    // 2 + plugin, order, attempts, their bodies; below the order: plugin, delivery, last attempt.
    send: (first) => service.admin(operations.WidestDeliveriesDocument, { first }),
    levels: 9,
  },
  {
    list: 'attempts',
    // 2 + bodies, delivery, its plugin, order, attempts, user.
    send: (first) => service.admin(operations.WidestAttemptsDocument, { first }),
    levels: 8,
  },
  {
    list: 'keys',
    send: (first) => service.admin(operations.ApiKeysDocument, { first }),
    levels: 2,
  },
];

describe('the widest query', () => {
  it.each(widest)('of $list sends as many statements for 30 rows as for ten', async ({ send, levels }) => {
    const ten = await statementsOf(() => send(10));
    const thirty = await statementsOf(() => send(30));

    expect(kindsOf(thirty)).toEqual(kindsOf(ten));
    expect(thirty).toHaveLength(levels);
  });
});

/** Returns what was selected, whatever for. Statements of one level come in any order. */
const kindsOf = (statements: Statement[]) => statements.map(({ text }) => text.split(' FROM ')[0]!).toSorted();
