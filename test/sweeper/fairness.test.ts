import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { startRawReceiver, type RawReceiver } from '../support/rawReceiver.ts';
import { deliveryStory, type DeliveryStory } from './deliveryStory.ts';

let story: DeliveryStory;
let silent: RawReceiver;

const timeoutMs = 2000;

beforeAll(async () => {
  story = await deliveryStory({ timeoutMs, concurrency: 5, concurrencyPerPlugin: 3 });
  silent = await startRawReceiver({ behaviour: { onRequest: () => {} } });
});
afterAll(async () => {
  await story.end();
  await silent.close();
});
beforeEach(async () => {
  await story.begin();
});

it('a receiver that never answers keeps nobody else waiting, and gets no more than its share', async () => {
  const slow = await makeDeveloper(story.service.admin, silent.url);
  const slowOrderIds: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { id: orderId } = await makeOrder(story.service.admin, slow);
    await story.service.admin(PayOrderDocument, { input: { orderId } });
    slowOrderIds.push(orderId);
  }
  const quickOrderIds = await Promise.all(Array.from({ length: 12 }, async () => story.pay()));
  const startedAt = performance.now();
  await story.sweeping.sweeper.sweepOnce();

  await vi.waitUntil(() => story.receiver.received.length === quickOrderIds.length, { timeout: timeoutMs });
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs);
  const where = { orderId: { in: slowOrderIds } };
  const slowAttempts = await story.store.prisma.deliveryAttempt.findMany({ where });
  expect(slowAttempts.map(({ outcome }) => outcome)).toEqual(['STARTED', 'STARTED', 'STARTED']);
  expect(silent.connections).toBe(3);

  await story.sweeping.sweeper.settled();
  const ended = await story.store.prisma.deliveryAttempt.findMany({ where });
  expect(ended.map(({ outcome }) => outcome)).toEqual(Array(6).fill('TIMED_OUT'));
  expect(silent.requests).toHaveLength(6);
});
