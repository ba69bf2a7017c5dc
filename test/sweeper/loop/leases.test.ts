import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { observeBy } from '../../../src/service/observation.ts';
import { closeTogether } from '../../../src/store/deliveries/closeAttempts.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { resetPluginSecret } from '../../../src/store/plugins/resetPluginSecret.ts';
import {
  CheckCallbackUrlDocument,
  OrderNotificationDocument,
  PayOrderDocument,
} from '../../admin/generated/operations.ts';
import { makeDeveloper, makeOrder } from '../../support/builders.ts';
import { failure } from '../../support/callbackReceiver.ts';
import { testSweeper } from '../../support/sweeper.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from '../attempt/deliveryStory.ts';
import { acknowledged, slowWorker } from './slowWorker.ts';

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

const { claimAt, abandonAt, everythingOf } = slowWorker(() => story);

describe('an attempt whose worker vanished', () => {
  it('has its row already, and keeps the delivery until its lease ends', async () => {
    const orderId = await story.pay();
    await claimAt(0);
    await story.sweepAt(39.999);

    expect(story.receiver.received).toHaveLength(0);
    expect(await story.attempts(orderId)).toMatchObject([{ number: 1, outcome: 'STARTED', worker: 'vanished:1' }]);
  });

  it('becomes ABANDONED and counts; the next one, which is overdue by then, comes at once', async () => {
    const orderId = await story.pay();
    await claimAt(0);
    await story.sweepAt(40);

    expect(story.receiver.received).toHaveLength(1);
    expect(await story.attempts(orderId)).toMatchObject([
      { number: 1, outcome: 'ABANDONED', finishedAt: after(40), error: expect.stringContaining('worker') },
      { number: 2, outcome: 'ACKNOWLEDGED', scheduledAt: after(15), startedAt: after(40) },
    ]);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', automaticCount: 2 });
  });

  it('stays ABANDONED when its worker closes it together with the one that followed', async () => {
    const orderId = await story.pay();
    const late = await claimAt(0);
    await abandonAt(40);
    const next = await claimAt(40);

    const finished = [late, next].map((attempt) => ({ attempt, result: acknowledged, finishedAt: after(41) }));
    const closed = await closeTogether(story.store, finished, schedule.delaysSeconds);

    expect([...closed.keys()]).toEqual([next.leaseToken]);
    expect(await story.attempts(orderId)).toMatchObject([
      { number: 1, outcome: 'ABANDONED', finishedAt: after(40) },
      { number: 2, outcome: 'ACKNOWLEDGED', finishedAt: after(41) },
    ]);
  });

  it('is followed by the next one as long after its start as the delay, if that is later than the lease', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    for (const seconds of [0, 15, 45]) await story.sweepAt(seconds);
    await claimAt(105);
    await story.sweepAt(145);

    expect(await story.delivery(orderId)).toMatchObject({ automaticCount: 4, nextAutomaticAt: after(405) });
    await story.sweepAt(404.999);
    expect(story.receiver.received).toHaveLength(3);
    await story.sweepAt(405);
    expect(story.receiver.received).toHaveLength(4);
  });

  it('was the last: there is no other', async () => {
    const orderId = await story.pay();
    await story.store.prisma.delivery.update({ where: { orderId }, data: { maxNotifications: 1 } });
    await claimAt(0);
    await story.sweepAt(40);
    await story.sweepAt(100_000);

    expect(story.receiver.received).toHaveLength(0);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'EXHAUSTED', leaseToken: null });
  });

  it('five times over: no sixth', async () => {
    const orderId = await story.pay();
    for (const seconds of [0, 100, 200, 300, 1000]) {
      await claimAt(seconds);
      expect(await abandonAt(seconds + 40)).toBe(1);
    }
    await story.sweepAt(100_000);

    expect((await story.attempts(orderId)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('ABANDONED'));
    expect((await story.delivery(orderId)).status).toBe('EXHAUSTED');
    expect(story.receiver.received).toHaveLength(0);
  });

  it('was asked for by hand: the automatic ones go on as before', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    for (const seconds of [0, 15, 45, 105]) await story.sweepAt(seconds);
    await story.resend(orderId);
    expect((await claimAt(106)).trigger).toBe('MANUAL');
    await story.sweepAt(146);

    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      automaticCount: 4,
      pendingResends: 0,
      nextAutomaticAt: after(405),
    });
  });

  it('was cancelled meanwhile: it stays so', async () => {
    const orderId = await story.pay();
    await claimAt(0);
    await story.cancel(orderId);
    await story.sweepAt(40);
    await story.sweepAt(100_000);

    expect(await everythingOf(orderId)).toMatchObject({
      delivery: { status: 'CANCELLED', leaseToken: null },
      attempts: [{ outcome: 'ABANDONED' }],
    });
  });

  it('and whose row is missing: the lease is released, the attempt counts, and the next one is sent', async () => {
    const orderId = await story.pay();
    await claimAt(0);
    await story.store.prisma.deliveryAttempt.deleteMany({ where: { orderId } });
    await story.sweepAt(40);

    expect(await story.delivery(orderId)).toMatchObject({
      automaticCount: 1,
      nextAutomaticAt: after(55),
      leaseToken: null,
    });
    await story.sweepAt(55);
    expect(await everythingOf(orderId)).toMatchObject({
      delivery: { status: 'DELIVERED', automaticCount: 2 },
      attempts: [{ number: 2, outcome: 'ACKNOWLEDGED' }],
    });
  });

  it('was asked for by hand, and its row is missing: the automatic ones go on as before', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    await claimAt(1);
    await story.store.prisma.deliveryAttempt.deleteMany({ where: { orderId, number: 2 } });
    expect(await abandonAt(41)).toBe(1);

    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      automaticCount: 1,
      pendingResends: 0,
      nextAutomaticAt: after(15),
      leaseToken: null,
    });
  });

  it('is closed by one of two sweepers that see it', async () => {
    await story.pay();
    await claimAt(0);

    const closed = await Promise.all([abandonAt(40), abandonAt(40), abandonAt(40)]);
    expect(closed.reduce((sum, count) => sum + count)).toBe(1);
  });
});

