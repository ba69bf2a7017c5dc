import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { databaseOn, run } from '../test/support/databaseServer.ts';
import { makeBulkLists } from '../test/support/bulkLists.ts';
import { bundleService } from '../test/support/serviceProcess.ts';
import { printConnections } from './growing/connections.ts';
import { startPrimary, startReplica } from './growing/debianPostgres.ts';
import { printFailover } from './growing/failover.ts';
import { printHotStatements } from './growing/hotStatements.ts';
import { printMonthRemoval } from './growing/monthRemoval.ts';
import { printProcesses } from './growing/processes.ts';
import { printReplicaLag } from './growing/replicaLag.ts';
import { printReplicaReads } from './growing/replicaReads.ts';
import { line } from './growing/report.ts';
import { makeCallbackRows, printRowSizes } from './growing/rowSizes.ts';
import { printSynchronousPayments } from './growing/synchronousPayments.ts';

/**
 * `npm run bench:growing`: the numbers of operations/growing.md. Needs Debian's package `postgresql-15` and ten minutes.
 * `npm run bench:growing -- 0.1` does it on a tenth of the rows. Load, service and both servers share this machine, so
 * that the ratios say more than the rates.
 */
const scale = Number(process.argv[2] ?? 1);
const attempts = 1_000_000 * scale;
const bulk = { plugins: 100, users: 20_000, goods: 20_000, orders: attempts / 2, deliveries: attempts / 4, attempts };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const primary = await startPrimary(folder);
const bundle = await bundleService();
try {
  line(
    'load of this machine before',
    loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
  );
  await onDatabase('openplug', async () => {});
  await onDatabase('rows', async (client) => {
    await makeCallbackRows(client, databaseOn(primary.url, 'rows'), 200_000 * scale);
    await printRowSizes('On disk, written one after the other', client);
  });
  await onDatabase('bulk', async (client) => makeBulkLists(client, bulk));
  await printMonthRemoval(primary.url, 'bulk', attempts);
  await printHotStatements(primary.url, 'bulk');
  await run(primary.url, 'DROP DATABASE bulk');

  await printProcesses(primary.url, bundle);
  await printConnections(primary.url, bundle);

  const replica = await startReplica(folder, primary);
  try {
    await printReplicaLag(primary, replica, bundle);
    await printReplicaReads(primary, replica, bundle);
    await printSynchronousPayments(primary);
  } finally {
    await replica.stop();
  }
  await printFailover(folder);
  line(
    'load of this machine after',
    loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
  );
} finally {
  await bundle.remove();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Makes a migrated database. */
async function onDatabase(name: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await run(primary.url, `CREATE DATABASE ${name}`);
  await applyMigrations(databaseOn(primary.url, name), 'prisma/migrations');
  const client = new pg.Client(databaseOn(primary.url, name));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
