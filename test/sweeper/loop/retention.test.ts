import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { removeExpired } from '../../../src/store/retention/removeExpired.ts';
import { issueAccessToken } from '../../../src/store/users/users.ts';
import { failure } from '../../support/callbackReceiver.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from '../attempt/deliveryStory.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  await story.store.prisma.accessToken.deleteMany();
  await story.store.prisma.refusedPayment.deleteMany();
});

const monthSeconds = 30 * 24 * 60 * 60;
const expireBefore = async (seconds: number) => removeExpired(story.store, after(seconds));

async function delivered(): Promise<string> {
  const orderId = await story.pay();
  await story.sweepAt(0);
  return orderId;
}

async function exhausted(): Promise<string> {
  story.receiver.answer(failure);
  const orderId = await story.pay();
  for (const seconds of [0, 15, 45, 105, 405]) await story.sweepAt(seconds);
  return orderId;
}

/** Returns what is left of the delivery and of its attempts. */
async function left(orderId: string) {
  const delivery = await story.store.prisma.delivery.findUnique({ where: { orderId } });
  return { status: delivery?.status ?? 'GONE', attempts: (await story.attempts(orderId)).length };
}

describe('what is old and done goes', () => {
  it('an access token that expired so long ago, and no other', async () => {
    const { pluginId, userId } = story.developer;
    await issueAccessToken(story.store, { pluginId, userId, ttlSeconds: 60 }, after(0));
    await issueAccessToken(story.store, { pluginId, userId, ttlSeconds: 61 }, after(0));

    expect(await expireBefore(60)).toBe(0);
    expect(await expireBefore(60.5)).toBe(1);
    expect(await story.store.prisma.accessToken.findMany()).toMatchObject([{ expiresAt: after(61) }]);
  });

  it('a refused payment that has not come again for so long, and no other', async () => {
    const orderIds = [await story.pay(), await story.pay()];
    for (const [index, orderId] of orderIds.entries()) {
      const payment = recordPayment(story.store, orderId, after(-1), schedule, after(60 + index));
      await expect(payment).rejects.toMatchObject({ code: 'CONFLICT' });
    }

    expect(await expireBefore(60)).toBe(0);
    expect(await expireBefore(60.5)).toBe(1);
    expect(await story.store.prisma.refusedPayment.findMany()).toMatchObject([{ lastAt: after(61) }]);
  });

  it('a delivery that was acknowledged, with its attempts; the order and its acknowledgement stay', async () => {
    const orderId = await delivered();

    expect(await expireBefore(1)).toBe(1);
    expect(await left(orderId)).toEqual({ status: 'GONE', attempts: 0 });
    const order = await story.store.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ status: 'PAID', acknowledgedAt: after(0) });
    await expect(story.resend(orderId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.each(['EXHAUSTED', 'CANCELLED'] as const)('the attempts of one that is %s, which itself stays', async (status) => {
    const orderId = await exhausted();
    await story.store.prisma.delivery.update({ where: { orderId }, data: { status } });

    expect(await expireBefore(monthSeconds)).toBe(5);
    expect(await left(orderId)).toEqual({ status, attempts: 0 });
    await story.resend(orderId);
    await story.sweepAt(monthSeconds);
    expect((await story.attempts(orderId)).map(({ number }) => number)).toEqual([6]);
  });

  it('of those attempts, the old ones', async () => {
    const orderId = await exhausted();

    expect(await expireBefore(105)).toBe(3);
    expect((await story.attempts(orderId)).map(({ number }) => number)).toEqual([4, 5]);
  });

  it('and there is nothing left to remove afterwards', async () => {
    await delivered();
    await exhausted();
    await expireBefore(monthSeconds);

    expect(await expireBefore(monthSeconds)).toBe(0);
  });
});

describe('what is young or open stays', () => {
  it('a delivery that was acknowledged after the instant', async () => {
    const orderId = await delivered();

    expect(await expireBefore(0)).toBe(0);
    expect(await left(orderId)).toEqual({ status: 'DELIVERED', attempts: 1 });
  });

  it('an old delivery that was acknowledged a moment ago', async () => {
    await story.setPlugin({ deliveriesPaused: true });
    const orderId = await story.pay();
    await story.setPlugin({ deliveriesPaused: false });
    await story.sweepAt(monthSeconds);

    expect(await expireBefore(1)).toBe(0);
    expect(await left(orderId)).toEqual({ status: 'DELIVERED', attempts: 1 });
  });

  it('a delivery that is pending, however old its attempts', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.sweepAt(15);

    expect(await expireBefore(monthSeconds)).toBe(0);
    expect(await left(orderId)).toEqual({ status: 'PENDING', attempts: 2 });
  });

  it.each([{ deliveriesPaused: true }, { callbackUrl: null }])('one whose plugin is %j', async (changes) => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.setPlugin(changes);

    expect(await expireBefore(monthSeconds)).toBe(0);
    expect(await left(orderId)).toEqual({ status: 'PENDING', attempts: 1 });
  });

  it.each([
    { status: 'DELIVERED', attempts: 1, make: delivered },
    { status: 'EXHAUSTED', attempts: 5, make: exhausted },
  ])('one that is $status and was asked for again', async ({ status, attempts, make }) => {
    const orderId = await make();
    await story.resend(orderId);

    expect(await expireBefore(monthSeconds)).toBe(0);
    expect(await left(orderId)).toEqual({ status, attempts });
  });

  it('one that is in flight', async () => {
    let removed: number | undefined;
    let orderId = '';
    story.receiver.answer((_request, response) => {
      void expireBefore(monthSeconds).then((count) => {
        removed = count;
        response.end('SUCCESS');
      });
    });
    orderId = await story.pay();
    await story.cancel(orderId);
    await story.resend(orderId);
    await story.sweepAt(0);

    expect(removed).toBe(0);
    expect(await left(orderId)).toEqual({ status: 'DELIVERED', attempts: 1 });
  });
});

it('more than one batch goes at once, and the rest at the next call', async () => {
  const orderId = await delivered();
  await exhausted();
  const { prisma } = story.store;
  // 12000 deliveries; a call removes at most 20 batches of 500.
  const count = 12_000;
  await prisma.$executeRaw`
    INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, paid_at, acknowledged_at)
    SELECT 'bulk' || n, plugin_id, goods_id, user_id, body, pay_fee_fen, status, paid_at, acknowledged_at
    FROM "order", generate_series(1, ${count}::int) AS n WHERE id = ${orderId}`;
  await prisma.$executeRaw`
    INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, attempt_count, automatic_count)
    SELECT 'bulk' || n, plugin_id, status, created_at, ${schedule.maxNotifications}::int, 1, 1
    FROM delivery, generate_series(1, ${count}::int) AS n WHERE order_id = ${orderId}`;

  expect(await expireBefore(monthSeconds)).toBe(10_000);
  // With the five attempts of the exhausted one, which are younger than what went before.
  expect(await expireBefore(monthSeconds)).toBe(2006);
  expect(await expireBefore(monthSeconds)).toBe(0);
  expect(await prisma.order.count({ where: { acknowledgedAt: after(0) } })).toBeGreaterThan(count);
});
