import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGoods, findGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder, findOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';
import { findOrderForPlugin } from '../../support/signedReads.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };
let database: TestDatabase;
/** Two, as two processes of the service would have. */
let stores: [Store, Store];
let store: Store;
let pluginId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const keyring = new Keyring([randomBytes(32)]);
  stores = [openStore(database.url, keyring), openStore(database.url, keyring)];
  store = stores[0];
  await Promise.all(stores.map(openConnections));
  pluginId = await newPlugin();
  userId = await newUser();
});
afterAll(async () => {
  await Promise.all(stores.map(closeStore));
  await database.drop();
});

const newPlugin = async () =>
  (await createPlugin(store, { name: 'A plugin', callbackUrl: 'https://example.com/paid' }, exampleTime)).plugin.id;
const newUser = async () =>
  (await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime)).id;
const newGoods = async (payLimit = 0) =>
  (await createGoods(store, { pluginId, title: 'A year', totalFeeFen: 100, payLimit, source: 'API' }, exampleTime)).id;
const order = (given: { goodsId: string; userId?: string; outOrderId?: string; attach?: string }, by = store) =>
  createOrder(by, { userId, outOrderId: null, attach: '', ...given }, exampleTime);
const pay = (orderId: string, paidAt: Date | null = null, by = store) =>
  recordPayment(by, orderId, paidAt, schedule, later(1));
const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);

/** Calls that first wait for a connection would not run at once: opens as many as `atOnce` uses in one process. */
async function openConnections({ prisma }: Store): Promise<void> {
  let opened = 0;
  let releaseAll: (() => void) | undefined;
  const all = new Promise<void>((resolve) => (releaseAll = resolve));
  const holdOne = async (tx: Pick<Store['prisma'], '$queryRaw'>) => {
    await tx.$queryRaw`SELECT 1`;
    if ((opened += 1) === 5) releaseAll?.();
    await all;
  };
  await Promise.all(Array.from({ length: 5 }, () => prisma.$transaction(holdOne)));
}

/** Ten calls, half of them from each process, all started before any is awaited. */
const atOnce = <Result>(act: (by: Store, index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: 10 }, (_, index) => act(stores[index % 2]!, index)));
const valuesOf = <Result>(settled: PromiseSettledResult<Result>[]) =>
  settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
const reasonsOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
const paidCountOf = async (goodsId: string) => (await findGoods(store, goodsId))?.paidCount;

const waitingForHold = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;

