import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explainClaim } from '../../../bench/explainClaim.ts';
import { divideSlots, type WaitingPlugin } from '../../../src/rules/callbacks/divideSlots.ts';
import { lockQuery, waitingQuery, type DueRequest } from '../../../src/store/deliveries/findDue.ts';
import { decideAndWrite } from '../../../src/store/database/decideAndWrite.ts';
import { Prisma } from '../../../src/store/generated/client.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { startDueAttempts } from '../../../src/store/deliveries/startDueAttempts.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { isScan, planOf } from '../../support/queryPlan.ts';
import { makeBulkOrders } from '../../sweeper/processes/bulkOrders.ts';

let database: TestDatabase;
let store: Store;
/** A connection that has claimed deliveries and has not committed. */
let other: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([randomBytes(32)]));
  [client, other] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([client.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([closeStore(store), client.end(), other.end()]);
  await database.drop();
});
beforeEach(async () => {
  await other.query('ROLLBACK');
  await client.query('TRUNCATE plugin CASCADE');
  await other.query('BEGIN');
});

const due = async (plugins: number, ordersPerPlugin: number) => {
  const callbackUrls = Array.from({ length: plugins }, () => 'https://example.com/paid');
  return makeBulkOrders(store, client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
};
const limits = (given: Partial<DueRequest> = {}): DueRequest => ({
  now: new Date(),
  limit: 20,
  limitPerPlugin: 10,
  limitForSandbox: 10,
  inFlight: new Map(),
  ...given,
});
const start = async (given: Partial<DueRequest> = {}) => {
  const write = () => ({ body: '{}', previousSigns: [] });
  return startDueAttempts(store, {
    ...limits(given),
    leaseMs: 40_000,
    worker: 'test:1',
    clock: () => new Date(),
    write,
  });
};

async function claimByOther(): Promise<string[]> {
  const waiting = waitingQuery(limits());
  const found = await other.query<WaitingPlugin>(waiting.text, waiting.values);
  const { text, values } = lockQuery(divideSlots(found.rows, limits()), limits());
  const { rows } = await other.query<{ orderId: string }>(text, values);
  return rows.map(({ orderId }) => orderId);
}

function countBy<Value>(values: Value[]): Map<Value, number> {
  return values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<Value, number>());
}

describe('a claim', () => {
  it('locks what it takes, and nothing else', async () => {
    await due(50, 5);
    expect(await claimByOther()).toHaveLength(20);

    const { rows } = await client.query(`SELECT order_id FROM delivery WHERE xmax::text <> '0'`);
    expect(rows).toHaveLength(20);
  });

  it.each([
    ['many plugins that each have one', 60, 1, 20],
    ['some plugins that each have some', 12, 6, 20],
    ['one plugin', 1, 60, 10],
  ])('has as much work as another at the same moment: %s', async (_what, plugins, ordersPerPlugin, most) => {
    await due(plugins, ordersPerPlugin);
    const taken = await claimByOther();
    const mine = (await start()).map(({ orderId }) => orderId);

    expect([taken.length, mine.length]).toEqual([most, most]);
    expect(new Set([...taken, ...mine]).size).toBe(2 * most);
  });

  it('takes each delivery once, however many claim at once', async () => {
    const { orderIds } = await due(30, 10);
    const claimed: string[] = [];
    const claimUntilNothingIsLeft = async () => {
      for (;;) {
        const started = await start({ limit: 10 });
        if (started.length === 0 && claimed.length === orderIds.length) return;
        claimed.push(...started.map(({ orderId }) => orderId));
      }
    };
    await Promise.all(Array.from({ length: 6 }, claimUntilNothingIsLeft));

    expect(claimed.toSorted()).toEqual(orderIds.toSorted());
    const attempts = await store.prisma.deliveryAttempt.findMany();
    expect(attempts.map(({ orderId, number }) => [orderId, number]).toSorted()).toEqual(
      orderIds.toSorted().map((orderId) => [orderId, 1]),
    );
  });

  it('takes turns, first of the plugins with the fewest attempts in flight', async () => {
    const { pluginIds } = await due(3, 10);
    const [busy, ...idle] = pluginIds as [string, string, string];
    const started = await start({ limit: 11, inFlight: new Map([[busy, 4]]) });

    const shares = countBy(started.map(({ pluginId }) => pluginId));
    expect(idle.map((pluginId) => shares.get(pluginId)).toSorted()).toEqual([5, 5]);
    expect(shares.get(busy)).toBe(1);
  });

  it('takes live ones first, and of sandbox plugins no more than these may have', async () => {
    const { pluginIds } = await due(60, 5);
    const [live, ...rehearsing] = pluginIds as [string, ...string[]];
    await client.query('UPDATE plugin SET sandbox = true WHERE id = ANY($1)', [rehearsing]);
    const claimed = async (given: Partial<DueRequest>) => {
      const started = await start({ limit: 3, inFlight: new Map([[live, 8]]), ...given });
      const ofLive = started.filter(({ pluginId }) => pluginId === live);
      return { live: ofLive.length, sandbox: started.length - ofLive.length };
    };

    // All sandbox plugins have fewer attempts in flight, and more of them wait than one statement looks at.
    expect(await claimed({ limitForSandbox: 1 })).toEqual({ live: 2, sandbox: 1 });
    expect(await claimed({ limitForSandbox: 0, limit: 1 })).toEqual({ live: 1, sandbox: 0 });
    expect(await claimed({ limitForSandbox: 0, inFlight: new Map([[live, 10]]) })).toEqual({ live: 0, sandbox: 0 });
    expect(await claimed({ limitForSandbox: 2, inFlight: new Map([[live, 10]]) })).toEqual({ live: 0, sandbox: 2 });
  });

  it('takes the oldest first', async () => {
    await due(1, 40);
    const { rows } = await client.query<{ order_id: string }>(
      'SELECT order_id FROM delivery ORDER BY next_automatic_at LIMIT 10',
    );
    const started = await start();
    expect(started.map(({ orderId }) => orderId).toSorted()).toEqual(rows.map((row) => row.order_id).toSorted());
  });
});

