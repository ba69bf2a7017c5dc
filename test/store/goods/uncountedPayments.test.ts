import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createGoods, findGoods, findGoodsPage, findGoodsPageOfPlugin } from '../../../src/store/goods/goods.ts';
import { countPayments } from '../../../src/store/goods/uncountedPayments.ts';
import { createOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15] };
const page = { size: 10, direction: 'forward', after: null, before: null } as const;
let database: TestDatabase;
let store: Store;
let pluginId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([randomBytes(32)]));
  pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime)).plugin.id;
  userId = (await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime)).id;
});
afterAll(async () => {
  await closeStore(store);
  await database.drop();
});

async function newGoodsPaid(times: number, payLimit = 0): Promise<string> {
  const input = { pluginId, title: 'A year', totalFeeFen: 100, payLimit, source: 'API' } as const;
  const { id: goodsId } = await createGoods(store, input, exampleTime);
  for (let n = 0; n < times; n += 1) {
    const { id } = await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime);
    await recordPayment(store, id, null, schedule, exampleTime);
  }
  return goodsId;
}
const uncounted = async () => (await run(database.url, 'SELECT 1 FROM uncounted_payment')).rowCount;

describe('paidCount', () => {
  it('has the payments that are not counted yet, and is the same when they are', async () => {
    const goodsId = await newGoodsPaid(3);
    const read = async () => [
      (await findGoods(store, goodsId))?.paidCount,
      (await findGoodsPage(store, { pluginId }, page)).rows.find(({ id }) => id === goodsId)?.paidCount,
      (await findGoodsPageOfPlugin(store, pluginId, {}, page)).rows.find(({ id }) => id === goodsId)?.paidCount,
    ];
    expect(await uncounted()).toBe(3);
    expect(await read()).toEqual([3, 3, 3]);
    await countPayments(store);
    expect(await uncounted()).toBe(0);
    expect(await read()).toEqual([3, 3, 3]);
  });

  it('is right while two processes count at once and payments go on', async () => {
    const goodsId = await newGoodsPaid(5);
    await Promise.all([countPayments(store), countPayments(store), newGoodsPaid(2)]);
    expect((await findGoods(store, goodsId))?.paidCount).toBe(5);
    await countPayments(store);
    expect((await findGoods(store, goodsId))?.paidCount).toBe(5);
  });

  it('of goods with a pay_limit is raised by the payment itself', async () => {
    const before = await uncounted();
    expect((await findGoods(store, await newGoodsPaid(1, 5)))?.paidCount).toBe(1);
    expect(await uncounted()).toBe(before);
  });

  it('is counted by itself after many payments', async () => {
    const goodsId = await newGoodsPaid(100);
    await expect.poll(uncounted).toBeLessThan(100);
    expect((await findGoods(store, goodsId))?.paidCount).toBe(100);
  });
});
