import { setTimeout as passTime } from 'node:timers/promises';
import type pg from 'pg';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { openProcessSetup } from '../../test/sweeper/processes/processSetup.ts';
import type { DebianPostgres } from './debianPostgres.ts';
import { median } from '../percentile.ts';
import { heading, line, p50AndP99, ratio } from './report.ts';
import { payOrder } from './steadyPayments.ts';

const rounds = 5;
const paymentsOfRound = 100;
/** What a commit of the primary waits for. */
const modes = [
  { what: 'asynchronous', standbys: '', commit: 'on' },
  { what: 'synchronous: the replica has it on disk', standbys: 'replica', commit: 'on' },
  { what: 'synchronous: the replica shows it', standbys: 'replica', commit: 'remote_apply' },
];

/** What a payment takes, one after the other, when its commit waits for the replica and when it does not; by turns. */
export async function printSynchronousPayments(primary: DebianPostgres): Promise<void> {
  heading('A payment, without load');
  await run(primary.url, 'CREATE DATABASE commits TEMPLATE openplug');
  const setup = await openProcessSetup(databaseOn(primary.url, 'commits'));
  try {
    const ordersPerPlugin = rounds * paymentsOfRound * modes.length;
    const { orderIds } = await makeBulkOrders(setup.store, setup.client, {
      callbackUrls: ['https://example.com/'],
      ordersPerPlugin,
      status: 'UNPAID',
    });
    const timesMs = modes.map(() => [] as number[][]);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, mode] of modes.entries()) {
        await setMode(setup.client, mode);
        const times: number[] = [];
        for (const orderId of orderIds.splice(0, paymentsOfRound)) {
          const startedAt = performance.now();
          await payOrder(setup.store, orderId);
          times.push(performance.now() - startedAt);
        }
        timesMs[index]!.push(times);
      }
    }
    const medians = timesMs.map((ofMode) => ofMode.map((times) => median(times)));
    for (const [index, { what }] of modes.entries()) {
      line(what, `${p50AndP99(timesMs[index]!.flat())}; ratio ${ratio(medians[index]!, medians[0]!)}`);
    }
  } finally {
    await setMode(setup.client, modes[0]!);
    await setup.close();
    await run(primary.url, 'DROP DATABASE commits WITH (FORCE)');
  }
}

async function setMode(client: pg.Client, { standbys, commit }: (typeof modes)[number]): Promise<void> {
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
  await client.query(`ALTER SYSTEM SET synchronous_commit = ${commit}`);
  await client.query('SELECT pg_reload_conf()');
  const wanted = standbys === '' ? 'async' : 'sync';
  for (;;) {
    const { rows } = await client.query<{ state: string }>('SELECT sync_state AS state FROM pg_stat_replication');
    if (rows[0]?.state === wanted) break;
    await passTime(20);
  }
  // The connections of the store read their settings between two statements.
  await passTime(200);
}
