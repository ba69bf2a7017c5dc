import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper } from '../support/builders.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import {
  AuditLogDocument,
  ResendOrdersDocument,
  ResendPreviewDocument,
  type OrderFilter,
  type ResendOrdersInput,
} from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory({ schedule: { maxNotifications: 1, delaysSeconds: [15] } });
});
afterAll(() => story.end());
beforeEach(async () => {
  await story.begin();
  await story.store.prisma.order.deleteMany();
});

const preview = async (filter: OrderFilter = {}) =>
  (await story.service.admin(ResendPreviewDocument, { filter })).resendPreview;
const resend = async (input: Partial<ResendOrdersInput> = {}) =>
  (await story.service.admin(ResendOrdersDocument, { input: { filter: {}, ...input } })).resendOrders;
const sent = () => story.receiver.received.length;

/** Pays so many orders, and fails to notify the developer of each. */
async function payUntold(count: number): Promise<string[]> {
  story.receiver.answer(failure);
  const orderIds = [];
  for (let paid = 0; paid < count; paid += 1) orderIds.push(await story.pay());
  await story.sweepAt(0);
  story.receiver.received.length = 0;
  story.receiver.answer(success);
  return orderIds;
}

describe('resendOrders', () => {
  it('sends one more notification of each order that was not acknowledged, and of no other', async () => {
    await story.pay();
    await story.sweepAt(0);
    await payUntold(3);
    story.service.clock.now = after(1);
    expect(await preview()).toEqual({
      at: after(1).toISOString(),
      orders: 3,
      alreadyAsked: 0,
      withoutCallbackUrl: 0,
      plugins: [{ plugin: { id: story.developer.pluginId }, orders: 3 }],
    });
    expect(await resend({ reason: 'receiver was down' })).toMatchObject({ count: 3, isPartial: false });
    await story.sweepAt(2);
    await story.sweepAt(1000);
    expect(sent()).toBe(3);
    const [entry] = (await story.service.admin(AuditLogDocument, { first: 1 })).auditLog.edges;
    expect(entry?.node).toMatchObject({ action: 'resendOrders', reason: 'receiver was down' });
    expect(JSON.parse(entry!.node.detail)).toMatchObject({ filter: {}, count: 3, isPartial: false });
  });

  it('leaves out an order for which one waits already, and says so before', async () => {
    const [first] = await payUntold(2);
    await story.resend(first!);
    expect(await preview()).toMatchObject({ orders: 1, alreadyAsked: 1 });
    expect(await resend()).toMatchObject({ count: 1 });
  });

  it('asks for none twice when it goes on, or when its answer was lost', async () => {
    await payUntold(2);
    const { at } = await preview();
    expect(await resend({ notAskedSince: at })).toMatchObject({ count: 2 });
    story.receiver.answer(failure);
    await story.sweepAt(5);
    expect(await resend({ notAskedSince: at })).toMatchObject({ count: 0, isPartial: false });
    expect(sent()).toBe(2);
  });

  it('makes the delivery of an order that has none, once there is a callback URL', async () => {
    await story.setPlugin({ callbackUrl: null });
    await story.pay();
    expect(await preview()).toMatchObject({ orders: 0, withoutCallbackUrl: 1, plugins: [] });
    expect(await resend()).toMatchObject({ count: 0 });
    await story.setPlugin({ callbackUrl: story.receiver.url });
    const { at } = await preview();
    expect(await resend({ notAskedSince: at })).toMatchObject({ count: 1 });
    expect(await resend({ notAskedSince: at })).toMatchObject({ count: 0 });
    await story.sweepAt(1);
    expect(sent()).toBe(1);
  });

  it('keeps to the filter', async () => {
    await payUntold(1);
    const one = story.developer;
    story.developer = await makeDeveloper(story.service.admin, story.receiver.url);
    await payUntold(2);
    expect(await resend({ filter: { pluginId: one.pluginId } })).toMatchObject({ count: 1 });
    expect(await resend({ filter: { search: 'nothing has this' } })).toMatchObject({ count: 0 });
    expect(await resend({ filter: { unacknowledged: false } })).toMatchObject({ count: 0 });
  });

  it('stops after the batch that reaches the number, and goes on', async () => {
    const orderIds = await payUntold(2);
    const [model] = await story.store.prisma.order.findMany({ where: { id: orderIds[0]! } });
    const delivery = await story.delivery(orderIds[0]!);
    const { dueAt: _generated, ...written } = delivery;
    const ids = Array.from({ length: 298 }, (_, at) => `order${String(at).padStart(27, '0')}`);
    await story.store.prisma.order.createMany({ data: ids.map((id) => ({ ...model!, id, outOrderId: null })) });
    await story.store.prisma.delivery.createMany({ data: ids.map((orderId) => ({ ...written, orderId })) });
    const { at, orders } = await preview();
    expect(orders).toBe(300);
    expect(await resend({ notAskedSince: at, atMost: 1 })).toMatchObject({ count: 250, isPartial: true });
    expect(await resend({ notAskedSince: at, atMost: 1 })).toMatchObject({ count: 50 });
    expect(await resend({ notAskedSince: at })).toMatchObject({ count: 0, isPartial: false });
  });

  it.each<Partial<ResendOrdersInput>>([
    { filter: { pluginId: null } },
    { filter: { search: 'x'.repeat(200) } },
    { atMost: 0 },
    { notAskedSince: null },
    { reason: 'x'.repeat(501) },
  ])('refuses %j', async (input) => {
    await expect(resend(input)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
