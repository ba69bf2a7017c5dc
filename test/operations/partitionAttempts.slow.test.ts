import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service/startService.ts';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { startDueAttempts } from '../../src/store/deliveries/startDueAttempts.ts';
import * as operations from '../admin/generated/operations.ts';
import { makeBulkLists } from '../support/bulkLists.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { isScan, planOf, type PlanNode } from '../support/queryPlan.ts';
import { statementsOf } from '../support/statements.ts';
import { monthName, partitionStory, type PartitionStory } from './partitionStory.ts';

let story: PartitionStory;

beforeEach(async () => {
  story = await partitionStory();
});
afterEach(async () => {
  await story.end();
});

describe('on monthly partitions the service', () => {
  it('goes on with a delivery where it was, in the partition of the new attempt, until it is acknowledged', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweeping.sweep();
    await story.partition();
    await story.sweeping.sweepAt(new Date(story.service.clock.now.getTime() + 15_000));
    story.receiver.answer(success);
    await story.sweeping.sweepAt(story.dayOfMonths(1));

    expect(await story.placesOf(orderId)).toEqual([
      'delivery_attempt_before',
      'delivery_attempt_before',
      monthName(story.dayOfMonths(0)),
    ]);
    const { delivery } = await story.service.admin(operations.DeliveryDocument, { orderId });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
    expect(delivery!.attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'UNEXPECTED_STATUS'],
      [2, 'UNEXPECTED_STATUS'],
      [3, 'ACKNOWLEDGED'],
    ]);
  });

  it('lists and counts attempts of all partitions for staff', async () => {
    story.receiver.answer(failure);
    await story.pay();
    await story.sweeping.sweep();
    await story.partition();
    await story.sweeping.sweepAt(story.dayOfMonths(1));
    await story.sweeping.sweepAt(story.dayOfMonths(32));

    const newestFirst = await story.service.admin(operations.DeliveryAttemptsDocument, { first: 2 });
    expect(newestFirst.deliveryAttempts.edges.map(({ node }) => node.number)).toEqual([3, 2]);
    const { endCursor } = newestFirst.deliveryAttempts.pageInfo;
    const next = await story.service.admin(operations.DeliveryAttemptsDocument, { first: 2, after: endCursor! });
    expect(next.deliveryAttempts.edges.map(({ node }) => node.number)).toEqual([1]);
    const { deliveryStats } = await story.service.admin(operations.DeliveryStatsDocument, {
      from: story.dayOfMonths(0).toISOString(),
      to: story.dayOfMonths(40).toISOString(),
      bucketSeconds: 86_400,
    });
    expect(deliveryStats.buckets.reduce((sum, { failed }) => sum + failed, 0)).toBe(2);
  });

  it('abandons what a dead worker left in another month, and removes what has expired', async () => {
    const orderId = await story.pay();
    await story.partition();
    await startDueAttempts(story.sweeping.store, {
      now: story.dayOfMonths(1),
      clock: () => story.dayOfMonths(1),
      worker: 'vanished:1',
      leaseMs: 40_000,
      limit: 10,
      limitPerPlugin: 10,
      limitForSandbox: 10,
      inFlight: new Map(),
      write: () => ({ body: '{}', previousSigns: [] }),
    });
    await story.sweeping.sweepAt(story.dayOfMonths(40));

    const { rows } = await story.client.query('SELECT number, outcome FROM delivery_attempt ORDER BY number');
    expect(rows).toEqual([
      { number: 1, outcome: 'ABANDONED' },
      { number: 2, outcome: 'ACKNOWLEDGED' },
    ]);
    expect(await story.placesOf(orderId)).toEqual([monthName(story.dayOfMonths(1)), monthName(story.dayOfMonths(40))]);
    // The delivery, and the access token of its user.
    expect(await removeExpired(story.sweeping.store, story.dayOfMonths(41))).toBe(2);
    expect(await story.placesOf(orderId)).toEqual([]);
  });

  it('starts: its migrations are all there', async () => {
    await story.partition();
    const lines: Record<string, unknown>[] = [];
    const config = readConfig({
      DATABASE_URL: story.service.databaseUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: 'admin-token-of-the-tests',
      PORT: '0',
    });
    await story.client.query('DELETE FROM plugin_secret');
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
    const orderId = await story.pay();
    await story.sweeping.sweep();
    await story.partition();

    const again = insert(story.client, orderId, 1, story.dayOfMonths(days));
    await expect(again).rejects.toMatchObject({ code: '23505' });
    expect(await story.placesOf(orderId)).toEqual(['delivery_attempt_before']);
  });

  it('does not come twice when two write it at once, in two months', async () => {
    const orderId = await story.pay();
    await story.partition();
    const other = new pg.Client(story.service.databaseUrl);
    await other.connect();
    try {
      await story.client.query('BEGIN');
      await insert(story.client, orderId, 1, story.dayOfMonths(0));
      const second = insert(other, orderId, 1, story.dayOfMonths(32)).catch((error: unknown) => error);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await story.client.query(waiting)).rows.length > 0, { timeout: 10_000 });
      await story.client.query('COMMIT');

      expect(await second).toMatchObject({ code: '23505' });
      expect(await story.placesOf(orderId)).toHaveLength(1);
    } finally {
      await other.end();
    }
  });

  it('is looked up by indexes, though the month was empty when that was planned', async () => {
    const orderId = await story.pay();
    await story.partition();
    const readWhole = async () => {
      const { rows } = await story.client.query<{ times: number }>(
        `SELECT sum(seq_scan)::int AS times FROM pg_stat_xact_user_tables WHERE relname LIKE 'delivery_attempt%'`,
      );
      return rows[0]!.times;
    };
    await story.client.query('BEGIN');
    const before = await readWhole();
    for (let number = 1; number <= 200; number += 1) await insert(story.client, orderId, number, story.dayOfMonths(1));
    const after = await readWhole();
    await story.client.query('ROLLBACK');

    expect(after).toBe(before);
  });
});

