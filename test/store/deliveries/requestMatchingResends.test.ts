import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAs } from '../../../src/store/audit/audit.ts';
import { cancelDelivery } from '../../../src/store/deliveries/cancelDelivery.ts';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { type DeliveryFilter } from '../../../src/store/deliveries/findDeliveries.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { countResends, requestMatchingResends } from '../../../src/store/deliveries/requestMatchingResends.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { exampleTime } from '../../support/service.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15] };
let database: TestDatabase;
let store: Store;
let client: pg.Client;
let pluginId: string;
let orderId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  store = actingAs(openStore(database.url, new Keyring([randomBytes(32)])), { name: 'Ann', keyId: null });
  client = new pg.Client(database.url);
  await client.connect();
  const input = { name: 'A plugin', callbackUrl: 'https://example.com/paid' };
  pluginId = (await createPlugin(store, input, exampleTime)).plugin.id;
  const { id: userId } = await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime);
  const goods = { pluginId, title: 'A year', totalFeeFen: 100, payLimit: 0, source: 'API' } as const;
  const { id: goodsId } = await createGoods(store, goods, exampleTime);
  orderId = (await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime)).id;
  await recordPayment(store, orderId, null, schedule, exampleTime);
});
afterAll(async () => {
  await client.end();
  await closeStore(store);
  await database.drop();
});
beforeEach(async () => {
  await client.query('DELETE FROM audit_entry');
  await client.query('DELETE FROM delivery');
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const always = () => true;
const idOf = (n: number) => `order-${String(n).padStart(4, '0')}`;
const rows = () => store.prisma.delivery.findMany({ orderBy: { orderId: 'asc' } });
const askedIds = async () => (await rows()).filter((row) => row.pendingResends > 0).map((row) => row.orderId);

/** Orders that the developer was not told of, each created a second after the one before; exampleTime is the first. */
async function makeExhausted(count: number): Promise<void> {
  await client.query(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, created_at, paid_at)
     SELECT 'order-' || lpad(n::text, 4, '0'), plugin_id, goods_id, user_id, body, pay_fee_fen, status, created_at, paid_at
     FROM "order", generate_series(0, $1 - 1) AS n WHERE id = $2 ON CONFLICT DO NOTHING`,
    [count, orderId],
  );
  await client.query(
    `INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, attempt_count, automatic_count)
     SELECT id, plugin_id, 'EXHAUSTED', $1::timestamptz + right(id, 4)::int * interval '1 s', 5, 5, 5
     FROM "order" WHERE id BETWEEN 'order-0000' AND $2`,
    [exampleTime, idOf(count - 1)],
  );
}

const request = (seconds: number, filter: DeliveryFilter = { pluginId }, notAskedSince: Date | null = null) => ({
  filter,
  notAskedSince,
  now: later(seconds),
});

/** Does to all deliveries what a failed attempt does to one whose notification was asked for. */
const sendAll = () => client.query('UPDATE delivery SET pending_resends = 0, resend_requested_at = NULL');

async function entries(): Promise<Record<string, unknown>[]> {
  const { rows: found } = await client.query<{ detail: string }>('SELECT detail FROM audit_entry ORDER BY id');
  return found.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>);
}

/** There is time so often; it is asked before each transaction. */
function timeFor(transactions: number): () => boolean {
  let left = transactions;
  return () => left-- > 0;
}

describe('resends of many', () => {
  it('are one for each delivery, in as many transactions as it takes', async () => {
    await makeExhausted(600);

    expect(await requestMatchingResends(store, request(1000), always)).toEqual({ count: 600, isPartial: false });
    expect(await askedIds()).toHaveLength(600);
    expect((await rows())[0]).toMatchObject({ pendingResends: 1, resendRequestedAt: later(1000) });
  });

  it('leave out those that wait already, and keep the time since which they have waited', async () => {
    await makeExhausted(2);
    await requestResend(store, idOf(0), schedule, later(100));

    expect(await countResends(store, request(200))).toBe(1);
    expect(await requestMatchingResends(store, request(200), always)).toEqual({ count: 1, isPartial: false });
    expect(await rows()).toMatchObject([
      { pendingResends: 1, resendRequestedAt: later(100) },
      { pendingResends: 1, resendRequestedAt: later(200) },
    ]);
  });

  it('are not for a delivery of a later payment', async () => {
    await makeExhausted(10);

    expect(await countResends(store, request(4))).toBe(5);
    expect((await requestMatchingResends(store, request(4), always)).count).toBe(5);
    expect(await askedIds()).toEqual([0, 1, 2, 3, 4].map(idOf));
  });

  it('that run out of time go on where they are repeated, and ask for none twice though it was sent meanwhile', async () => {
    await makeExhausted(600);
    const first = await requestMatchingResends(store, request(1000), timeFor(1));
    expect(first).toEqual({ count: 250, isPartial: true });
    expect(await askedIds()).toEqual(Array.from({ length: 250 }, (_, n) => idOf(n)));
    await sendAll();

    const again = request(1001, { pluginId }, later(1000));
    expect(await countResends(store, again)).toBe(350);
    expect(await requestMatchingResends(store, again, always)).toEqual({ count: 350, isPartial: false });
    expect(await askedIds()).toEqual(Array.from({ length: 350 }, (_, n) => idOf(250 + n)));
    await sendAll();
    expect(await requestMatchingResends(store, again, always)).toEqual({ count: 0, isPartial: false });
  });

  it('go on for those that one by one were not asked for either', async () => {
    await makeExhausted(3);
    await requestResend(store, idOf(1), schedule, later(100));
    await requestResend(store, idOf(2), schedule, later(50));
    await cancelDelivery(store, idOf(2));
    await sendAll();

    expect(await requestMatchingResends(store, request(200, { pluginId }, later(100)), always)).toMatchObject({
      count: 2,
    });
    expect(await askedIds()).toEqual([idOf(0), idOf(2)]);
  });

  it('do not wait for a delivery that others are changing, and come back to it', async () => {
    await makeExhausted(300);
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM delivery WHERE order_id = $1 FOR UPDATE', [idOf(7)]);
    try {
      const asking = requestMatchingResends(store, request(1000), always);
      await expect.poll(async () => (await askedIds()).length, { timeout: 60_000 }).toBe(299);
      await other.query('ROLLBACK');
      expect(await asking).toEqual({ count: 300, isPartial: false });
    } finally {
      await other.end();
    }
    expect(await askedIds()).toHaveLength(300);
  });

  it('say so when a delivery stays locked', async () => {
    await makeExhausted(3);
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM delivery WHERE order_id = $1 FOR UPDATE', [idOf(1)]);
      expect(await requestMatchingResends(store, request(1000), timeFor(3))).toEqual({ count: 2, isPartial: true });
    } finally {
      await other.end();
    }
    expect(await requestMatchingResends(store, request(1001, { pluginId }, later(1000)), always)).toMatchObject({
      count: 1,
    });
  });

  it('do not wait for a delivery that is being deleted, and then is gone', async () => {
    await makeExhausted(3);
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('DELETE FROM delivery WHERE order_id = $1', [idOf(1)]);
      const asking = requestMatchingResends(store, request(1000), timeFor(100));
      await expect.poll(async () => (await askedIds()).length, { timeout: 60_000 }).toBe(2);
      await other.query('COMMIT');
      expect(await asking).toEqual({ count: 2, isPartial: false });
    } finally {
      await other.end();
    }
  });

  it('do not ask for a delivery that has left the filter before its turn', async () => {
    await makeExhausted(3);
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(`UPDATE delivery SET status = 'DELIVERED' WHERE order_id = $1`, [idOf(1)]);
      const asking = requestMatchingResends(store, request(1000, { status: 'EXHAUSTED' }), always);
      await expect.poll(async () => (await askedIds()).length, { timeout: 60_000 }).toBe(2);
      await other.query('COMMIT');
      expect(await asking).toEqual({ count: 2, isPartial: false });
    } finally {
      await other.end();
    }
    expect(await askedIds()).toEqual([idOf(0), idOf(2)]);
  });
});

describe('the audit entry of resends of many', () => {
  it('is one, with the filter and how many', async () => {
    await makeExhausted(600);
    await requestMatchingResends(store, request(1000, { pluginId }, later(5)), always);

    expect(await entries()).toEqual([
      {
        filter: { pluginId },
        notAskedSince: later(5).toISOString(),
        requestedAt: later(1000).toISOString(),
        count: 600,
        isPartial: false,
      },
    ]);
  });

  it('tells what was done when it breaks off in between', async () => {
    await makeExhausted(600);
    await client.query(
      `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER break_off BEFORE UPDATE ON delivery FOR EACH ROW WHEN (OLD.order_id = '${idOf(400)}')
       EXECUTE FUNCTION break_off();`,
    );
    try {
      await expect(requestMatchingResends(store, request(1000), always)).rejects.toThrow('broken');
    } finally {
      await client.query('DROP TRIGGER break_off ON delivery; DROP FUNCTION break_off;');
    }

    expect(await askedIds()).toHaveLength(250);
    expect(await entries()).toMatchObject([{ count: 250, isPartial: true }]);
  });
});
