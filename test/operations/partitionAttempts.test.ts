import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { findLastEndedAttempt } from '../../src/store/deliveryAttempts.ts';
import { removeExpired } from '../../src/store/retention.ts';
import { startDueAttempts } from '../../src/store/startDueAttempts.ts';
import { startService } from '../../src/startService.ts';
import * as operations from '../admin/generated/operations.ts';
import { makeBulkLists } from '../support/bulkLists.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { partitionAttempts } from '../support/partitionAttempts.ts';
import { isScan, planOf, type PlanNode } from '../support/queryPlan.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import { lockNotAvailable, untilLocked } from '../support/untilLocked.ts';

const dayMs = 24 * 60 * 60 * 1000;

let service: TestService;
let sweeping: TestSweeper;
let receiver: CallbackReceiver;
let developer: Developer;
let client: pg.Client;
let firstMonth: Date;

beforeEach(async () => {
  service = await startTestService();
  service.clock.now = new Date();
  sweeping = testSweeper(service);
  receiver = await startCallbackReceiver();
  developer = await makeDeveloper(service.admin, receiver.url);
  client = new pg.Client(service.databaseUrl);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await sweeping.close();
  await receiver.close();
  await service.stop();
});

async function pay(): Promise<string> {
  const { id: orderId } = await makeOrder(service.admin, developer);
  await service.admin(operations.PayOrderDocument, { input: { orderId } });
  return orderId;
}

async function partition(): Promise<void> {
  await untilLocked(client, async () => partitionAttempts(client));
  const { rows } = await client.query<{ begin: Date }>('SELECT min(until) AS begin FROM attempt_months');
  firstMonth = rows[0]!.begin;
}

/** Calls one of its functions, whose names are those of months; returns the months. */
async function months(call: string, ...values: unknown[]): Promise<string[]> {
  const result = await untilLocked(client, async () =>
    client.query<{ name: string }>(`SELECT ${call} AS name`, values),
  );
  return result.rows.map(({ name }) => name);
}

/** So many days after the first month begins. */
const dayOfMonths = (day: number) => new Date(firstMonth.getTime() + day * dayMs);

/** The partition of each attempt of the order, by their numbers. */
async function placesOf(orderId: string): Promise<string[]> {
  const { rows } = await client.query<{ place: string }>(
    'SELECT tableoid::regclass::text AS place FROM delivery_attempt WHERE order_id = $1 ORDER BY number',
    [orderId],
  );
  return rows.map(({ place }) => place);
}

async function monthsLeft(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM attempt_months ORDER BY until');
  return rows.map(({ name }) => name);
}

const monthName = (start: Date) => `delivery_attempt_${start.toISOString().slice(0, 7).replace('-', '_')}`;

describe('on monthly partitions the service', () => {
  it('goes on with a delivery where it was, in the partition of the new attempt, until it is acknowledged', async () => {
    receiver.answer(failure);
    const orderId = await pay();
    await sweeping.sweep();
    await partition();
    await sweeping.sweepAt(new Date(service.clock.now.getTime() + 15_000));
    receiver.answer(success);
    await sweeping.sweepAt(dayOfMonths(1));

    expect(await placesOf(orderId)).toEqual([
      'delivery_attempt_before',
      'delivery_attempt_before',
      monthName(dayOfMonths(0)),
    ]);
    const { delivery } = await service.admin(operations.DeliveryDocument, { orderId });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
    expect(delivery!.attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'UNEXPECTED_STATUS'],
      [2, 'UNEXPECTED_STATUS'],
      [3, 'ACKNOWLEDGED'],
    ]);
  });

  it('lists and counts attempts of all partitions for staff', async () => {
    receiver.answer(failure);
    await pay();
    await sweeping.sweep();
    await partition();
    await sweeping.sweepAt(dayOfMonths(1));
    await sweeping.sweepAt(dayOfMonths(32));

    const newestFirst = await service.admin(operations.DeliveryAttemptsDocument, { first: 2 });
    expect(newestFirst.deliveryAttempts.edges.map(({ node }) => node.number)).toEqual([3, 2]);
    const { endCursor } = newestFirst.deliveryAttempts.pageInfo;
    const next = await service.admin(operations.DeliveryAttemptsDocument, { first: 2, after: endCursor! });
    expect(next.deliveryAttempts.edges.map(({ node }) => node.number)).toEqual([1]);
    const { deliveryStats } = await service.admin(operations.DeliveryStatsDocument, {
      from: dayOfMonths(0).toISOString(),
      to: dayOfMonths(40).toISOString(),
      bucketSeconds: 86_400,
    });
    expect(deliveryStats.buckets.reduce((sum, { failed }) => sum + failed, 0)).toBe(2);
  });

  it('abandons what a dead worker left in another month, and removes what has expired', async () => {
    const orderId = await pay();
    await partition();
    await startDueAttempts(sweeping.store, {
      now: dayOfMonths(1),
      worker: 'vanished:1',
      leaseMs: 40_000,
      limit: 10,
      limitPerPlugin: 10,
      inFlight: new Map(),
      write: () => ({ body: '{}', previousSigns: [] }),
    });
    await sweeping.sweepAt(dayOfMonths(40));

    const { rows } = await client.query('SELECT number, outcome FROM delivery_attempt ORDER BY number');
    expect(rows).toEqual([
      { number: 1, outcome: 'ABANDONED' },
      { number: 2, outcome: 'ACKNOWLEDGED' },
    ]);
    expect(await placesOf(orderId)).toEqual([monthName(dayOfMonths(1)), monthName(dayOfMonths(40))]);
    expect(await removeExpired(sweeping.store, dayOfMonths(41))).toBe(1);
    expect(await placesOf(orderId)).toEqual([]);
  });

  it('starts: its migrations are all there', async () => {
    await partition();
    const lines: Record<string, unknown>[] = [];
    const config = readConfig({
      DATABASE_URL: service.databaseUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: 'admin-token-of-the-tests',
      PORT: '0',
    });
    await client.query('DELETE FROM plugin_secret');
    const other = await startService(config, memoryLog(lines));
    const ready = await fetch(`${other.url}/readyz`);
    await other.stop();

    expect(ready.status).toBe(200);
  });
});

