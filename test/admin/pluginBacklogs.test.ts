import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper } from '../support/builders.ts';
import { failure } from '../support/callbackReceiver.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import { PluginBacklogsDocument } from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(async () => {
  await story.begin();
  await story.store.prisma.order.deleteMany();
});

const backlogs = async (first: number | null = 10) =>
  (await story.service.admin(PluginBacklogsDocument, { first })).pluginBacklogs;

describe('plugins whose developers were not told', () => {
  it('are ranked by their orders, then by who has waited longest', async () => {
    story.receiver.answer(failure);
    const one = story.developer.pluginId;
    await story.pay();
    story.developer = await makeDeveloper(story.service.admin, story.receiver.url);
    const two = story.developer.pluginId;
    await story.pay();
    await story.pay();
    story.service.clock.now = after(60);
    story.developer = await makeDeveloper(story.service.admin);
    const three = story.developer.pluginId;
    await story.pay();
    await story.sweepAt(60);
    story.service.clock.now = after(100);

    expect(await backlogs()).toEqual([
      {
        plugin: { id: two },
        orders: 2,
        longestWaitSeconds: 100,
        recentAttempts: 2,
        recentAcknowledged: 0,
        lastAcknowledgedAt: null,
      },
      expect.objectContaining({ plugin: { id: one }, orders: 1, recentAttempts: 1 }),
      expect.objectContaining({ plugin: { id: three }, orders: 1, recentAttempts: 0 }),
    ]);
    expect(await backlogs(1)).toHaveLength(1);
  });

  it('show how the receiver answered lately, and when it did so rightly', async () => {
    await story.pay();
    await story.sweepAt(0);
    story.receiver.answer(failure);
    await story.pay();
    await story.sweepAt(1);
    story.service.clock.now = after(100);
    expect(await backlogs()).toEqual([
      expect.objectContaining({
        orders: 1,
        recentAttempts: 2,
        recentAcknowledged: 1,
        lastAcknowledgedAt: after(0).toISOString(),
      }),
    ]);
  });

  it('are not those whose payment is a moment old, and not those who were told', async () => {
    await story.pay();
    await story.sweepAt(0);
    story.receiver.answer(failure);
    await story.pay();
    story.service.clock.now = after(5);
    expect(await backlogs()).toEqual([]);
    story.service.clock.now = after(6);
    expect(await backlogs()).toHaveLength(1);
  });

  it.each([0, 51])('are refused in a number of %i', async (first) => {
    await expect(backlogs(first)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
