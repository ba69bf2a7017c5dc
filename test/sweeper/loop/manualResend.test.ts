import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { requestMatchingResends } from '../../../src/store/deliveries/requestMatchingResends.ts';
import { makeOrder } from '../../support/builders.ts';
import { failure, success } from '../../support/callbackReceiver.ts';
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
});

async function triggers(orderId: string): Promise<string[]> {
  return (await story.attempts(orderId)).map(({ trigger }) => trigger);
}

/** An order whose notifications have all failed by 1000 seconds. */
async function exhausted(): Promise<string> {
  story.receiver.answer(failure);
  const orderId = await story.pay();
  for (const seconds of [0, 15, 45, 105, 405, 1000]) await story.sweepAt(seconds);
  expect((await story.delivery(orderId)).status).toBe('EXHAUSTED');
  return orderId;
}

describe('a notification asked for by hand', () => {
  it('is one more, and a failed one neither delays nor replaces an automatic one', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    story.service.clock.now = after(5);
    await story.resend(orderId);
    await story.sweepAt(5);

    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      attemptCount: 2,
      automaticCount: 1,
      pendingResends: 0,
      nextAutomaticAt: after(15),
    });
    for (const seconds of [15, 45, 105, 404, 405, 1000, 100_000]) await story.sweepAt(seconds);
    expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL', ...Array<string>(4).fill('AUTOMATIC')]);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'EXHAUSTED', automaticCount: 5, attemptCount: 6 });
  });

  it('ends the automatic ones when it is acknowledged', async () => {
    story.receiver.answer(failure, success);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    await story.sweepAt(1);
    await story.sweepAt(100_000);

    expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', nextAutomaticAt: null });
  });

  it('before the first automatic one, which still comes', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.resend(orderId);
    await story.sweepAt(0);
    await story.sweepAt(0);

    expect((await triggers(orderId)).toSorted()).toEqual(['AUTOMATIC', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ automaticCount: 1, nextAutomaticAt: after(15) });
  });

  it('after the acknowledgement is sent once more, and the first acknowledgement stays', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    story.receiver.answer(failure);
    await story.sweepAt(50);
    await story.sweepAt(100_000);

    expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', nextAutomaticAt: null });
    const order = await story.store.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order.acknowledgedAt).toEqual(after(0));
  });

  it.each([
    { answer: success, status: 'DELIVERED' },
    { answer: failure, status: 'EXHAUSTED' },
  ])('after the last automatic one leaves it $status', async ({ answer, status }) => {
    const orderId = await exhausted();
    story.receiver.answer(answer);
    await story.resend(orderId);
    await story.sweepAt(1001);
    await story.sweepAt(100_000);

    expect((await triggers(orderId)).slice(5)).toEqual(['MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ status, automaticCount: 5, nextAutomaticAt: null });
  });

  it.each([
    { answer: success, status: 'DELIVERED' },
    { answer: failure, status: 'CANCELLED' },
  ])('after it was cancelled leaves it $status', async ({ answer, status }) => {
    story.receiver.answer(failure, answer);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.cancel(orderId);
    await story.resend(orderId);
    await story.sweepAt(1);
    await story.sweepAt(100_000);

    expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ status, nextAutomaticAt: null });
  });

  it('asked for several times is sent as many times, and no more', async () => {
    const orderId = await exhausted();
    await Promise.all([1, 2, 3].map(async () => story.resend(orderId)));
    expect(await story.delivery(orderId)).toMatchObject({ pendingResends: 3 });
    for (const seconds of [1001, 1002, 1003, 1004, 1005]) await story.sweepAt(seconds);

    expect((await triggers(orderId)).slice(5)).toEqual(['MANUAL', 'MANUAL', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ pendingResends: 0, resendRequestedAt: null });
  });

  it('while one is in flight comes after it', async () => {
    let orderId = '';
    story.receiver.answer((_request, response) => {
      void story.resend(orderId).then(() => response.writeHead(500).end());
    }, success);
    orderId = await story.pay();
    await story.sweepAt(0);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'PENDING', pendingResends: 1 });
    await story.sweepAt(0);

    expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL']);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', pendingResends: 0 });
  });

  it('waits while the plugin is paused', async () => {
    const orderId = await exhausted();
    await story.setPlugin({ deliveriesPaused: true });
    await story.resend(orderId);
    await story.sweepAt(2000);
    expect(await story.delivery(orderId)).toMatchObject({ attemptCount: 5, pendingResends: 1 });
    await story.setPlugin({ deliveriesPaused: false });
    await story.sweepAt(3000);

    expect(await story.delivery(orderId)).toMatchObject({ attemptCount: 6, pendingResends: 0 });
  });

  it('for all deliveries of a filter is one for each', async () => {
    const orderIds = [await story.pay(), await story.pay()];
    await story.sweepAt(0);
    const filter = { pluginId: story.developer.pluginId, status: 'DELIVERED' } as const;
    const asked = await requestMatchingResends(story.store, { filter, notAskedSince: null, now: after(5) }, () => true);
    expect(asked).toEqual({ count: 2, isPartial: false });
    await story.sweepAt(5);

    for (const orderId of orderIds) expect(await triggers(orderId)).toEqual(['AUTOMATIC', 'MANUAL']);
  });
});

