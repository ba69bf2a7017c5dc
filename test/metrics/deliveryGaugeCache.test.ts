import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheDeliveryGauges } from '../../src/metrics/deliveryGaugeCache.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { exampleTime } from '../support/service.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([Buffer.alloc(32)]), { maxConnections: 1 });
});
afterAll(async () => {
  await closeStore(store);
  await database.drop();
});

const gauges = { pending: 7, due: 3, oldestDueAgeSeconds: 12 };

/** A watch that measures once, and then as given. */
async function watchAfter(measureNext: () => Promise<typeof gauges>) {
  const clock = { now: exampleTime };
  let measured = 0;
  const watch = cacheDeliveryGauges({
    measure: async () => ((measured += 1) === 1 ? gauges : measureNext()),
    clock: () => clock.now,
  });
  expect(await watch.read()).toEqual({ isUp: true, gauges });
  clock.now = new Date(exampleTime.getTime() + 10_000);
  return watch;
}

it('keeps the last figures while a count takes long', async () => {
  let count: (counted: typeof gauges) => void;
  const watch = await watchAfter(async () => new Promise((resolve) => (count = resolve)));
  expect(await watch.read()).toEqual({ isUp: true, gauges });

  count!({ ...gauges, due: 4 });
  await expect.poll(() => watch.read()).toEqual({ isUp: true, gauges: { ...gauges, due: 4 } });
});

it('keeps them when PostgreSQL ended a count that took too long', async () => {
  const { prisma } = store.withStatementTimeout(50);
  let isEnded = false;
  const watch = await watchAfter(async () => {
    await prisma.$queryRaw`SELECT pg_sleep(60)::text`.finally(() => (isEnded = true));
    return gauges;
  });
  await watch.read();
  await expect.poll(() => isEnded, { timeout: 15_000 }).toBe(true);
  expect(await watch.read()).toEqual({ isUp: true, gauges });
});

it('has none when the database could not be reached', async () => {
  const watch = await watchAfter(async () => {
    throw new Error('connect ECONNREFUSED');
  });
  expect(await watch.read()).toEqual({ isUp: false, gauges: null });
});
