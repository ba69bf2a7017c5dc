import { afterAll, beforeAll, expect, it } from 'vitest';
import { foundNoConnection, isStatementTimeout } from '../../../src/store/database/databaseErrors.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';

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

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('tells a statement that got no connection from one that failed', { timeout: 60_000 }, async () => {
  const { prisma } = store;
  const onlyConnection = await store.pool.connect();
  const limited = store.withStatementTimeout(5000).prisma;
  const waited = await Promise.all([
    failure(prisma.plugin.count()),
    failure(limited.plugin.count()),
    failure(prisma.$transaction(async (tx) => tx.plugin.count())),
    failure(limited.$transaction(async (tx) => tx.plugin.count())),
    failure(prisma.$transaction([prisma.plugin.count()])),
  ]);

  expect(waited.map(foundNoConnection)).toEqual([true, true, true, true, true]);
  expect(waited.map(isStatementTimeout)).toEqual([false, false, false, false, false]);
  onlyConnection.release();
  expect(await failure(prisma.plugin.count())).toBeUndefined();
  expect(foundNoConnection(await failure(prisma.$queryRaw`SELECT 1 / 0`))).toBe(false);
  const late = prisma.$transaction(async (tx) => tx.$queryRaw`SELECT pg_sleep(1)::text`, { timeout: 500 });
  expect(foundNoConnection(await failure(late))).toBe(false);
});
