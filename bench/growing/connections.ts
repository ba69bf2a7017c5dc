import { Pool } from 'undici';
import { DeliveryStatsDocument, OrderIdsDocument } from '../../test/admin/generated/operations.ts';
import { adminClient } from '../../test/support/adminClient.ts';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import { startServiceProcess, type ServiceBundle } from '../../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { startCountingReceiver } from '../../test/sweeper/processes/countingReceiver.ts';
import { openProcessSetup, type ProcessSetup } from '../../test/sweeper/processes/processSetup.ts';
import { signedQuery } from '../signedQuery.ts';
import { heading, line } from './report.ts';

const counts = [1, 2];
const plugins = 50;
const ordersPerPlugin = 200;
const requestsAtOnce = 32;
const loadMs = 8000;

/** The most connections to PostgreSQL that processes with both doors hold while developers, staff and callbacks want some. */
export async function printConnections(serverUrl: string, program: ServiceBundle): Promise<void> {
  heading('Connections under load');
  for (const processes of counts) {
    const name = `connections_${processes}`;
    await run(serverUrl, `CREATE DATABASE ${name} TEMPLATE openplug`);
    const setup = await openProcessSetup(
      databaseOn(serverUrl, name),
      `${databaseOn(serverUrl, name)}?application_name=service`,
    );
    try {
      line(
        `${processes} with RUN=api,sweeper`,
        `${await mostConnections(setup, databaseOn(serverUrl, name), program, processes)} at most`,
      );
    } finally {
      await setup.close();
      await run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  }
}

async function mostConnections(
  setup: ProcessSetup,
  databaseUrl: string,
  program: ServiceBundle,
  processes: number,
): Promise<number> {
  const receiver = await startCountingReceiver(() => ({ successAfterMs: 50 }));
  const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
  await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
  const path = `/baseinfo?${await signedQuery(databaseUrl, Buffer.from(setup.environment['ENCRYPTION_KEY']!, 'base64'))}`;
  const services = Array.from({ length: processes }, () =>
    startServiceProcess(program, { ...setup.environment, RUN: 'api,sweeper' }),
  );
  try {
    const urls = (await Promise.all(services.map(async ({ ready }) => ready))).map(({ url }) => String(url));
    let isOver = false;
    const load = Promise.all(
      urls.flatMap((url) => [askAsDeveloper(url + path, () => isOver), askAsStaff(url, setup, () => isOver)]),
    );
    let most = 0;
    const endsAtMs = performance.now() + loadMs;
    while (performance.now() < endsAtMs) {
      const { rows } = await setup.client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'service'`,
      );
      most = Math.max(most, rows[0]!.count);
    }
    isOver = true;
    await load;
    return most;
  } finally {
    await Promise.all(services.map(async (service) => service.end()));
    await receiver.close();
  }
}

async function askAsDeveloper(url: string, isOver: () => boolean): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections: requestsAtOnce });
  const ask = async () => {
    while (!isOver()) await (await pool.request({ method: 'GET', path: pathname + search })).body.dump();
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, ask));
  await pool.close();
}

async function askAsStaff(url: string, setup: ProcessSetup, isOver: () => boolean): Promise<void> {
  const admin = adminClient(url, setup.environment['ADMIN_TOKEN']!);
  const to = new Date();
  const day = { from: new Date(to.getTime() - 86_400_000).toISOString(), to: to.toISOString(), bucketSeconds: 3600 };
  const ask = async () => {
    while (!isOver()) {
      await admin(OrderIdsDocument, { first: 100 });
      await admin(DeliveryStatsDocument, day);
      await (await fetch(`${url}/readyz`)).text();
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce / 4 }, ask));
}
