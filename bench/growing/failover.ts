import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { openProcessSetup, type ProcessSetup } from '../../test/sweeper/processes/processSetup.ts';
import { startPrimary, startReplica } from './debianPostgres.ts';
import { heading, line } from './report.ts';
import { payOrder } from './steadyPayments.ts';

const payers = 8;
const togetherMs = 2000;
const apartMs = 1000;

/**
 * Payments go on; the replica is cut off; a second later the primary loses its power, and the replica takes its place.
 * How many payments that were answered does it not have?
 */
export async function printFailover(folder: string): Promise<void> {
  heading(`The primary dies ${apartMs / 1000} s after it lost its replica, ${payers} payments at a time`);
  for (const isSynchronous of [false, true]) {
    const { answered, lost } = await failOver(
      join(folder, isSynchronous ? 'synchronous' : 'asynchronous'),
      isSynchronous,
    );
    line(
      isSynchronous ? 'synchronous_standby_names set' : 'asynchronous',
      `${lost} of ${answered.toLocaleString('en')} answered payments are lost`,
    );
  }
}

async function failOver(folder: string, isSynchronous: boolean): Promise<{ answered: number; lost: number }> {
  const primary = await startPrimary(folder);
  const replica = await startReplica(folder, primary);
  let setup: ProcessSetup | undefined;
  try {
    await applyMigrations(primary.url, 'prisma/migrations');
    setup = await openProcessSetup(primary.url);
    const { orderIds } = await makeBulkOrders(setup.store, setup.client, {
      callbackUrls: ['https://example.com/'],
      ordersPerPlugin: 20_000,
      status: 'UNPAID',
    });
    if (isSynchronous) {
      await setup.client.query(`ALTER SYSTEM SET synchronous_standby_names = 'replica'`);
      await setup.client.query('SELECT pg_reload_conf()');
    }
    const answered: string[] = [];
    const paying = Array.from({ length: payers }, () => payUntilItFails(setup!, orderIds, answered));
    await passTime(togetherMs);
    await replica.stop();
    await passTime(apartMs);
    await primary.crash();
    await Promise.all(paying);
    await replica.restart();
    return { answered: answered.length, lost: await countLost(replica.url, answered) };
  } finally {
    await setup?.close().catch(() => {});
    await replica.stop();
    await primary.stop();
  }
}

async function payUntilItFails(setup: ProcessSetup, orderIds: string[], answered: string[]): Promise<void> {
  try {
    for (let orderId = orderIds.pop(); orderId !== undefined; orderId = orderIds.pop()) {
      await payOrder(setup.store, orderId);
      answered.push(orderId);
    }
  } catch {
    // The primary is gone.
  }
}

async function countLost(replicaUrl: string, answered: string[]): Promise<number> {
  const client = new pg.Client(replicaUrl);
  await client.connect();
  try {
    await client.query('SELECT pg_promote()');
    const { rows } = await client.query<{ paid: number }>(
      `SELECT count(*)::int AS paid FROM "order" WHERE id = ANY($1) AND status = 'PAID'`,
      [answered],
    );
    return answered.length - rows[0]!.paid;
  } finally {
    await client.end();
  }
}