describe('the number of an attempt', () => {
  const insert = async (on: pg.Client, orderId: string, number: number, startedAt: Date) =>
    on.query(
      `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, scheduled_at, started_at, url, request_body, worker)
       SELECT order_id, plugin_id, $2, 'AUTOMATIC', $3, $3, '', '', 'test' FROM delivery WHERE order_id = $1`,
      [orderId, number, startedAt],
    );

  it.each([0, 32, 400])('does not come twice, be it in a month that begins %d days later', async (days) => {
    const orderId = await pay();
    await sweeping.sweep();
    await partition();

    const again = insert(client, orderId, 1, dayOfMonths(days));
    await expect(again).rejects.toMatchObject({ code: '23505' });
    expect(await placesOf(orderId)).toEqual(['delivery_attempt_before']);
  });

  it('does not come twice when two write it at once, in two months', async () => {
    const orderId = await pay();
    await partition();
    const other = new pg.Client(service.databaseUrl);
    await other.connect();
    try {
      await client.query('BEGIN');
      await insert(client, orderId, 1, dayOfMonths(0));
      const second = insert(other, orderId, 1, dayOfMonths(32)).catch((error: unknown) => error);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await client.query(waiting)).rows.length > 0, { timeout: 10_000 });
      await client.query('COMMIT');

      expect(await second).toMatchObject({ code: '23505' });
      expect(await placesOf(orderId)).toHaveLength(1);
    } finally {
      await other.end();
    }
  });

  it('is looked up by indexes, though the month was empty when that was planned', async () => {
    const orderId = await pay();
    await partition();
    const readWhole = async () => {
      const { rows } = await client.query<{ times: number }>(
        `SELECT sum(seq_scan)::int AS times FROM pg_stat_xact_user_tables WHERE relname LIKE 'delivery_attempt%'`,
      );
      return rows[0]!.times;
    };
    await client.query('BEGIN');
    const before = await readWhole();
    for (let number = 1; number <= 200; number += 1) await insert(client, orderId, number, dayOfMonths(1));
    const after = await readWhole();
    await client.query('ROLLBACK');

    expect(after).toBe(before);
  });
});

describe('a month', () => {
  it('that nobody made goes to the default partition, and moves when it is made', async () => {
    receiver.answer(failure);
    const orderId = await pay();
    await partition();
    const late = dayOfMonths(200);
    await sweeping.sweepAt(late);
    expect(await placesOf(orderId)).toEqual(['delivery_attempt_default']);

    expect(await months('make_attempt_months(12)')).toContain(monthName(late));
    expect(await placesOf(orderId)).toEqual([monthName(late)]);
    expect(await months('make_attempt_months(12)')).toEqual([]);
    await sweeping.sweepAt(new Date(late.getTime() + 15_000));
    expect(await placesOf(orderId)).toEqual([monthName(late), monthName(late)]);
  });

  it('is dropped when it has ended, but for the attempts of what is still open', async () => {
    const delivered = await pay();
    await sweeping.sweep();
    receiver.answer(failure);
    const open = await pay();
    await sweeping.sweep();
    await partition();
    const before = dayOfMonths(0);
    expect(await months(`drop_attempt_months($1::timestamptz - interval '1 ms')`, before)).toEqual([]);

    expect(await months('drop_attempt_months($1)', before)).toEqual(['delivery_attempt_before']);
    expect(await monthsLeft()).not.toContain('delivery_attempt_before');
    expect(await placesOf(delivered)).toEqual([]);
    expect(await placesOf(open)).toEqual(['delivery_attempt_default']);
    const delivery = await sweeping.store.prisma.delivery.findUniqueOrThrow({ where: { orderId: delivered } });
    expect(await findLastEndedAttempt(sweeping.store, delivery)).toBeNull();

    receiver.answer(success);
    await sweeping.sweepAt(dayOfMonths(1));
    expect(await placesOf(open)).toEqual(['delivery_attempt_default', monthName(before)]);
    expect(await removeExpired(sweeping.store, dayOfMonths(2))).toBe(2);
  });
});

