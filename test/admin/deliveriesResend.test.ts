import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { makeOrder } from '../support/builders.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import {
  CancelDeliveryDocument,
  DeliveryDocument,
  ResendDeliveriesDocument,
  ResendDeliveryDocument,
  type DeliveryFilter,
  type ResendDeliveriesInput,
} from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(() => story.begin());

const iso = (seconds: number) => after(seconds).toISOString();
const find = async (orderId: string) => (await story.service.admin(DeliveryDocument, { orderId })).delivery;
const resend = async (orderId: string, reason?: string) =>
  (await story.service.admin(ResendDeliveryDocument, { input: { orderId, ...(reason !== undefined && { reason }) } }))
    .resendDelivery.delivery;
const resendAll = async (filter: DeliveryFilter, given: Omit<ResendDeliveriesInput, 'filter'> = {}) =>
  (await story.service.admin(ResendDeliveriesDocument, { input: { filter, ...given } })).resendDeliveries.count;
const cancel = async (orderId: string, reason?: string) =>
  (await story.service.admin(CancelDeliveryDocument, { input: { orderId, ...(reason !== undefined && { reason }) } }))
    .cancelDelivery.delivery;
const rows = () => story.store.prisma.delivery.findMany({ orderBy: { orderId: 'asc' } });

async function exhausted(): Promise<string> {
  story.receiver.answer(failure);
  const orderId = await story.pay();
  for (const seconds of [0, 15, 45, 105, 405]) await story.sweepAt(seconds);
  return orderId;
}

async function delivered(): Promise<string> {
  story.receiver.answer(success);
  const orderId = await story.pay();
  await story.sweeping.sweep();
  return orderId;
}

async function cancelled(): Promise<string> {
  const orderId = await story.pay();
  await cancel(orderId);
  return orderId;
}

