import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAs } from '../../../src/store/audit/audit.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder, findOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { findRefusedPaymentsOfOrder, mostOfAnOrder } from '../../../src/store/orders/refusedPayments.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15] };
const goods = { title: 'A year', totalFeeFen: 100, source: 'API' } as const;
let database: TestDatabase;
let store: Store;
let pluginId: string;
let userId: string;
/** An order of goods that are sold out. */
let unpaidId: string;
/** An order that was paid at exampleTime. */
let paidId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  store = actingAs(openStore(database.url, new Keyring([randomBytes(32)])), { name: 'Ann', keyId: 'key-of-ann' });
  pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime)).plugin.id;
  userId = (await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime)).id;
});
afterAll(async () => {
  await closeStore(store);
  await database.drop();
});
beforeEach(async () => {
  const { id: goodsId } = await createGoods(store, { ...goods, pluginId, payLimit: 1 }, exampleTime);
  const order = { goodsId, userId, outOrderId: null, attach: '' };
  [paidId, unpaidId] = [
    (await createOrder(store, order, exampleTime)).id,
    (await createOrder(store, order, exampleTime)).id,
  ];
  await pay(paidId, exampleTime);
  await run(database.url, 'DELETE FROM audit_entry');
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const pay = async (orderId: string, paidAt: Date | null, now = exampleTime, by = store) =>
  recordPayment(by, orderId, paidAt, schedule, now);
const refusalOf = async (payment: Promise<unknown>) =>
  payment.then(
    () => null,
    (error: unknown) => (error as { code?: string }).code ?? 'FAILED',
  );
const keptOf = async (orderId: string) => findRefusedPaymentsOfOrder(store, orderId);
const audited = async () =>
  (await store.prisma.auditEntry.findMany()).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }));

describe('a payment that is refused', () => {
  it('since the goods are sold out is kept, with who called and when, and is in the audit log', async () => {
    expect(await refusalOf(pay(unpaidId, later(-60)))).toBe('CONFLICT');

    expect(await keptOf(unpaidId)).toMatchObject([
      {
        orderId: unpaidId,
        pluginId,
        reason: 'SOLD_OUT',
        paidAt: later(-60),
        at: exampleTime,
        lastAt: exampleTime,
        count: 1,
        actor: 'Ann',
        actorKeyId: 'key-of-ann',
      },
    ]);
    expect(await audited()).toMatchObject([
      {
        actor: 'Ann',
        action: 'payOrder',
        target: unpaidId,
        detail: { refused: 'SOLD_OUT', paidAt: later(-60).toISOString() },
      },
    ]);
    expect(await findOrder(store, unpaidId)).toMatchObject({ status: 'UNPAID', paidAt: null });
  });

  it('since the order was paid at another time is kept too: the user may have paid twice', async () => {
    expect(await refusalOf(pay(paidId, later(1)))).toBe('CONFLICT');

    expect(await keptOf(paidId)).toMatchObject([{ reason: 'ALREADY_PAID', paidAt: later(1), count: 1 }]);
    expect(await findOrder(store, paidId)).toMatchObject({ status: 'PAID', paidAt: exampleTime });
  });

  it.each([
    { when: 'long before the order was created', paidAt: later(-8 * 3600) },
    { when: 'in the future', paidAt: later(8 * 3600) },
    { when: 'where a clock that was not set stands', paidAt: new Date('0001-01-01T00:00:00Z') },
  ])('since its time is $when is kept with that time, and can be repeated with the right one', async ({ paidAt }) => {
    const { id: goodsId } = await createGoods(store, { ...goods, pluginId, payLimit: 0 }, exampleTime);
    const { id } = await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime);
    await run(database.url, 'DELETE FROM audit_entry');
    for (const now of [later(0), later(1)]) expect(await refusalOf(pay(id, paidAt, now))).toBe('INVALID_PARAMETERS');

    const reason = 'IMPLAUSIBLE_PAID_AT';
    expect(await keptOf(id)).toMatchObject([{ pluginId, reason, paidAt, at: later(0), lastAt: later(1), count: 2 }]);
    const detail = { refused: reason, paidAt: paidAt.toISOString() };
    expect(await audited()).toMatchObject([{ actor: 'Ann', action: 'payOrder', target: id, detail }]);
    expect(await findOrder(store, id)).toMatchObject({ status: 'UNPAID', paidAt: null });
    expect(await pay(id, later(1))).toMatchObject({ status: 'PAID', paidAt: later(1) });
  });

  it('of an order that is paid is kept for an implausible time of its own too', async () => {
    expect(await refusalOf(pay(paidId, later(8 * 3600)))).toBe('INVALID_PARAMETERS');
    expect(await keptOf(paidId)).toMatchObject([{ reason: 'IMPLAUSIBLE_PAID_AT', paidAt: later(8 * 3600) }]);
  });

  it.each([{ paidAt: null }, { paidAt: later(-60) }])('again and again counts in one row: %j', async ({ paidAt }) => {
    const at = [0, 10, 20].map(later);
    for (const now of at) await refusalOf(pay(unpaidId, paidAt, now));
    const others = Array.from({ length: 10 }, async () => refusalOf(pay(unpaidId, paidAt, later(30))));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['CONFLICT']));

    expect(await keptOf(unpaidId)).toMatchObject([{ paidAt, at: later(0), lastAt: later(30), count: 13 }]);
    expect(await audited()).toHaveLength(1);
  });

  it('with many times of payment leaves the newest of them', async () => {
    for (let n = 0; n < mostOfAnOrder + 3; n += 1) await refusalOf(pay(paidId, later(1 + n)));
    await refusalOf(pay(unpaidId, null));

    const seconds = (await keptOf(paidId)).map(({ paidAt }) => (paidAt!.getTime() - exampleTime.getTime()) / 1000);
    expect(seconds).toEqual(Array.from({ length: mostOfAnOrder }, (_, n) => mostOfAnOrder + 3 - n));
    expect(await keptOf(unpaidId)).toHaveLength(1);
  });

  it('and cannot be kept is not said to be refused: its caller is to call again', async () => {
    await run(database.url, 'ALTER TABLE refused_payment RENAME TO gone');
    expect(await refusalOf(pay(unpaidId, null))).not.toBe('CONFLICT');
    await run(database.url, 'ALTER TABLE gone RENAME TO refused_payment');
    expect(await audited()).toEqual([]);

    expect(await refusalOf(pay(unpaidId, null))).toBe('CONFLICT');
    expect(await keptOf(unpaidId)).toMatchObject([{ count: 1 }]);
  });
});

it('a payment of an unknown order is refused for its implausible time first, and leaves no refused payment', async () => {
  expect(await refusalOf(pay('x'.repeat(32), later(8 * 3600)))).toBe('INVALID_PARAMETERS');
  expect(await store.prisma.refusedPayment.count({ where: { orderId: 'x'.repeat(32) } })).toBe(0);
});

it.each(['unknown', 'paid before'])('a payment of an order that is %s leaves no refused payment', async (which) => {
  if (which === 'unknown') expect(await refusalOf(pay('x'.repeat(32), null))).toBe('NOT_FOUND');
  else expect(await refusalOf(pay(paidId, exampleTime))).toBeNull();
  expect(await store.prisma.refusedPayment.count({ where: { orderId: paidId } })).toBe(0);
});
