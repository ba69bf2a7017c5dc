import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service/startService.ts';
import { createGoods } from '../../src/store/goods/goods.ts';
import { inTransaction } from '../../src/store/database/inTransaction.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { outageOf } from '../../src/store/database/outageOf.ts';
import { createPlugin } from '../../src/store/plugins/plugins.ts';
import { mostTries } from '../../src/store/database/retryConflicts.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import * as operations from '../admin/generated/operations.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import { startCallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { exampleTime } from '../support/service.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

async function databaseOfLevel(level: string): Promise<string> {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const name = new URL(database.url).pathname.slice(1);
  await run(database.url, `ALTER DATABASE ${name} SET default_transaction_isolation TO '${level}'`);
  return database.url;
}

function open(url: string): Store {
  const store = openStore(url, new Keyring([randomBytes(32)]));
  cleanups.push(async () => closeStore(store));
  return store;
}

/** A service that sweeps, a receiver of its callbacks, and what it logs. */
async function startOn(databaseUrl: string) {
  const receiver = await startCallbackReceiver();
  cleanups.push(async () => receiver.close());
  const logged: Record<string, unknown>[] = [];
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  const service = await startService(config, memoryLog(logged));
  cleanups.push(service.stop);
  return { service, receiver, logged };
}

describe.each(['read committed', 'repeatable read', 'serializable'])('on a database whose default is %s', (level) => {
  it('takes forty payments of the same goods at once, and tells of each', { timeout: 60_000 }, async () => {
    const databaseUrl = await databaseOfLevel(level);
    const { service, receiver, logged } = await startOn(databaseUrl);
    const admin = adminClient(service.adminUrl, service.adminToken);
    const developer = await makeDeveloper(admin, receiver.url);
    const goodsId = (await makeGoods(admin, developer.pluginId, { payLimit: 40 })).id;
    const orders = await Promise.all(Array.from({ length: 40 }, async () => makeOrder(admin, developer, { goodsId })));

    const paid = await Promise.all(
      orders.map(async ({ id }) => admin(operations.PayOrderDocument, { input: { orderId: id } })),
    );
    expect(paid.map(({ payOrder }) => payOrder.order.status)).toEqual(orders.map(() => 'PAID'));
    await expect
      .poll(async () => (await run(databaseUrl, `SELECT FROM delivery WHERE status = 'DELIVERED'`)).rowCount, {
        timeout: 30_000,
      })
      .toBe(40);
    expect(logged.filter(({ level: severity }) => Number(severity) >= 40)).toEqual([]);
  });

  it('has one level in all transactions and statements', async () => {
    const store = open(await databaseOfLevel(level));
    const read = async (client: Pick<Store['prisma'], '$queryRaw'>) =>
      (await client.$queryRaw<[{ level: string }]>`SELECT current_setting('transaction_isolation') AS level`)[0].level;
    const limited = store.withStatementTimeout(5_000);
    expect([
      await read(store.prisma),
      await inTransaction(store, read),
      await read(limited.prisma),
      await inTransaction(limited, read),
    ]).toEqual(Array.from({ length: 4 }, () => 'read committed'));
  });
});

describe('transactions that meet each other', () => {
  async function twoPlugins(store: Store): Promise<[string, string]> {
    const make = async () => (await createPlugin(store, { name: 'A', callbackUrl: null }, exampleTime)).plugin.id;
    return [await make(), await make()];
  }

  it('are done again when PostgreSQL ends one of a deadlock', async () => {
    const store = open(await databaseOfLevel('read committed'));
    const [first, second] = await twoPlugins(store);
    let tries = 0;
    let arrived = 0;
    let bothHaveOne: () => void;
    const meeting = new Promise<void>((resolve) => (bothHaveOne = resolve));
    const change = async (ids: string[]) =>
      inTransaction(store, async (tx) => {
        tries += 1;
        for (const id of ids) {
          await tx.plugin.update({ where: { id }, data: { name: { set: `${ids.indexOf(id)}` } } });
          arrived += 1;
          if (arrived === 2) bothHaveOne();
          await meeting;
        }
      });
    await Promise.all([change([first, second]), change([second, first])]);
    expect(tries).toBe(3);
  });

  it('are done again without a line in the log: a mutation, a payment, a claim and its closing', async () => {
    const databaseUrl = await databaseOfLevel('read committed');
    const { service, receiver, logged } = await startOn(databaseUrl);
    const admin = adminClient(service.adminUrl, service.adminToken);
    const developer = await makeDeveloper(admin, receiver.url);
    const { id: orderId } = await makeOrder(admin, developer);
    // Each of these meets another transaction once; a sequence is not undone with the transaction.
    const meetings = ['goods', 'audit_entry', 'delivery_attempt', 'delivery'];
    for (const table of meetings) {
      const event = table === 'delivery' ? 'UPDATE OF status' : 'INSERT';
      await run(
        databaseUrl,
        `CREATE SEQUENCE meetings_${table};
         CREATE FUNCTION meet_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('meetings_${table}') = 1 THEN RAISE EXCEPTION 'met another' USING ERRCODE = '40P01'; END IF;
           RETURN NEW; END $$;
         CREATE TRIGGER meet BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION meet_${table}()`,
      );
    }
    await admin(operations.PayOrderDocument, { input: { orderId } });
    await makeGoods(admin, developer.pluginId);
    const delivered = `SELECT attempt_count FROM delivery WHERE status = 'DELIVERED'`;
    await expect
      .poll(async () => (await run(databaseUrl, delivered)).rows, { timeout: 15_000 })
      .toEqual([{ attempt_count: 1 }]);

    for (const table of meetings) {
      const [{ met }] = (await run(databaseUrl, `SELECT last_value > 1 AS met FROM meetings_${table}`)).rows as [
        object & { met: boolean },
      ];
      expect({ table, met }).toEqual({ table, met: true });
    }
    expect(receiver.received).toHaveLength(1);
    expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('are given up after some tries, when %s goes on', async (_what, sqlState) => {
    const store = open(await databaseOfLevel('read committed'));
    const { plugin } = await createPlugin(store, { name: 'A', callbackUrl: null }, exampleTime);
    // A sequence is not undone, and so counts the tries.
    await store.prisma.$executeRawUnsafe('CREATE SEQUENCE tries');
    await store.prisma.$executeRawUnsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'met another' USING ERRCODE = '${sqlState}'; END $$`);
    await store.prisma.$executeRawUnsafe(
      'CREATE TRIGGER refuse BEFORE INSERT ON goods FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const triesOf = async (work: () => Promise<unknown>) => {
      await store.prisma.$executeRaw`ALTER SEQUENCE tries RESTART`;
      expect(outageOf(await work().catch((error: unknown) => error))).toBe('CONTENDED');
      const [{ tries }] = await store.prisma.$queryRaw<[{ tries: bigint }]>`SELECT last_value AS tries FROM tries`;
      return Number(tries);
    };
    const goods = { pluginId: plugin.id, title: 'A year', totalFeeFen: 1, payLimit: 0, source: 'API' } as const;
    expect(await triesOf(async () => createGoods(store, goods, exampleTime))).toBe(mostTries);
    const statement = async () => store.prisma.$executeRaw`
      INSERT INTO goods (id, plugin_id, title, total_fee_fen, source) VALUES ('a', ${plugin.id}, 'A year', 1, 'API')`;
    expect(await triesOf(statement)).toBe(mostTries);
  });
});
