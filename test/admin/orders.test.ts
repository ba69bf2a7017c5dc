import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, oddText, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { CreateOrderDocument, GoodsDocument, OrderDocument, PayOrderDocument } from './generated/operations.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const ahead = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000).toISOString();
const find = async (id: string) => (await service.admin(OrderDocument, { id })).order;
const pay = async (orderId: string, paidAt?: string | null) =>
  (await service.admin(PayOrderDocument, { input: { orderId, ...(paidAt !== undefined && { paidAt }) } })).payOrder
    .order;

describe('createOrder', () => {
  it('answers with an unpaid order at the price of the goods', async () => {
    const goods = await makeGoods(service.admin, developer.pluginId, { title: oddText, totalFee: 1234 });
    const order = await makeOrder(service.admin, developer, {
      goodsId: goods.id,
      outOrderId: 'external-full',
      attach: `${oddText}\nsecond line`,
    });
    expect(order).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      plugin: { id: developer.pluginId },
      goods: { id: goods.id },
      user: { id: developer.userId },
      openId: developer.openId,
      outOrderId: 'external-full',
      attach: `${oddText}\nsecond line`,
      body: oddText,
      payFee: 1234,
      status: 'UNPAID',
      createdAt: exampleTime.toISOString(),
      paidAt: null,
    });
    expect(await find(order.id)).toEqual(order);
  });

  it.each([{}, { outOrderId: null, attach: null }])('needs no number and no attached data (%o)', async (given) => {
    expect(await makeOrder(service.admin, developer, given)).toMatchObject({ outOrderId: null, attach: '' });
  });

  it('returns the same order for the same number, goods, user and attached data', async () => {
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
    const given = { goodsId, outOrderId: 'external-same', attach: 'first' };
    const order = await makeOrder(service.admin, developer, given);
    expect(await makeOrder(service.admin, developer, given)).toEqual(order);
  });

  it.each(['second', ''])('refuses the same number with other attached data (%j), and says so', async (attach) => {
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
    const given = { goodsId, outOrderId: `external-attach-${attach}`, attach: 'first' };
    const order = await makeOrder(service.admin, developer, given);

    await expect(makeOrder(service.admin, developer, { ...given, attach })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the order with this out_order_id has another attach.',
    });
    expect(await find(order.id)).toEqual(order);
  });

  it('refuses a number that belongs to another order', async () => {
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
    const order = await makeOrder(service.admin, developer, { goodsId, outOrderId: 'external-taken' });
    const conflict = {
      code: 'CONFLICT',
      message: 'Refused: this out_order_id belongs to another order.',
    };
    await expect(makeOrder(service.admin, developer, { outOrderId: 'external-taken' })).rejects.toMatchObject(conflict);
    await pay(order.id);
    const again = makeOrder(service.admin, developer, { goodsId, outOrderId: 'external-taken' });
    await expect(again).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the order with this out_order_id is paid.',
    });
  });

  it('lets each plugin use the same number', async () => {
    const other = await makeDeveloper(service.admin);
    const orders = [developer, other].map((each) => makeOrder(service.admin, each, { outOrderId: 'external-both' }));
    expect(new Set((await Promise.all(orders)).map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['a number of 5 characters', { outOrderId: 'five5' }, 'outOrderId'],
    ['an empty number', { outOrderId: '' }, 'outOrderId'],
    ['a number with a space after it', { outOrderId: '123456 ' }, 'outOrderId'],
    ['a number with a zero-width space', { outOrderId: '123456\u200B' }, 'outOrderId'],
    ['a number of 65 characters', { outOrderId: 'n'.repeat(65) }, 'outOrderId'],
    ['attached data of 257 characters', { attach: 'a'.repeat(257) }, 'attach'],
    ['attached data with NUL', { attach: 'a\0b' }, 'attach'],
    ['goods that could be none', { goodsId: 'a\0b' }, 'goodsId'],
    ['a user who could be none', { userId: 'a\0b' }, 'userId'],
  ])('refuses %s', async (_what, given, argument) => {
    await expect(makeOrder(service.admin, developer, given)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [expect.stringContaining(argument)] },
    });
  });

  it.each([
    ['goods', { goodsId: 'unknown' }, 'There are no such goods.'],
    ['user', { userId: 'unknown' }, 'There is no such user.'],
  ])('does not find unknown %s', async (_what, given, message) => {
    await expect(makeOrder(service.admin, developer, given)).rejects.toMatchObject({ code: 'NOT_FOUND', message });
  });

  it('requires its arguments by name', async () => {
    const input = { goodsId: 'unknown' } as { goodsId: string; userId: string };
    await expect(service.admin(CreateOrderDocument, { input })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { userId: [expect.stringContaining('required')] },
    });
  });
});