describe('the plan of a claim', () => {
  it('reads by the index of what is due, and nothing of a plugin that is saturated', async () => {
    const { pluginIds } = await due(10, 1000);
    const inFlight = new Map(pluginIds.slice(1).map((pluginId) => [pluginId, 10]));
    await client.query('BEGIN');
    const plans = [
      await planOf(client, waitingQuery(limits({ inFlight }))),
      await planOf(client, lockQuery([{ pluginId: pluginIds[0]!, slots: 10 }], limits({ inFlight }))),
    ];
    await client.query('ROLLBACK');

    const scans = plans.flat().filter((node) => isScan(node) && node['Relation Name'] === 'delivery');
    expect(new Set(scans.map((scan) => scan['Index Name']))).toEqual(new Set(['delivery_due']));
    const rowsRead = scans.reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0);
    // To look at and to lock what is taken; and one for each plugin and for the look that finds no more: the mean of
    // many loops is told as a whole number before PostgreSQL 18.
    expect(rowsRead).toBeLessThanOrEqual(2 * 10 + 11);
  });

  it.each([
    ['what waits', () => waitingQuery(limits())],
    ['what is locked', () => lockQuery([{ pluginId: 'aaaaaaaa', slots: 10 }], limits())],
  ])('goes by that index although the tables were empty when it was made: %s', async (what, query) => {
    await client.query('VACUUM ANALYZE delivery');
    const plan = await decideAndWrite(store, async (read) => {
      const rows = await read<{ 'QUERY PLAN': string }>({
        name: `explain ${what}`,
        sql: Prisma.sql`EXPLAIN ${query()}`,
      });
      return { write: null, result: rows.map((row) => row['QUERY PLAN']).join('\n') };
    });
    const scans = plan.match(/\S+ on delivery\b.*|using \w+ on delivery\b/g);
    expect(new Set(scans)).toEqual(new Set(['using delivery_due on delivery']));
  });

  it('is what the bench prints, which claims nothing', async () => {
    await due(10, 1000);
    expect(await explainClaim(client)).toMatch(
      /delivery_due[^]*Execution Time[^]*LockRows[^]*delivery_due[^]*Execution Time/,
    );
    expect(await store.prisma.delivery.count({ where: { leaseToken: null } })).toBe(10_000);
  });
});
