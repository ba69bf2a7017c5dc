import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EmbeddedPostgres } from '../../../src/store/embedded/embeddedPostgres.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { DataFolder } from '../../support/embeddedServer.ts';
import { quickBundle } from '../../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/serviceProcess.ts';
import { makeBulkOrders } from './bulkOrders.ts';
import { startCountingReceiver, type CountingReceiver } from './countingReceiver.ts';
import { findBrokenPromises, type Promises } from './findBrokenPromises.ts';
import { openProcessSetup, type ProcessSetup } from './processSetup.ts';
import { seededRandom } from './seededRandom.ts';

const plugins = 10;
const ordersPerPlugin = 100;
const orders = plugins * ordersPerPlugin;
const timeoutMs = 2000;
const leaseMs = 3000;
const sweeperSettings = {
  CALLBACK_DELAYS_S: '0.2,0.5,1',
  CALLBACK_TIMEOUT_S: String(timeoutMs / 1000),
  CALLBACK_LEASE_MARGIN_S: String((leaseMs - timeoutMs) / 1000),
};

let migrated: DataFolder;
let folder: DataFolder;
let server: EmbeddedPostgres;
let proxy: DatabaseProxy;
let receiver: CountingReceiver;
const bundle = quickBundle('test/sweeper/processes/sweeperProcess.ts');
let setup: ProcessSetup;
let running: ServiceProcess[];

beforeAll(async () => {
  migrated = await DataFolder.makeMigrated();
});
afterAll(async () => {
  await migrated.remove();
});
beforeEach(async () => {
  folder = await DataFolder.make();
  folder.copy(migrated);
  server = await folder.start();
  proxy = await startDatabaseProxy(server.url);
  receiver = await startCountingReceiver(() => ({ successAfterMs: 100 }));
  setup = await openProcessSetup(server.url, proxy.url);
  await payOrders();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await setup.close();
  await proxy.close();
  await folder.remove();
});

it('goes on by itself when connections were cut for seconds, and loses nothing', { timeout: 120_000 }, async () => {
  await start();
  for (const share of [0.2, 0.5]) {
    await untilArrived(share * orders);
    proxy.cut();
    await passTime(3000);
    proxy.restore(server.url);
  }
  const { broken, counts } = await untilAllIsDone('connections cut twice for 3 s');
  expect(broken).toEqual({});
  expect(counts.delivered).toBe(orders);
});

it('goes on by itself when PostgreSQL was stopped and started', { timeout: 120_000 }, async () => {
  await start();
  await untilArrived(0.3 * orders);
  proxy.cut();
  await server.stop();
  await passTime(leaseMs);
  server = await folder.start();
  proxy.restore(server.url);
  const { broken, counts } = await untilAllIsDone('PostgreSQL stopped and started');
  expect(broken).toEqual({});
  expect(counts.delivered).toBe(orders);
});

it('sends no more than the POST it was writing after it was stopped too long', { timeout: 120_000 }, async () => {
  const random = seededRandom(1);
  const stopped = await start();
  await start();
  const rounds = 3;
  for (let round = 1; round <= rounds; round += 1) {
    await untilArrived((round - 1) * orders + 1);
    await passTime(random() * 50);
    stopped.signal('SIGSTOP');
    await passTime(leaseMs + 1500);
    stopped.signal('SIGCONT');
    await untilNothingIsOpen();
    if (round < rounds) await payOrders();
  }
  const { broken, counts } = await untilAllIsDone(`a process stopped ${rounds} times for longer than its lease`);
  expect(broken).toEqual({});
  expect(counts.delivered).toBe(rounds * orders);

  const hasLost = () => stopped.logged.some(({ msg }) => msg?.startsWith('the lease was lost'));
  await vi.waitUntil(hasLost, { timeout: 10_000, interval: 20 });
  // Between the last look at the time and the write that follows it nobody can tell that the process is about to stop. What
  // is sent then has its ABANDONED row, as the promises above say, and a process can be at one such place at a time.
  expect((await findSentAfterLease()).length).toBeLessThanOrEqual(rounds);
});

async function start(): Promise<ServiceProcess> {
  const started = startServiceProcess(bundle, { ...setup.environment, ...sweeperSettings });
  running.push(started);
  await started.ready;
  return started;
}

async function untilArrived(count: number): Promise<void> {
  await vi.waitUntil(() => receiver.arrivals.length >= count, { timeout: 60_000, interval: 5 });
}

async function payOrders(): Promise<void> {
  const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
  await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
}

async function untilNothingIsOpen(): Promise<void> {
  await vi.waitUntil(async () => (await countOpen()) === 0, { timeout: 60_000, interval: 200 });
}

async function untilAllIsDone(what: string): Promise<Promises> {
  await untilNothingIsOpen();
  const promises = await query((client) => findBrokenPromises(client, receiver.arrivals));
  console.log(`${what}:`, JSON.stringify(promises.counts));
  return promises;
}

/** Attempts that arrived after their lease had ended. */
async function findSentAfterLease(): Promise<string[]> {
  const { rows } = await query(async (client) =>
    client.query<{ attempt: string; startedAt: Date }>(
      `SELECT order_id || ' ' || number AS attempt, started_at AS "startedAt" FROM delivery_attempt`,
    ),
  );
  const endedAt = new Map(rows.map((row) => [row.attempt, row.startedAt.getTime() + leaseMs]));
  return receiver.arrivals
    .map(({ orderId, attempt, atMs }) => ({ key: `${orderId} ${attempt}`, at: performance.timeOrigin + atMs }))
    .filter(({ key, at }) => at > endedAt.get(key)!)
    .map(({ key }) => key);
}

async function countOpen(): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM delivery WHERE status = 'PENDING' OR lease_token IS NOT NULL`;
  const { rows } = await query(async (client) => client.query<{ count: number }>(sql));
  return rows[0]!.count;
}

/** On a connection of its own: the server was away meanwhile. */
async function query<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