describe('resendDelivery', () => {
  it.each([
    { status: 'DELIVERED', make: delivered, answer: success, becomes: 'DELIVERED' },
    { status: 'DELIVERED', make: delivered, answer: failure, becomes: 'DELIVERED' },
    { status: 'EXHAUSTED', make: exhausted, answer: success, becomes: 'DELIVERED' },
    { status: 'EXHAUSTED', make: exhausted, answer: failure, becomes: 'EXHAUSTED' },
    { status: 'CANCELLED', make: cancelled, answer: success, becomes: 'DELIVERED' },
    { status: 'CANCELLED', make: cancelled, answer: failure, becomes: 'CANCELLED' },
  ])('sends one more when it is $status; then it is $becomes', async ({ status, make, answer, becomes }) => {
    const orderId = await make();
    const before = story.receiver.received.length;
    story.service.clock.now = after(1000);
    expect(await resend(orderId, 'they lost it')).toMatchObject({
      order: { id: orderId },
      status,
      nextAttemptAt: iso(1000),
    });

    story.receiver.answer(answer);
    await story.sweeping.sweep();
    await story.sweepAt(100_000);
    expect(story.receiver.received).toHaveLength(before + 1);
    const delivery = await find(orderId);
    expect(delivery).toMatchObject({ status: becomes, nextAttemptAt: null });
    expect(delivery?.attempts.at(-1)).toMatchObject({ trigger: 'MANUAL', scheduledAt: iso(1000) });
  });

  it('leaves the five automatic ones of a PENDING delivery as they are', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweeping.sweep();
    story.service.clock.now = after(5);
    await resend(orderId);
    for (const seconds of [5, 15, 45, 105, 405, 100_000]) await story.sweepAt(seconds);

    const delivery = await find(orderId);
    expect(delivery).toMatchObject({ status: 'EXHAUSTED', attemptCount: 6 });
    expect(delivery?.attempts.map(({ trigger, scheduledAt }) => ({ trigger, scheduledAt }))).toEqual([
      { trigger: 'AUTOMATIC', scheduledAt: iso(0) },
      { trigger: 'MANUAL', scheduledAt: iso(5) },
      ...[15, 45, 105, 405].map((seconds) => ({ trigger: 'AUTOMATIC', scheduledAt: iso(seconds) })),
    ]);
  });

  it('sends as many as were asked for', async () => {
    const orderId = await delivered();
    for (let asked = 0; asked < 3; asked += 1) await resend(orderId);
    for (let swept = 0; swept < 5; swept += 1) await story.sweeping.sweep();

    expect(story.receiver.received).toHaveLength(4);
    expect(await find(orderId)).toMatchObject({ status: 'DELIVERED', attemptCount: 4, nextAttemptAt: null });
  });

  it('makes the delivery of an order that was paid without a callback URL, automatic ones included', async () => {
    await story.setPlugin({ callbackUrl: null });
    const orderId = await story.pay();
    await expect(resend(orderId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the plugin has no callback URL.',
    });
    await story.setPlugin({ callbackUrl: story.receiver.url });
    story.service.clock.now = after(1000);
    expect(await resend(orderId)).toMatchObject({
      status: 'PENDING',
      attemptCount: 0,
      maxNotifications: 5,
      nextAttemptAt: iso(1000),
      createdAt: iso(1000),
    });

    story.receiver.answer(failure);
    for (const seconds of [0, 15, 30, 60, 120, 420, 100_000]) await story.sweepAt(1000 + seconds);
    const delivery = await find(orderId);
    expect(delivery).toMatchObject({ status: 'EXHAUSTED', attemptCount: 6 });
    expect(delivery?.attempts.map(({ trigger }) => trigger)).toEqual(['MANUAL', ...Array(5).fill('AUTOMATIC')]);
  });

  it('waits while the callback URL is missing', async () => {
    const orderId = await delivered();
    await story.setPlugin({ callbackUrl: null });

    expect(await resend(orderId)).toMatchObject({ nextAttemptAt: iso(0) });
  });

  it('is too late when the delivery is no longer kept', async () => {
    const orderId = await delivered();
    await removeExpired(story.store, after(1));

    await expect(resend(orderId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: the order was acknowledged so long ago that its delivery is gone.',
    });
  });

  it('is refused for an unpaid order and an unknown one', async () => {
    const { id } = await makeOrder(story.service.admin, story.developer);

    await expect(resend(id)).rejects.toMatchObject({ code: 'CONFLICT', message: 'Refused: the order is not paid.' });
    await expect(resend('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'There is no such order.' });
  });

  it.each([
    { what: 'an id that could be none', orderId: 'a\0b', fields: { orderId: [expect.any(String)] } },
    { what: 'a reason of two lines', orderId: 'a', reason: 'a\nb', fields: { reason: [expect.any(String)] } },
    { what: 'a long reason', orderId: 'a', reason: 'r'.repeat(501), fields: { reason: [expect.any(String)] } },
  ])('refuses $what, and so does cancelDelivery', async ({ orderId, reason, fields }) => {
    await expect(resend(orderId, reason)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
    await expect(cancel(orderId, reason)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });
});

describe('resendDeliveries', () => {
  it('sends one more of each that the filter has, and says how many', async () => {
    const told = [await delivered(), await delivered()];
    const waiting = await story.pay();
    story.receiver.received.length = 0;

    expect(
      await resendAll({ pluginId: story.developer.pluginId, status: 'DELIVERED' }, { reason: 'their outage' }),
    ).toBe(2);
    expect(await find(waiting)).toMatchObject({ attemptCount: 0 });
    await story.sweeping.sweep();
    await story.sweeping.sweep();
    for (const orderId of told) {
      expect((await find(orderId))?.attempts.map(({ trigger }) => trigger)).toEqual(['AUTOMATIC', 'MANUAL']);
    }
    expect((await find(waiting))?.attempts.map(({ trigger }) => trigger)).toEqual(['AUTOMATIC']);
  });

  it('only counts in a dry run', async () => {
    await delivered();
    await delivered();
    const before = await rows();

    expect(await resendAll({ status: 'DELIVERED' }, { dryRun: true })).toBe(2);
    expect(await rows()).toEqual(before);
    expect(await resendAll({ status: 'DELIVERED' }, { dryRun: false })).toBe(2);
    expect(await rows()).not.toEqual(before);
  });

  it('leaves out those for which one waits already, in a dry run too', async () => {
    const [waiting, told] = [await delivered(), await delivered()];
    await resend(waiting);
    story.service.clock.now = after(10);

    expect(await resendAll({ status: 'DELIVERED' }, { dryRun: true })).toBe(1);
    expect(await resendAll({ status: 'DELIVERED' })).toBe(1);
    const byId = Object.fromEntries((await rows()).map((row) => [row.orderId, row]));
    expect(byId[waiting]).toMatchObject({ pendingResends: 1, resendRequestedAt: after(0) });
    expect(byId[told]).toMatchObject({ pendingResends: 1, resendRequestedAt: after(10) });
  });

  it('asks for none twice when it is repeated with the time of the first call', async () => {
    await delivered();
    await delivered();
    story.service.clock.now = after(10);
    const { resendDeliveries: first } = await story.service.admin(ResendDeliveriesDocument, {
      input: { filter: { status: 'DELIVERED' } },
    });
    expect(first).toEqual({ count: 2, isPartial: false, requestedAt: iso(10) });
    await story.sweepAt(20);
    expect(story.receiver.received).toHaveLength(4);

    const notAskedSince = first.requestedAt;
    expect(await resendAll({ status: 'DELIVERED' }, { notAskedSince, dryRun: true })).toBe(0);
    expect(await resendAll({ status: 'DELIVERED' }, { notAskedSince })).toBe(0);
    expect(await resendAll({ status: 'DELIVERED' })).toBe(2);
  });

  it('finds nothing when nothing matches', async () => {
    expect(await resendAll({ pluginId: 'unknown1' })).toBe(0);
  });

  it.each<{ what: string; filter: DeliveryFilter; fields: Record<string, unknown> }>([
    { what: 'no condition', filter: {}, fields: { filter: [expect.stringContaining('narrow down')] } },
    {
      what: 'a condition of null, which would be none',
      filter: { pluginId: null, status: 'DELIVERED' },
      fields: { 'filter.pluginId': ['filter.pluginId must not be null; leave it out instead.'] },
    },
    {
      what: 'conditions that are all null',
      filter: { status: null, dueBefore: null },
      fields: { 'filter.status': [expect.any(String)], 'filter.dueBefore': [expect.any(String)] },
    },
    {
      what: 'a plugin that could be none',
      filter: { pluginId: 'a\0b' },
      fields: { 'filter.pluginId': [expect.any(String)] },
    },
  ])('refuses $what, dry run or not', async ({ filter, fields }) => {
    for (const dryRun of [true, false]) {
      await expect(resendAll(filter, { dryRun })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
    }
  });

  it('sends nothing when it is not told whether to, whatever the filter', async () => {
    await delivered();
    const before = await rows();
    await expect(resendAll({ status: 'DELIVERED' }, { dryRun: null })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { dryRun: ['dryRun must not be null; leave it out instead.'] },
    });
    expect(await rows()).toEqual(before);
  });

  it('refuses a time of null, which would leave out nothing', async () => {
    await expect(resendAll({ status: 'DELIVERED' }, { notAskedSince: null })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { notAskedSince: ['notAskedSince must not be null; leave it out instead.'] },
    });
  });

  it('requires a filter', async () => {
    await expect(resendAll(undefined as unknown as DeliveryFilter)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { filter: [expect.stringContaining('required')] },
    });
  });
});