describe('a secret that cannot be decrypted', () => {
  const lostKey = () => ({ ...story.store, keyring: new Keyring([randomBytes(32)]) });

  it('uses up no notification, and keeps no other plugin waiting', async () => {
    await resetPluginSecret(lostKey(), story.developer.pluginId, 0, after(0));
    const orderId = await story.pay();
    const other = await makeDeveloper(story.service.admin, story.receiver.url);
    const otherOrder = await makeOrder(story.service.admin, other);
    await story.service.admin(PayOrderDocument, { input: { orderId: otherOrder.id } });
    for (const seconds of [0, 1, 59, 61, 300]) await story.sweepAt(seconds);

    expect(story.receiver.received.map(({ headers }) => headers['openplug-delivery'])).toEqual([otherOrder.id]);
    expect(await everythingOf(orderId)).toMatchObject({
      delivery: { status: 'PENDING', automaticCount: 0, attemptCount: 0, nextAutomaticAt: after(0), leaseToken: null },
      attempts: [],
    });

    await resetPluginSecret(story.store, story.developer.pluginId, 0, after(310));
    await story.sweepAt(360);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', automaticCount: 1, attemptCount: 1 });
  });

  it('keeps what staff asked for as well', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    await resetPluginSecret(lostKey(), story.developer.pluginId, 0, after(1));
    await story.sweepAt(1);
    expect(await story.delivery(orderId)).toMatchObject({ attemptCount: 1, pendingResends: 1 });
  });

  it('is told of once a minute and plugin, and a process that has the key sends meanwhile', async () => {
    const told: string[] = [];
    const observer = { ...observeBy([], pino({ level: 'silent' })), onSecretUnreadable: (id: string) => told.push(id) };
    const without = testSweeper(story.service, { worker: 'test:2', observer });
    Object.assign(without.store, { keyring: new Keyring([randomBytes(32)]) });
    const orderId = await story.pay();
    for (const seconds of [0, 1, 59, 60, 61, 119, 120]) await without.sweepAt(after(seconds));
    await without.close();
    expect(told).toEqual(Array.from({ length: 3 }, () => story.developer.pluginId));

    await story.sweepAt(121);
    expect(await story.attempts(orderId)).toMatchObject([{ number: 1, trigger: 'AUTOMATIC', outcome: 'ACKNOWLEDGED' }]);
  });

  it('is what staff read when they ask why, and when they check the callback URL', async () => {
    await resetPluginSecret(lostKey(), story.developer.pluginId, 0, after(0));
    const orderId = await story.pay();
    const { order } = await story.service.admin(OrderNotificationDocument, { id: orderId });
    expect(order?.notification).toMatchObject({
      code: 'WAITING',
      message: expect.stringContaining('openplug cannot read the secret of the plugin'),
    });
    const input = { url: story.receiver.url, pluginId: story.developer.pluginId };
    await expect(story.service.admin(CheckCallbackUrlDocument, { input })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('openplug cannot read the secret of the plugin'),
    });
  });
});

it('two sweepers at once send each order once', async () => {
  const orderIds = await Promise.all(Array.from({ length: 30 }, async () => story.pay()));
  const others = [testSweeper(story.service, { worker: 'test:2' }), testSweeper(story.service, { worker: 'test:3' })];
  await Promise.all([story.sweeping, ...others].map(async (sweeping) => sweeping.sweep()));
  await Promise.all([story.sweeping, ...others].map(async (sweeping) => sweeping.sweep()));
  await Promise.all(others.map(async (sweeping) => sweeping.close()));

  const seen = story.receiver.received.map(({ headers }) => headers['openplug-delivery']);
  expect(seen.toSorted()).toEqual(orderIds.toSorted());
});
