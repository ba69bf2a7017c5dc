import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import type pg from 'pg';
import type { Program } from '../harness/program.ts';
import type { ReceiverSummary } from './receive.ts';

/** Writes paid orders of every plugin with deliveries that are due, in one transaction. Returns their ids. */
export async function addPaidOrders(client: pg.Client, ordersOfEach: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO "order" (id, plugin_id, goods_id, user_id, attach, body, pay_fee_fen, status, created_at, paid_at)
       SELECT md5(plugin_id || $2 || n), plugin_id, md5(plugin_id), user_id, 'attach=' || n, '会员 1年', 100, 'PAID',
         now() - interval '1 minute', now()
       FROM generate_series(1, $1::int) AS n, plugin_user
       RETURNING id, plugin_id
     )
     INSERT INTO delivery (order_id, plugin_id, max_notifications, next_automatic_at)
     SELECT id, plugin_id, 5, now() - interval '1 s' FROM made
     RETURNING order_id AS id`,
    [ordersOfEach, randomUUID()],
  );
  return rows.map(({ id }) => id);
}

export interface Backlog {
  client: pg.Client;
  receiver: Program;
  ordersOfEach: number;
  /** Hands the orders to whoever sends their callbacks. */
  enqueue(orderIds: string[]): Promise<void>;
}

/**
 * Makes a backlog and waits until it is sent and recorded. Returns the callbacks of a second, from the arrival of the first
 * to the commit of the last. Throws when an order was not posted, or has not exactly one attempt.
 */
export async function drainBacklog({ client, receiver, ordersOfEach, enqueue }: Backlog): Promise<number> {
  const recordedBefore = await countRecorded(client);
  await receiver.ask({ what: 'forget' });
  const orderIds = await addPaidOrders(client, ordersOfEach);
  await enqueue(orderIds);
  const summary = async () => receiver.ask<ReceiverSummary>({ what: 'summary' });
  await until(async () => (await summary()).orders >= orderIds.length);
  await until(async () => (await countOpen(client)) === 0);
  const recordedAtMs = performance.timeOrigin + performance.now();
  const recorded = (await countRecorded(client)) - recordedBefore;
  if (recorded !== orderIds.length) throw new Error(`${recorded} attempts are recorded for ${orderIds.length} orders.`);
  await client.query('VACUUM ANALYZE "order", delivery, delivery_attempt');
  return orderIds.length / ((recordedAtMs - (await summary()).firstAtMs!) / 1000);
}

async function countOpen(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM delivery WHERE status = 'PENDING'`,
  );
  return rows[0]!.open;
}

async function countRecorded(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ recorded: number }>(
    `SELECT count(*)::int AS recorded FROM delivery_attempt WHERE outcome = 'ACKNOWLEDGED' AND finished_at IS NOT NULL`,
  );
  return rows[0]!.recorded;
}

const longestMs = 120_000;

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not within ${longestMs} ms.`);
    await passTime(10);
  }
}
