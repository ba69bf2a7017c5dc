import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetPluginSecret } from '../../../src/store/plugins/resetPluginSecret.ts';
import { UpdateUserDocument } from '../../admin/generated/operations.ts';
import { makeGoods } from '../../support/builders.ts';
import { failure, startCallbackReceiver, success, type Answer } from '../../support/callbackReceiver.ts';
import { signatureOf } from '../../support/signedRequest.ts';
import { testSweeper } from '../../support/sweeper.ts';
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

const dueAfterSeconds = [0, 15, 45, 105, 405];

/** Sweeps a millisecond before each instant and at it; returns at which of them something was sent. */
async function sentAt(instants: readonly number[]): Promise<number[]> {
  const sent: number[] = [];
  for (const seconds of instants) {
    for (const at of [seconds - 0.001, seconds]) {
      const before = story.receiver.received.length;
      if (at >= 0) await story.sweepAt(at);
      if (story.receiver.received.length > before) sent.push(at);
    }
  }
  return sent;
}

describe('the notifications of an order that nobody acknowledges', () => {
  it('are due to the millisecond, and after the fifth it is given up', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();

    expect(await sentAt([...dueAfterSeconds, 1005, 100_000])).toEqual(dueAfterSeconds);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'EXHAUSTED', automaticCount: 5, attemptCount: 5 });
    const attempts = await story.attempts(orderId);
    expect(attempts.map(({ number, scheduledAt }) => [number, scheduledAt])).toEqual(
      dueAfterSeconds.map((seconds, index) => [index + 1, after(seconds)]),
    );
  });

  it.each([1, 2, 3, 4, 5])('end with the acknowledgement of number %i', async (position) => {
    story.receiver.answer(...Array.from<Answer>({ length: position - 1 }).fill(failure), success);
    const orderId = await story.pay();

    expect(await sentAt([...dueAfterSeconds, 1005])).toEqual(dueAfterSeconds.slice(0, position));
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', attemptCount: position });
    const order = await story.store.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order.acknowledgedAt).toEqual(after(dueAfterSeconds[position - 1]!));
  });

  it('wait from the end of the one that failed, not from its start', async () => {
    story.receiver.answer((_request, response) => {
      story.service.clock.now = after(9);
      response.writeHead(500).end();
    }, success);
    await story.pay();

    expect(await sentAt([0])).toEqual([0]);
    expect(await sentAt([15, 24])).toEqual([24]);
  });

  it('come late when the service was away, and then wait as long as ever', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();

    await story.sweepAt(0);
    await story.sweepAt(10_000);
    expect(await sentAt([10_030, 10_090])).toEqual([10_030, 10_090]);
    expect((await story.attempts(orderId))[1]).toMatchObject({ scheduledAt: after(15), startedAt: after(10_000) });
  });

  it.each([
    { maxNotifications: 1, due: [0] },
    { maxNotifications: 6, due: [0, 15, 45, 105, 405, 1005] },
    { maxNotifications: 8, due: [0, 15, 45, 105, 405, 1005, 1605, 2205] },
  ])('are $maxNotifications if so configured, at $due', async ({ maxNotifications, due }) => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.store.prisma.delivery.update({ where: { orderId }, data: { maxNotifications } });

    expect(await sentAt([0, 15, 45, 105, 405, 1005, 1605, 2205, 2805])).toEqual(due);
    expect((await story.delivery(orderId)).status).toBe('EXHAUSTED');
  });

  it('wait as long as configured, in decimals', async () => {
    const quick = testSweeper(story.service, { schedule: { ...schedule, delaysSeconds: [0.25, 0.5] } });
    story.receiver.answer(failure);
    await story.pay();
    const counts: number[] = [];
    for (const seconds of [0, 0.249, 0.25, 0.749, 0.75, 1.249, 1.25]) {
      await quick.sweepAt(after(seconds));
      counts.push(story.receiver.received.length);
    }
    await quick.close();

    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });
});

describe('each message', () => {
  it('says when it was sent, and is signed anew', async () => {
    story.receiver.answer(failure);
    await story.pay();
    await sentAt(dueAfterSeconds);

    const resources = story.receiver.received.map(({ message }) => message.resource);
    expect(resources.map(({ timestamp }) => timestamp)).toEqual(
      dueAfterSeconds.map((seconds) => 1_624_329_435 + seconds),
    );
    for (const { message } of story.receiver.received) {
      expect(message.sign).toBe(signatureOf(story.developer.secret, message.resource));
    }
  });

  it('is in its row, exactly as it was sent', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await sentAt(dueAfterSeconds);

    expect((await story.attempts(orderId)).map(({ requestBody }) => requestBody)).toEqual(
      story.receiver.received.map(({ body }) => body),
    );
  });

  it('is signed with the newest secret, even while the old one is still valid', async () => {
    story.receiver.answer(failure);
    await story.pay();
    await story.sweepAt(0);
    const { secret } = await resetPluginSecret(story.store, story.developer.pluginId, 3600, story.service.clock.now);
    await story.sweepAt(15);

    const [first, second] = story.receiver.received;
    expect(first!.message.sign).toBe(signatureOf(story.developer.secret, first!.message.resource));
    expect(second!.message.sign).toBe(signatureOf(secret, second!.message.resource));
  });

  it('tells of the order as it was made, whatever was edited since', async () => {
    story.receiver.answer(failure);
    const goods = await makeGoods(story.service.admin, story.developer.pluginId, { title: 'Before', totalFee: 5 });
    const orderId = await story.pay({ goodsId: goods.id, outOrderId: 'number-1', attach: 'a=b&c' });
    await story.sweepAt(0);
    await story.store.prisma.goods.update({ where: { id: goods.id }, data: { title: 'After', totalFeeFen: 7 } });
    await story.service.admin(UpdateUserDocument, { input: { id: story.developer.userId, nickname: 'Another' } });
    await story.sweepAt(15);

    const [first, second] = story.receiver.received.map(({ message }) => message.resource);
    expect(first).toMatchObject({ order_id: orderId, body: 'Before', pay_fee: 5, attach: 'a=b&c' });
    expect(second).toEqual({ ...first, timestamp: 1_624_329_450 });
  });
});

describe('the callback URL is read when an attempt starts', () => {
  it('so a corrected one helps the next notification, and each row keeps its own', async () => {
    const other = await startCallbackReceiver();
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.setPlugin({ callbackUrl: other.url });
    await story.sweepAt(15);
    await other.close();

    expect({ here: story.receiver.received.length, there: other.received.length }).toEqual({ here: 1, there: 1 });
    expect((await story.attempts(orderId)).map(({ url }) => url)).toEqual([story.receiver.url, other.url]);
    expect((await story.delivery(orderId)).status).toBe('DELIVERED');
  });

  it.each([
    { what: 'removed', off: { callbackUrl: null }, on: () => ({ callbackUrl: story.receiver.url }) },
    { what: 'paused', off: { deliveriesPaused: true }, on: () => ({ deliveriesPaused: false }) },
  ])('and while it is $what, nothing is sent and nothing counted', async ({ off, on }) => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.setPlugin(off);
    await sentAt([15, 1000, 100_000]);

    expect(story.receiver.received).toHaveLength(1);
    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      attemptCount: 1,
      automaticCount: 1,
      nextAutomaticAt: after(15),
    });

    await story.setPlugin(on());
    await story.sweepAt(200_000);
    expect(story.receiver.received).toHaveLength(2);
    expect(await story.delivery(orderId)).toMatchObject({ automaticCount: 2, nextAutomaticAt: after(200_030) });
  });
});