describe('an order without a delivery', () => {
  it('that is not paid has none to send', async () => {
    const order = await makeOrder(story.service.admin, story.developer);

    await expect(story.resend(order.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await story.sweepAt(0);
    expect(story.receiver.received).toHaveLength(0);
  });

  it('that does not exist is not found', async () => {
    await expect(story.resend('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that was paid before there was a callback URL is told when asked to, and then automatically', async () => {
    await story.setPlugin({ callbackUrl: null });
    const orderId = await story.pay();
    await expect(story.resend(orderId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await story.setPlugin({ callbackUrl: story.receiver.url });
    await story.sweepAt(10);
    expect(story.receiver.received).toHaveLength(0);

    story.receiver.answer(failure);
    await story.resend(orderId);
    for (const seconds of [10, 24.999, 25, 40, 70, 130, 430, 100_000]) await story.sweepAt(seconds);

    const attempts = await story.attempts(orderId);
    expect(attempts.map(({ trigger, startedAt }) => [trigger, startedAt])).toEqual([
      ['MANUAL', after(10)],
      ['AUTOMATIC', after(25)],
      ['AUTOMATIC', after(40)],
      ['AUTOMATIC', after(70)],
      ['AUTOMATIC', after(130)],
      ['AUTOMATIC', after(430)],
    ]);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'EXHAUSTED', automaticCount: 5 });
  });

  it('gets one delivery, however many ask at once', async () => {
    await story.setPlugin({ callbackUrl: null });
    const orderId = await story.pay();
    await story.setPlugin({ callbackUrl: story.receiver.url });
    const ask = async () => requestResend(story.store, orderId, schedule, story.service.clock.now);
    await Promise.all([ask(), ask(), ask(), ask()]);

    expect(await story.delivery(orderId)).toMatchObject({ pendingResends: 4, attemptCount: 0 });
  });
});

describe('cancelling', () => {
  it('ends what is due, and again changes nothing', async () => {
    const orderId = await story.pay();
    await story.resend(orderId);
    const cancelled = await story.cancel(orderId);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', nextAutomaticAt: null, pendingResends: 0 });
    expect(await story.cancel(orderId)).toEqual(cancelled);
    await story.sweepAt(100_000);

    expect(story.receiver.received).toHaveLength(0);
  });

  it.each([
    { answer: success, status: 'DELIVERED' },
    { answer: failure, status: 'CANCELLED' },
  ])('while one is in flight leaves it $status', async ({ answer, status }) => {
    let orderId = '';
    const { status: code = 200, body } = answer as { status?: number; body: string };
    story.receiver.answer((_request, response) => {
      void story.cancel(orderId).then(() => response.writeHead(code).end(body));
    });
    orderId = await story.pay();
    await story.sweepAt(0);
    await story.sweepAt(100_000);

    expect(story.receiver.received).toHaveLength(1);
    expect(await story.delivery(orderId)).toMatchObject({ status, nextAutomaticAt: null, leaseToken: null });
  });

  it('what has ended is a conflict', async () => {
    const delivered = await story.pay();
    await story.sweepAt(0);
    await expect(story.cancel(delivered)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(story.cancel(await exhausted())).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(story.cancel('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes back what was asked for by hand, and leaves the state', async () => {
    const orderId = await exhausted();
    await story.resend(orderId);
    expect(await story.cancel(orderId)).toMatchObject({ status: 'EXHAUSTED', pendingResends: 0 });
    await story.sweepAt(100_000);

    expect(await story.attempts(orderId)).toHaveLength(5);
  });
});