describe('on many attempts', () => {
  beforeEach(async () => {
    const size = { plugins: 50, users: 1000, goods: 1000, orders: 10_000, deliveries: 5000, attempts: 15_000 };
    await makeBulkLists(story.client, size);
    await story.client.query('UPDATE plugin SET deliveries_paused = true WHERE id <> $1', [story.developer.pluginId]);
    await story.partition();
  });

  const partitionsOf = (nodes: PlanNode[]) =>
    nodes.filter((node) => isScan(node) && node['Relation Name']?.startsWith('delivery_attempt'));
  const wholeOf = (nodes: PlanNode[]) =>
    nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'delivery_attempt_before');

  it('closing one finds it by an index in each partition', async () => {
    await story.pay();
    const closing = (await statementsOf(async () => story.sweeping.sweep())).filter(({ text }) =>
      text.includes('UPDATE delivery_attempt SET'),
    );
    expect(closing).toHaveLength(1);
    const nodes = await planOf(story.client, closing[0]!);

    expect(wholeOf(nodes)).toEqual([]);
    expect(nodes.map((node) => node['Index Name'])).toContain('delivery_attempt_before_order_id_number_key');
  });

  it.each([{}, { outcome: 'TLS_FAILED' as const }])('a list of %j begins at an index', async (filter) => {
    const send = async () => story.service.admin(operations.AttemptIdsDocument, { filter, first: 5 });
    const [statement] = (await statementsOf(send)).filter(({ text }) => text.includes('delivery_attempt'));
    const nodes = await planOf(story.client, statement!);

    expect(wholeOf(nodes)).toEqual([]);
    expect(nodes).toContainEqual(
      expect.objectContaining({ 'Relation Name': 'delivery_attempt_before', 'Actual Rows': 6 }),
    );
  });

  it('a list of one month reads that month alone', async () => {
    const filter = {
      startedFrom: story.dayOfMonths(0).toISOString(),
      startedTo: story.dayOfMonths(28).toISOString(),
    };
    const send = async () => story.service.admin(operations.AttemptIdsDocument, { filter, first: 5 });
    const [statement] = (await statementsOf(send)).filter(({ text }) => text.includes('delivery_attempt'));

    const read = partitionsOf(await planOf(story.client, statement!)).map((node) => node['Relation Name']);
    expect(read).toEqual([monthName(story.dayOfMonths(0))]);
  });
});
