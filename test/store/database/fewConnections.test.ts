import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { startService } from '../../../src/service/startService.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { outageOf } from '../../../src/store/database/outageOf.ts';
import { closeStore, openStore } from '../../../src/store/database/store.ts';
import { withConnection } from '../../../src/store/database/withConnection.ts';
import * as operations from '../../admin/generated/operations.ts';
import { adminClient } from '../../support/adminClient.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { memoryLog } from '../../support/memoryLog.ts';

let database: TestDatabase;
let role: string;
let roleUrl: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  role = `role_${randomUUID().slice(0, 8)}`;
  await run(
    database.url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret';
     GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
     GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  );
  roleUrl = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href;
});
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
  await run(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

const limitTo = async (connections: number) => run(database.url, `ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);

/** Takes one of the role's connections. */
async function occupy(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: roleUrl });
  await client.connect();
  return client;
}

it('takes thirty payments at once on fewer connections than it may have', { timeout: 60_000 }, async () => {
  await limitTo(6);
  const logged: Record<string, unknown>[] = [];
  const config = readConfig({
    DATABASE_URL: roleUrl,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
  });
  const service = await startService(config, memoryLog(logged));
  cleanups.push(service.stop);
  const admin = adminClient(service.adminUrl, service.adminToken);
  const developer = await makeDeveloper(admin);
  const goodsId = (await makeGoods(admin, developer.pluginId)).id;
  const orders = await Promise.all(Array.from({ length: 30 }, async () => makeOrder(admin, developer, { goodsId })));

  const paid = await Promise.all(
    orders.map(async ({ id }) => admin(operations.PayOrderDocument, { input: { orderId: id } })),
  );
  expect(paid.map(({ payOrder }) => payOrder.order.status)).toEqual(orders.map(() => 'PAID'));
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

it('waits for a connection that comes free, also when it has none at all', { timeout: 30_000 }, async () => {
  await limitTo(1);
  const other = await occupy();
  const store = openStore(roleUrl, new Keyring([randomBytes(32)]));
  cleanups.push(async () => closeStore(store));
  const counted = store.prisma.plugin.count();
  const read = withConnection(roleUrl, async (client) => (await client.query('SELECT 1')).rowCount);
  const refused = occupy();
  await expect(refused).rejects.toMatchObject({ code: '53300' });
  await other.end();
  expect(await read).toBe(1);
  // The store's own one may have been the second in line, and comes in when the other has ended.
  expect(await counted).toBe(0);
});

it('names the size of the pool when no connection comes free', { timeout: 60_000 }, async () => {
  await limitTo(1);
  const other = await occupy();
  cleanups.push(async () => other.end());
  const store = openStore(roleUrl, new Keyring([randomBytes(32)]), { maxConnections: 7 });
  cleanups.push(async () => closeStore(store));
  const failures = await Promise.all(
    [store.prisma.plugin.count(), store.prisma.$transaction(async (tx) => tx.plugin.count())].map(async (work) =>
      work.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  expect(failures.map((error) => (error instanceof Error ? error.message : error))).toEqual([
    expect.stringContaining('This pool is configured for up to 7 connections: lower DATABASE_POOL_SIZE'),
    expect.stringContaining('This pool is configured for up to 7 connections: lower DATABASE_POOL_SIZE'),
  ]);
  expect(failures.map(outageOf)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
});