describe('payOrder', () => {
  it('makes the order paid now, and counts it', async () => {
    const order = await makeOrder(service.admin, developer);
    expect(await pay(order.id)).toEqual({ ...order, status: 'PAID', paidAt: exampleTime.toISOString() });
    const { goods } = await service.admin(GoodsDocument, { id: order.goods.id });
    expect(goods?.paidCount).toBe(1);
  });

  it('records when the user paid, in any offset', async () => {
    const order = await makeOrder(service.admin, developer);
    expect((await pay(order.id, '2021-06-22T10:30:00.5+08:00')).paidAt).toBe('2021-06-22T02:30:00.500Z');
  });

  it('changes nothing when it is called again', async () => {
    const order = await makeOrder(service.admin, developer);
    const paid = await pay(order.id, '2021-06-22T02:30:00Z');
    expect(await pay(order.id)).toEqual(paid);
    expect(await pay(order.id, null)).toEqual(paid);
    expect(await pay(order.id, '2021-06-22T10:30:00+08:00')).toEqual(paid);
    await expect(pay(order.id, '2021-06-22T02:30:01Z')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the order was already paid at 2021-06-22T02:30:00.000Z.',
    });
    const { goods } = await service.admin(GoodsDocument, { id: order.goods.id });
    expect(goods?.paidCount).toBe(1);
  });

  it('refuses goods that are sold out, as a new order and as a payment', async () => {
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId, { payLimit: 1 });
    const [winner, loser] = [
      await makeOrder(service.admin, developer, { goodsId }),
      await makeOrder(service.admin, developer, { goodsId }),
    ];
    await pay(winner.id);
    await expect(pay(loser.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(makeOrder(service.admin, developer, { goodsId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the goods are sold out: 1 of 1 paid.',
    });
    expect(await find(loser.id)).toEqual(loser);
  });

  it('refuses a time in the future, but for a clock that is a little ahead', async () => {
    const order = await makeOrder(service.admin, developer);
    await expect(pay(order.id, ahead(301))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { paidAt: ['paidAt must not be in the future; check its time zone.'] },
    });
    expect((await pay(order.id, ahead(300))).paidAt).toBe(ahead(300));
  });

  it.each(['2021-06-21T18:37:15Z', '1970-01-01T00:00:00Z'])(
    'refuses a time long before the order was created, such as %s, and mentions the zone',
    async (paidAt) => {
      const order = await makeOrder(service.admin, developer);

      await expect(pay(order.id, paidAt)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: {
          paidAt: [
            'paidAt must not be more than 10 minutes before the order was created, at 2021-06-22T02:37:15.000Z; ' +
              'check its time zone.',
          ],
        },
      });
      expect(await find(order.id)).toEqual(order);
    },
  );

  it('refuses a time that paid_at could not be written with', async () => {
    const order = await makeOrder(service.admin, developer);
    await expect(pay(order.id, '0001-01-01T00:00:00Z')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { paidAt: ['paidAt must not be before 1970-01-01T00:00:00Z.'] },
    });
    expect((await find(order.id))?.status).toBe('UNPAID');
  });

  it('does not find an unknown order', async () => {
    await expect(pay('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'There is no such order.' });
    await expect(pay('a\0b')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { orderId: [expect.any(String)] },
    });
  });
});

describe('order', () => {
  it('is null when there is no such order', async () => {
    expect(await find('unknown')).toBeNull();
  });

  it('refuses an id that could be none', async () => {
    await expect(find('a\0b')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { id: [expect.any(String)] } });
  });
});
