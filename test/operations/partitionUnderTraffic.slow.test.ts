import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAttemptPage } from '../../src/store/deliveries/deliveryAttempts.ts';
import { recordPayment } from '../../src/store/orders/recordPayment.ts';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { partitionAttempts } from '../support/partitionAttempts.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../support/serviceProcess.ts';
import { untilLocked } from '../support/untilLocked.ts';
import { makeBulkOrders } from '../sweeper/processes/bulkOrders.ts';
import { startCountingReceiver, type CountingReceiver, type Reply } from '../sweeper/processes/countingReceiver.ts';
import { findBrokenPromises } from '../sweeper/processes/findBrokenPromises.ts';
import { openProcessSetup, type ProcessSetup } from '../sweeper/processes/processSetup.ts';

const plugins = 10;
const shoppers = 4;
/** Far more than are paid in the time of a test. */
const ordersPerPlugin = 3000;
const environment = { CALLBACK_DELAYS_S: '0.1,0.1,0.1,0.1' };
const replies: Reply[] = ['success', 'failure', { successAfterMs: 20 }];
const logLevelOfErrors = 50;

let database: TestDatabase;
let setup: ProcessSetup;
const bundle = quickBundle('test/sweeper/processes/sweeperProcess.ts');
let receiver: CountingReceiver;
let sweepers: ServiceProcess[];
let operator: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  setup = await openProcessSetup(database.url);
  receiver = await startCountingReceiver(() => replies[receiver.arrivals.length % replies.length]!);
  sweepers = [1, 2].map(() => startServiceProcess(bundle, { ...setup.environment, ...environment }));
  await Promise.all(sweepers.map(({ ready }) => ready));
  operator = new pg.Client(database.url);
  await operator.connect();
});
afterEach(async () => {
  await operator.end();
  await Promise.all(sweepers.map(({ end }) => end()));
  await receiver.close();
  await setup.close();
  await database.drop();
});

/** Payments, callbacks, retention and lists of staff go on while it works; then all that was paid is told. */
async function whileTrafficGoesOn(work: () => Promise<void>): Promise<void> {
  const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
  const { orderIds } = await makeBulkOrders(setup.store, setup.client, {
    callbackUrls,
    ordersPerPlugin,
    status: 'UNPAID',
  });
  const over = new AbortController();
  const again = async (request: () => Promise<unknown>) => {
    for (; !over.signal.aborted; await passTime(2)) await request();
  };
  const schedule = { maxNotifications: 5, delaysSeconds: [0.1] };
  const pay = async () => recordPayment(setup.store, orderIds.pop()!, null, schedule, new Date());
  const firstPage = { size: 10, direction: 'forward', after: null, before: null } as const;
  const traffic = Promise.allSettled([
    ...Array.from({ length: shoppers }, async () => again(pay)),
    again(async () => findAttemptPage(setup.store, {}, firstPage)),
    // Nothing is so old: it takes its locks, which are in another order than those of the sweepers.
    again(async () => removeExpired(setup.store, new Date(0))),
  ]);
  try {
    const arrived = receiver.arrivals.length;
    await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBeGreaterThan(arrived + 20);
    await work();
    const arrivedThen = receiver.arrivals.length;
    await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBeGreaterThan(arrivedThen + 20);
  } finally {
    over.abort();
  }
  const failures = (await traffic).flatMap((its) => (its.status === 'rejected' ? [its.reason as Error] : []));
  expect(failures).toEqual([]);
  await expect.poll(countOpen, { timeout: 60_000, interval: 200 }).toBe(0);
}

async function countOpen(): Promise<number> {
  const { rows } = await setup.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM delivery WHERE status = 'PENDING' OR lease_token IS NOT NULL`,
  );
  return rows[0]!.count;
}

function loggedErrors(): unknown[] {
  return sweepers.flatMap(({ lines }) => lines).filter(({ level }) => level >= logLevelOfErrors);
}

describe('while payments, callbacks, retention and lists go on,', { timeout: 150_000 }, () => {
  it('attempts are partitioned and months are made; no callback is lost or doubled, and nothing fails', async () => {
    await whileTrafficGoesOn(async () => {
      await untilLocked(operator, async () => partitionAttempts(operator));
      for (const ahead of [4, 5, 6, 7]) {
        await untilLocked(operator, async () => operator.query('SELECT make_attempt_months($1)', [ahead]));
      }
    });

    const { broken, counts } = await findBrokenPromises(setup.client, receiver.arrivals);
    expect(broken).toEqual({});
    expect(counts).toMatchObject({ abandoned: 0, doubles: 0 });
    expect(loggedErrors()).toEqual([]);
  });

  it('a month of theirs is dropped; each delivery goes on from where it was, and nothing fails', async () => {
    await untilLocked(operator, async () => partitionAttempts(operator));
    await whileTrafficGoesOn(async () => {
      const drop = 'SELECT drop_attempt_months(min(until)) AS name FROM attempt_months';
      const { rows } = await untilLocked(operator, async () => operator.query(drop));
      expect(rows).toEqual([{ name: 'delivery_attempt_before' }]);
    });

    const { rows } = await setup.client.query<{ posted: string }>(
      `SELECT order_id || ' ' || generate_series(1, attempt_count) AS posted FROM delivery`,
    );
    const arrived = receiver.arrivals.map(({ orderId, attempt }) => `${orderId} ${attempt}`);
    expect(arrived.toSorted()).toEqual(rows.map(({ posted }) => posted).toSorted());
    expect(loggedErrors()).toEqual([]);
  });
});
