import { setTimeout as passTime } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { quickBundle } from '../../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/serviceProcess.ts';
import { makeBulkOrders } from './bulkOrders.ts';
import { startCountingReceiver, type CountingReceiver, type Reply } from './countingReceiver.ts';
import { findBrokenPromises } from './findBrokenPromises.ts';
import { openProcessSetup, type ProcessSetup } from './processSetup.ts';
import { seededRandom } from './seededRandom.ts';

const cycles = 80;
const ordersPerCycle = 10;
const longestLifeMs = 600;
const plugins = 10;
const workers = 3;
const maxNotifications = 5;
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

/** The lease is 5 s, so that what a dead worker held is free again within the test. */
const environment = {
  CALLBACK_DELAYS_S: '0.2,0.3,0.4,0.5',
  CALLBACK_MAX_NOTIFICATIONS: String(maxNotifications),
  CALLBACK_TIMEOUT_S: '4',
  CALLBACK_LEASE_MARGIN_S: '1',
};

let database: TestDatabase;
let setup: ProcessSetup;
const bundle = quickBundle('test/sweeper/processes/sweeperProcess.ts');
let receiver: CountingReceiver;
let running: ServiceProcess[];
const random = seededRandom(seed);

beforeAll(async () => {
  database = await createTestDatabase();
  setup = await openProcessSetup(database.url);
  receiver = await startCountingReceiver(chooseReply);
  running = Array.from({ length: workers }, start);
  await Promise.all(running.map(({ ready }) => ready));
});
afterAll(async () => {
  await Promise.all(running.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await setup.close();
  await database.drop();
});

it(`keeps every promise while a worker is killed ${cycles} times`, { timeout: 240_000 }, async () => {
  const startedAt = performance.now();
  const { orderIds } = await makeBulkOrders(setup.store, setup.client, {
    callbackUrls: Array.from({ length: plugins }, () => receiver.url),
    ordersPerPlugin: (cycles * ordersPerCycle) / plugins,
    status: 'UNPAID',
  });

  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const unpaid = orderIds.slice(cycle * ordersPerCycle, (cycle + 1) * ordersPerCycle);
    await Promise.all([...unpaid.map(pay), passTime(random() * longestLifeMs)]);
    const victim = Math.floor(random() * workers);
    await running[victim]!.end('SIGKILL');
    running[victim] = start();
  }
  const killedForMs = performance.now() - startedAt;
  await vi.waitUntil(async () => (await countOpen()) === 0, { timeout: 90_000, interval: 200 });

  const { broken, counts } = await findBrokenPromises(setup.client, receiver.arrivals);
  console.log(
    `seed ${seed}: ${cycles} kills in ${(killedForMs / 1000).toFixed(0)} s, ${orderIds.length} orders paid,`,
    `${receiver.arrivals.length} POSTs arrived,`,
    JSON.stringify(counts),
  );
  expect(broken).toEqual({});
  expect(counts.delivered + counts.exhausted).toBe(orderIds.length);
  // Otherwise the kills met nobody at work, and nothing was tested.
  expect(counts.abandoned).toBeGreaterThan(cycles / 10);
});

function start(): ServiceProcess {
  return startServiceProcess(bundle, { ...setup.environment, ...environment });
}

function chooseReply(): Reply {
  const draw = random();
  if (draw < 0.6) return 'success';
  if (draw < 0.8) return { successAfterMs: random() * 500 };
  return draw < 0.98 ? 'failure' : 'silence';
}

async function pay(orderId: string): Promise<void> {
  const schedule = { maxNotifications, delaysSeconds: [0.2] };
  await recordPayment(setup.store, orderId, null, schedule, new Date());
}

async function countOpen(): Promise<number> {
  const { rows } = await setup.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM delivery WHERE status = 'PENDING' OR lease_token IS NOT NULL`,
  );
  return rows[0]!.count;
}
