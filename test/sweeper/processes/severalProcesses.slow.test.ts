import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { quickBundle } from '../../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/serviceProcess.ts';
import { makeBulkOrders } from './bulkOrders.ts';
import { startCountingReceiver, type CountingReceiver } from './countingReceiver.ts';
import { findBrokenPromises } from './findBrokenPromises.ts';
import { openProcessSetup, type ProcessSetup } from './processSetup.ts';

const plugins = 100;
const ordersPerPlugin = 100;
const due = plugins * ordersPerPlugin;

let database: TestDatabase;
let setup: ProcessSetup;
const bundle = quickBundle('test/sweeper/processes/sweeperProcess.ts');
let receiver: CountingReceiver;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  setup = await openProcessSetup(database.url);
  receiver = await startCountingReceiver(() => 'success');
});
afterAll(async () => {
  await Promise.all(running.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await setup.close();
  await database.drop();
});

it(`three processes send ${due} deliveries once each`, { timeout: 180_000 }, async () => {
  const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
  await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
  for (let process = 0; process < 3; process += 1) {
    running.push(startServiceProcess(bundle, setup.environment));
  }
  await vi.waitUntil(() => receiver.arrivals.length >= due, { timeout: 150_000, interval: 20 });
  await Promise.all(running.map(({ end }) => end('SIGTERM')));

  const { broken, counts } = await findBrokenPromises(setup.client, receiver.arrivals);
  const { rows } = await setup.client.query<{ worker: string; sent: number }>(
    `SELECT worker, count(*)::int AS sent FROM delivery_attempt GROUP BY worker ORDER BY sent`,
  );
  const lastedMs = receiver.arrivals.at(-1)!.atMs - receiver.arrivals[0]!.atMs;
  console.log(
    `${(due / (lastedMs / 1000)).toFixed(0)} callbacks a second by three processes on one machine with the receiver;`,
    `sent by each: ${rows.map(({ sent }) => sent).join(', ')}; deadlocks: ${await countDeadlocks()}`,
  );
  expect(broken).toEqual({});
  expect(counts).toEqual({ delivered: due, exhausted: 0, attempts: due, abandoned: 0, doubles: 0 });
  expect(rows).toHaveLength(3);
  expect(rows[0]!.sent).toBeGreaterThan(due / 10);
  expect(await countDeadlocks()).toBe(0);
  expect(running.flatMap(({ logged }) => logged)).toEqual([]);
});

async function countDeadlocks(): Promise<number> {
  const { rows } = await setup.client.query<{ deadlocks: number }>(
    `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0]!.deadlocks;
}