describe('payments at once', () => {
  it('of one order are one payment', async () => {
    const goodsId = await newGoods(1);
    const { id } = await order({ goodsId });
    const settled = await atOnce((by) => pay(id, null, by));

    expect(reasonsOf(settled)).toEqual([]);
    expect(new Set(valuesOf(settled).map((each) => JSON.stringify(each))).size).toBe(1);
    expect(valuesOf(settled)[0]).toMatchObject({ id, status: 'PAID', paidAt: later(1) });
    const { rows } = await run(database.url, `SELECT 1 FROM delivery WHERE order_id = '${id}'`);
    expect(rows).toHaveLength(1);
    expect(await paidCountOf(goodsId)).toBe(1);
  });

  it('of one order, said to be at ten times, are the one that came first; the others are refused', async () => {
    const goodsId = await newGoods();
    const { id } = await order({ goodsId });
    const settled = await atOnce((by, index) => pay(id, later(-index), by));

    expect(valuesOf(settled)).toHaveLength(1);
    expect(reasonsOf(settled)).toEqual(Array.from({ length: 9 }, () => expect.objectContaining({ code: 'CONFLICT' })));
    expect(await findOrder(store, id)).toEqual(valuesOf(settled)[0]);
    expect(await paidCountOf(goodsId)).toBe(1);
  });

  it('of ten orders of goods that three may buy: three are paid, seven refused and unpaid', async () => {
    const goodsId = await newGoods(3);
    const orders = await Promise.all(Array.from({ length: 10 }, () => order({ goodsId })));
    const settled = await atOnce((by, index) => pay(orders[index]!.id, null, by));

    expect(valuesOf(settled)).toHaveLength(3);
    expect(reasonsOf(settled)).toEqual(
      Array.from({ length: 7 }, () => expect.objectContaining({ code: 'CONFLICT', facts: { why: 'SOLD_OUT' } })),
    );
    expect(await paidCountOf(goodsId)).toBe(3);
    const after = await Promise.all(orders.map(({ id }) => findOrder(store, id)));
    expect(after.filter((each) => each?.status === 'PAID')).toHaveLength(3);
    expect(after.filter((each) => each?.status === 'UNPAID' && each.paidAt === null)).toHaveLength(7);
  });

  it('of ten orders of unlimited goods all count', async () => {
    const goodsId = await newGoods();
    const orders = await Promise.all(Array.from({ length: 10 }, () => order({ goodsId })));
    expect(reasonsOf(await atOnce((by, index) => pay(orders[index]!.id, null, by)))).toEqual([]);
    expect(await paidCountOf(goodsId)).toBe(10);
  });

  it('of thirty orders of goods that ten may buy: exactly ten are paid', async () => {
    const goodsId = await newGoods(10);
    const orders = await Promise.all(Array.from({ length: 30 }, () => order({ goodsId })));
    const settled = await Promise.allSettled(orders.map(({ id }, index) => pay(id, null, stores[index % 2])));
    expect(valuesOf(settled)).toHaveLength(10);
    expect(await paidCountOf(goodsId)).toBe(10);
  });

  it('of unlimited goods do not wait for each other', async () => {
    const goodsId = await newGoods();
    const [held, other] = [await order({ goodsId }), await order({ goodsId })];
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
      CREATE TRIGGER hold AFTER UPDATE ON "order" FOR EACH ROW WHEN (NEW.id = '${held.id}') EXECUTE FUNCTION hold();
      SELECT pg_advisory_lock(1)`);
    const holding = pay(held.id);
    // Its rows are written now, and its transaction goes on.
    await vi.waitUntil(async () => (await client.query(waitingForHold)).rowCount === 1);

    expect(await pay(other.id)).toMatchObject({ status: 'PAID' });
    expect(await paidCountOf(goodsId)).toBe(1);
    await client.query('SELECT pg_advisory_unlock(1)');
    expect(await holding).toMatchObject({ status: 'PAID' });
    expect(await paidCountOf(goodsId)).toBe(2);
    await client.query('DROP FUNCTION hold CASCADE');
    await client.end();
  });

  it('beside new orders of the same goods get in nobody’s way', async () => {
    const goodsId = await newGoods();
    const orders = await Promise.all(Array.from({ length: 5 }, () => order({ goodsId })));
    const settled = await atOnce((by, index) =>
      index < 5 ? pay(orders[index]!.id, null, by) : order({ goodsId }, by),
    );
    expect(reasonsOf(settled)).toEqual([]);
    expect(await paidCountOf(goodsId)).toBe(5);
  });

  it('do not count when the order cannot be written', async () => {
    const goodsId = await newGoods(1);
    const { id } = await order({ goodsId });
    await run(database.url, `ALTER TABLE "order" ADD CONSTRAINT stuck CHECK (status <> 'PAID' OR id <> '${id}')`);
    await expect(pay(id)).rejects.toThrow(/stuck/);
    await run(database.url, 'ALTER TABLE "order" DROP CONSTRAINT stuck');
    expect(await paidCountOf(goodsId)).toBe(0);
    expect(await pay(id)).toMatchObject({ status: 'PAID' });
  });
});

describe('orders with one external number', () => {
  it('made ten times at once are one order', async () => {
    const goodsId = await newGoods();
    const settled = await atOnce((by) => order({ goodsId, outOrderId: 'at-once', attach: 'same' }, by));

    expect(reasonsOf(settled)).toEqual([]);
    expect(new Set(valuesOf(settled).map(({ id }) => id)).size).toBe(1);
    const { rows } = await run(database.url, `SELECT id FROM "order" WHERE out_order_id = 'at-once'`);
    expect(rows).toEqual([{ id: valuesOf(settled)[0]!.id }]);
  });

  it('made at once for a user whom the plugin does not know yet link that user once', async () => {
    const [goodsId, stranger] = [await newGoods(), await newUser()];
    const settled = await atOnce((by, index) => order({ goodsId, userId: stranger, outOrderId: `first-${index}` }, by));
    expect(reasonsOf(settled)).toEqual([]);
    expect(new Set(valuesOf(settled).map(({ openId }) => openId)).size).toBe(1);
  });

  it('made at once for two goods are one order, and conflicts for the other goods', async () => {
    const goods = [await newGoods(), await newGoods()];
    const settled = await atOnce((by, index) => order({ goodsId: goods[index % 2]!, outOrderId: 'two-goods' }, by));
    expect(new Set(valuesOf(settled).map(({ id }) => id)).size).toBe(1);
    expect(valuesOf(settled)).toHaveLength(5);
    expect(reasonsOf(settled)).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ code: 'CONFLICT' })));
  });

  it.each(['goods', 'user'])('conflict when the %s differ', async (what) => {
    const [goodsId, outOrderId] = [await newGoods(), `differs-${what}`];
    const first = await order({ goodsId, outOrderId });
    const other = what === 'goods' ? { goodsId: await newGoods() } : { userId: await newUser() };
    await expect(order({ goodsId, outOrderId, ...other })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(first).toMatchObject((await findOrderForPlugin(store, pluginId, outOrderId))!);
  });

  it('conflict with another order of the plugin whose order_id it is, and with no other plugin’s', async () => {
    const goodsId = await newGoods();
    const { id: outOrderId } = await order({ goodsId });
    await expect(order({ goodsId, outOrderId })).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { why: 'OUT_ORDER_ID_IS_ORDER_ID' },
    });
    expect(await findOrderForPlugin(store, pluginId, outOrderId)).toMatchObject({ id: outOrderId, outOrderId: null });

    const goods = {
      pluginId: await newPlugin(),
      title: 'A year',
      totalFeeFen: 100,
      payLimit: 0,
      source: 'API',
    } as const;
    const { id: otherGoods } = await createGoods(store, goods, exampleTime);
    expect(await order({ goodsId: otherGoods, outOrderId })).toMatchObject({ pluginId: goods.pluginId, outOrderId });
  });

  it('a conflict does not link a user to the plugin', async () => {
    const [goodsId, stranger] = [await newGoods(), await newUser()];
    await order({ goodsId, outOrderId: 'no-link' });
    await expect(order({ goodsId, outOrderId: 'no-link', userId: stranger })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const { rows } = await run(database.url, `SELECT 1 FROM plugin_user WHERE user_id = '${stranger}'`);
    expect(rows).toEqual([]);
  });
});

describe('an order', () => {
  it('keeps the title and price that the goods had when it was created', async () => {
    const goodsId = await newGoods();
    const before = await order({ goodsId, outOrderId: 'old-price' });
    await run(database.url, `UPDATE goods SET title = 'Renamed', total_fee_fen = 999 WHERE id = '${goodsId}'`);

    expect(await findOrder(store, before.id)).toMatchObject({ body: 'A year', payFeeFen: 100 });
    expect(await order({ goodsId, outOrderId: 'old-price' })).toEqual(before);
    expect(await pay(before.id)).toMatchObject({ body: 'A year', payFeeFen: 100 });
    expect(await order({ goodsId })).toMatchObject({ body: 'Renamed', payFeeFen: 999 });
  });

  it('is found by its own plugin only, by its order_id before an old order’s external number', async () => {
    const goodsId = await newGoods();
    const first = await order({ goodsId });
    const { id } = await order({ goodsId });
    await run(database.url, `UPDATE "order" SET out_order_id = '${first.id}' WHERE id = '${id}'`);
    const second = await findOrder(store, id);
    // As before: whoever repeats the call that made it gets it.
    expect(await order({ goodsId, outOrderId: first.id })).toEqual(second);
    expect(first).toMatchObject((await findOrderForPlugin(store, pluginId, first.id))!);
    expect(second).toMatchObject((await findOrderForPlugin(store, pluginId, id))!);
    expect(await findOrderForPlugin(store, await newPlugin(), first.id)).toBeNull();
  });
});
