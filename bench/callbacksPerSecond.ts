import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import type pg from 'pg';
import { databaseOn, run } from '../test/support/databaseServer.ts';
import { startServiceProcess, type ServiceBundle } from '../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../test/sweeper/processes/bulkOrders.ts';
import { startCountingReceiver } from '../test/sweeper/processes/countingReceiver.ts';
import { openProcessSetup } from '../test/sweeper/processes/processSetup.ts';

interface Given {
  /** Of a server with a migrated, empty database `openplug` that nobody is connected to. */
  serverUrl: string;
  program: ServiceBundle;
  processes: number;
  plugins: number;
  callbacks: number;
}

/** Callbacks that sweepers make and record in a second, on a new database, against a fast receiver in this process. */
export async function callbacksPerSecond({
  serverUrl,
  program,
  processes,
  plugins,
  callbacks,
}: Given): Promise<number> {
  const name = `callbacks_${randomUUID().slice(0, 8)}`;
  await run(databaseOn(serverUrl, 'postgres'), `CREATE DATABASE ${name} TEMPLATE openplug`);
  const setup = await openProcessSetup(databaseOn(serverUrl, name));
  const receiver = await startCountingReceiver(() => 'success');
  const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
  const ordersPerPlugin = callbacks / plugins;
  await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
  // Until all processes are there.
  await setup.client.query('UPDATE plugin SET deliveries_paused = true');
  const sweepers = Array.from({ length: processes }, () => startServiceProcess(program, setup.environment));
  try {
    await Promise.all(sweepers.map(async ({ ready }) => ready));
    await setup.client.query('UPDATE plugin SET deliveries_paused = false');
    await untilAllAreDelivered(setup.client);
    return callbacks / ((performance.now() - receiver.arrivals[0]!.atMs) / 1000);
  } finally {
    await Promise.all(sweepers.map(async (sweeper) => sweeper.end()));
    await receiver.close();
    await setup.close();
    await run(databaseOn(serverUrl, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function untilAllAreDelivered(client: pg.Client): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { rows } = await client.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM delivery WHERE status <> 'DELIVERED'`,
    );
    if (rows[0]!.open === 0) return;
    if (performance.now() > deadline) throw new Error('Not delivered within 120 s.');
    await passTime(50);
  }
}