describe('the change', () => {
  it('is none when others keep its locks, and can be made later', async () => {
    const other = new pg.Client(service.databaseUrl);
    await other.connect();
    try {
      await other.query('BEGIN; SELECT FROM plugin; LOCK TABLE delivery IN ROW EXCLUSIVE MODE');
      await expect(partitionAttempts(client)).rejects.toMatchObject({ code: lockNotAvailable });
      await client.query('ROLLBACK');
      await other.query('COMMIT');
    } finally {
      await other.end();
    }
    const { rows } = await client.query(`SELECT relkind FROM pg_class WHERE oid = 'delivery_attempt'::regclass`);
    expect(rows).toEqual([{ relkind: 'r' }]);

    await partition();
    expect(await monthsLeft()).toContain('delivery_attempt_before');
  });

  it('gives way to a payment that has read the plugin and goes on to its delivery', async () => {
    const other = new pg.Client(service.databaseUrl);
    await other.connect();
    try {
      await other.query('BEGIN; SELECT FROM plugin');
      const payment = other.query(
        `DO $$
         BEGIN
           WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'plugin'::regclass AND NOT granted) LOOP
             PERFORM pg_sleep(0.005);
           END LOOP;
           LOCK TABLE delivery IN ROW EXCLUSIVE MODE;
         END
         $$;
         COMMIT`,
      );
      await expect(Promise.all([payment, partition()])).resolves.toBeDefined();
    } finally {
      await other.end();
    }
  });

  it('is refused a second time, and then forbids no attempt', async () => {
    await partition();
    await expect(partitionAttempts(client)).rejects.toThrow('delivery_attempt has partitions already');

    const { rows } = await client.query(
      `SELECT conname FROM pg_constraint WHERE conrelid = 'delivery_attempt'::regclass AND contype = 'c'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('on many attempts', () => {
  beforeEach(async () => {
    const size = { plugins: 50, users: 1000, goods: 1000, orders: 10_000, deliveries: 5000, attempts: 15_000 };
    await makeBulkLists(client, size);
    await client.query('UPDATE plugin SET deliveries_paused = true WHERE id <> $1', [developer.pluginId]);
    await partition();
  });

  const partitionsOf = (nodes: PlanNode[]) =>
    nodes.filter((node) => isScan(node) && node['Relation Name']?.startsWith('delivery_attempt'));
  const wholeOf = (nodes: PlanNode[]) =>
    nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'delivery_attempt_before');

  it('closing one finds it by an index in each partition', async () => {
    await pay();
    const closing = (await statementsOf(async () => sweeping.sweep())).filter(({ text }) =>
      text.includes('UPDATE delivery_attempt SET'),
    );
    expect(closing).toHaveLength(1);
    const nodes = await planOf(client, closing[0]!);

    expect(wholeOf(nodes)).toEqual([]);
    expect(nodes.map((node) => node['Index Name'])).toContain('delivery_attempt_before_order_id_number_key');
  });

  it.each([{}, { outcome: 'TLS_FAILED' as const }])('a list of %j begins at an index', async (filter) => {
    const send = async () => service.admin(operations.AttemptIdsDocument, { filter, first: 5 });
    const [statement] = (await statementsOf(send)).filter(({ text }) => text.includes('delivery_attempt'));
    const nodes = await planOf(client, statement!);

    expect(wholeOf(nodes)).toEqual([]);
    expect(nodes).toContainEqual(
      expect.objectContaining({ 'Relation Name': 'delivery_attempt_before', 'Actual Rows': 6 }),
    );
  });

  it('a list of one month reads that month alone', async () => {
    const filter = {
      startedFrom: dayOfMonths(0).toISOString(),
      startedTo: dayOfMonths(28).toISOString(),
    };
    const send = async () => service.admin(operations.AttemptIdsDocument, { filter, first: 5 });
    const [statement] = (await statementsOf(send)).filter(({ text }) => text.includes('delivery_attempt'));

    const read = partitionsOf(await planOf(client, statement!)).map((node) => node['Relation Name']);
    expect(read).toEqual([monthName(dayOfMonths(0))]);
  });
});
