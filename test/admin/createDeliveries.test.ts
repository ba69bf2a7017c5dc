import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { success } from '../support/callbackReceiver.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import { CreateDeliveriesDocument, DeliveryDocument, type CreateDeliveriesInput } from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(() => story.begin());

const create = async (given: Partial<CreateDeliveriesInput> = {}) =>
  (
    await story.service.admin(CreateDeliveriesDocument, {
      input: { pluginId: story.developer.pluginId, ...given },
    })
  ).createDeliveries;

it('tells the developer of all that was paid while there was no callback URL', async () => {
  await story.setPlugin({ callbackUrl: null });
  const orderIds = [await story.pay(), await story.pay()];
  await expect(create()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Refused: the plugin has no callback URL.',
  });
  await story.setPlugin({ callbackUrl: story.receiver.url });
  story.service.clock.now = after(1000);
  expect(await create({ dryRun: true })).toEqual({ count: 2, isPartial: false });
  expect(await create({ paidFrom: after(1).toISOString() })).toEqual({ count: 0, isPartial: false });
  expect(await create({ paidTo: after(1).toISOString() })).toEqual({ count: 2, isPartial: false });
  expect(await create()).toEqual({ count: 0, isPartial: false });

  story.receiver.answer(success);
  await story.sweeping.sweep();
  const received = story.receiver.received.map(({ message }) => message.resource['order_id']);
  expect(received.toSorted()).toEqual(orderIds.toSorted());
  for (const orderId of orderIds) {
    const { delivery } = await story.service.admin(DeliveryDocument, { orderId });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ trigger: 'AUTOMATIC', number: 1 }] });
  }
});

it.each<{ what: string; given: Partial<CreateDeliveriesInput>; field: string }>([
  { what: 'a plugin that could be none', given: { pluginId: 'a\0b' }, field: 'pluginId' },
  { what: 'a beginning of null', given: { paidFrom: null }, field: 'paidFrom' },
  { what: 'an end of null', given: { paidTo: null }, field: 'paidTo' },
  { what: 'a dry run of null', given: { dryRun: null }, field: 'dryRun' },
  { what: 'a long reason', given: { reason: 'r'.repeat(501) }, field: 'reason' },
])('refuses $what', async ({ given, field }) => {
  await expect(create(given)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { [field]: [expect.any(String)] },
  });
});
