import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAs } from '../../../src/store/audit/audit.ts';
import {
  countUnnotifiedOrders,
  createMissingDeliveries,
  type UnnotifiedOrders,
} from '../../../src/store/deliveries/createMissingDeliveries.ts';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin, updatePlugin } from '../../../src/store/plugins/plugins.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { exampleTime } from '../../support/service.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15] };
const callbackUrl = 'https://example.com/paid';
let database: TestDatabase;
let store: Store;
let client: pg.Client;
let pluginId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  store = actingAs(openStore(database.url, new Keyring([randomBytes(32)])), { name: 'Ann', keyId: null });
  client = new pg.Client(database.url);
  await client.connect();
  userId = (await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime)).id;
});
afterAll(async () => {
  await client.end();
  await closeStore(store);
  await database.drop();
});
beforeEach(async () => {
  pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime)).plugin.id;
  await client.query('DELETE FROM audit_entry');
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const always = () => true;
const create = async (orders: Partial<UnnotifiedOrders> = {}, hasTime = always, seconds = 1000) =>
  createMissingDeliveries(store, { pluginId, ...orders }, schedule, () => later(seconds), hasTime);
const setUrl = () => updatePlugin(store, pluginId, { callbackUrl });
const deliveries = () => store.prisma.delivery.findMany({ where: { pluginId }, orderBy: { orderId: 'asc' } });

async function newOrder(): Promise<string> {
  const goods = { pluginId, title: 'A year', totalFeeFen: 100, payLimit: 0, source: 'API' } as const;
  const { id: goodsId } = await createGoods(store, goods, exampleTime);
  return (await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime)).id;
}

async function pay(seconds = 0): Promise<string> {
  const orderId = await newOrder();
  await recordPayment(store, orderId, later(seconds), schedule, later(seconds));
  return orderId;
}

/** As many orders as one that is paid, each created a second after the one before. */
async function payMany(count: number): Promise<void> {
  await client.query(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, created_at, paid_at)
     SELECT plugin_id || '-' || lpad(n::text, 4, '0'), plugin_id, goods_id, user_id, body, pay_fee_fen, status,
       created_at + n * interval '1 s', paid_at
     FROM "order", generate_series(2, $1) AS n WHERE id = $2`,
    [count, await pay()],
  );
}

describe('the deliveries of orders that were paid without a callback URL', () => {
  it('are made as if they were paid now', async () => {
    const orderId = await pay();
    await setUrl();

    expect(await countUnnotifiedOrders(store, { pluginId })).toBe(1);
    expect(await create()).toEqual({ count: 1, isPartial: false });
    expect(await deliveries()).toMatchObject([
      {
        orderId,
        status: 'PENDING',
        createdAt: later(1000),
        maxNotifications: 5,
        nextAutomaticAt: later(1000),
        pendingResends: 0,
      },
    ]);
  });

  it('are those of no other orders', async () => {
    await newOrder();
    const acknowledged = await pay();
    await client.query('UPDATE "order" SET acknowledged_at = now() WHERE id = $1', [acknowledged]);
    const ofOther = await pay();
    const { plugin } = await createPlugin(store, { name: 'Another', callbackUrl }, exampleTime);
    const untold = await pay();
    await setUrl();
    const told = await pay();

    expect(
      await createMissingDeliveries(store, { pluginId: plugin.id }, schedule, () => later(1), always),
    ).toMatchObject({
      count: 0,
    });
    expect(await create()).toEqual({ count: 2, isPartial: false });
    expect((await deliveries()).map(({ orderId }) => orderId)).toEqual([ofOther, untold, told].toSorted());
    expect(await create()).toEqual({ count: 0, isPartial: false });
  });

  it('are those of payments between two instants', async () => {
    const orderIds = [await pay(0), await pay(10), await pay(20)];
    await setUrl();
    const range = { paidFrom: later(10), paidTo: later(20) };

    expect(await countUnnotifiedOrders(store, { pluginId, ...range })).toBe(1);
    expect(await create(range)).toMatchObject({ count: 1 });
    expect(await deliveries()).toMatchObject([{ orderId: orderIds[1] }]);
  });

  it('are made in as many calls as it takes, and at no instant are there very many', async () => {
    await payMany(600);
    await setUrl();
    let left = 1;
    expect(await create({}, () => left-- > 0)).toEqual({ count: 250, isPartial: true });

    expect(await countUnnotifiedOrders(store, { pluginId })).toBe(350);
    expect(await create({}, always, 2000)).toEqual({ count: 350, isPartial: false });
    expect(await deliveries()).toHaveLength(600);
    const { rows } = await client.query<{ detail: string }>(
      `SELECT detail FROM audit_entry WHERE action = 'createDeliveries' AND target = $1 ORDER BY id`,
      [pluginId],
    );
    expect(rows.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
      { count: 250, isPartial: true },
      { count: 350, isPartial: false },
    ]);
  });

  it('are one for each order, whoever else asks for it', async () => {
    await payMany(20);
    await setUrl();
    const orders = await store.prisma.order.findMany({ where: { pluginId } });
    const asked = orders.map(async ({ id }) => requestResend(store, id, schedule, later(1)));
    const made = await Promise.all([create(), create(), ...asked]);

    const pending = (await deliveries()).map(({ pendingResends }) => pendingResends);
    expect(pending).toEqual(Array(20).fill(1));
    expect(made.slice(0, 2)).toMatchObject([{ isPartial: false }, { isPartial: false }]);
  });

  it('do not wait for an order that others are changing, and it comes later', async () => {
    const [locked, free] = [await pay(), await pay()];
    await setUrl();
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM "order" WHERE id = $1 FOR UPDATE', [locked]);
      const making = create();
      await expect.poll(deliveries, { timeout: 60_000 }).toMatchObject([{ orderId: free }]);
      await other.query('ROLLBACK');
      expect(await making).toEqual({ count: 2, isPartial: false });
    } finally {
      await other.end();
    }
  });

  it('do not wait for an order that is being deleted, and then is gone', async () => {
    const [deleted, free] = [await pay(), await pay()];
    await setUrl();
    const other = new pg.Client(database.url);
    await other.connect();
    let left = 100;
    try {
      await other.query('BEGIN');
      await other.query('DELETE FROM "order" WHERE id = $1', [deleted]);
      const making = create({}, () => left-- > 0);
      await expect.poll(deliveries, { timeout: 60_000 }).toMatchObject([{ orderId: free }]);
      await other.query('COMMIT');
      expect(await making).toEqual({ count: 1, isPartial: false });
    } finally {
      await other.end();
    }
  });

  it.each([
    { work: 'made', act: () => create() },
    { work: 'counted', act: () => countUnnotifiedOrders(store, { pluginId }) },
  ])('are not $work while there is no callback URL, or no such plugin', async ({ act }) => {
    await pay();
    await expect(act()).rejects.toMatchObject({ code: 'CONFLICT' });
    pluginId = 'unknown1';
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await client.query('SELECT 1 FROM audit_entry WHERE action = $1', ['createDeliveries'])).rowCount).toBe(0);
  });
});
