import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { slotsOfSandbox } from '../../../src/rules/callbacks/divideSlots.ts';
import { makeDeveloper, makeOrder } from '../../support/builders.ts';
import { PayOrderDocument } from '../../admin/generated/operations.ts';
import { startRawReceiver, type RawReceiver } from '../../support/rawReceiver.ts';
import { deliveryStory, type DeliveryStory } from '../attempt/deliveryStory.ts';

let story: DeliveryStory;
/** It answers nothing, until it hangs up on everyone. */
let silent: RawReceiver;
let held: Socket[];
let hasHungUp: boolean;

const timeoutMs = 5000;
const slots = 3;
const concurrency = 24;

beforeAll(async () => {
  // So many in all that no slot comes back because all were taken.
  story = await deliveryStory({ timeoutMs, concurrency, concurrencyPerPlugin: slots });
  const onRequest = (socket: Socket) => void (hasHungUp ? socket.destroy() : held.push(socket));
  silent = await startRawReceiver({ behaviour: { onRequest } });
});
afterAll(async () => {
  await story.end();
  await silent.close();
});
beforeEach(async () => {
  await story.begin();
  held = [];
  hasHungUp = false;
});

/** Ends what waits for the silent receiver, now and later, as its timeout does, but without the wait. */
function hangUp(): void {
  hasHungUp = true;
  for (const socket of held) socket.destroy();
}

it.each([
  { whose: 'live', sandbox: false, end: () => {}, outcome: 'TIMED_OUT' },
  { whose: 'sandbox', sandbox: true, end: hangUp, outcome: 'CONNECTION_FAILED' },
])('a receiver of a $whose plugin that never answers keeps nobody else waiting', async ({ sandbox, end, outcome }) => {
  const before = { connections: silent.connections, requests: silent.requests.length };
  const slow = await makeDeveloper(story.service.admin, silent.url);
  await story.store.prisma.plugin.update({ where: { id: slow.pluginId }, data: { sandbox } });
  const slowOrderIds: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { id: orderId } = await makeOrder(story.service.admin, slow);
    await story.service.admin(PayOrderDocument, { input: { orderId } });
    slowOrderIds.push(orderId);
  }
  const quickOrderIds = await Promise.all(Array.from({ length: 12 }, async () => story.pay()));
  await story.sweeping.sweeper.startDue();

  await vi.waitUntil(() => story.receiver.received.length === quickOrderIds.length, { timeout: timeoutMs });
  const where = { orderId: { in: slowOrderIds } };
  const slowAttempts = await story.store.prisma.deliveryAttempt.findMany({ where });
  expect(slowAttempts.map((attempt) => attempt.outcome)).toEqual(['STARTED', 'STARTED', 'STARTED']);
  expect(silent.connections - before.connections).toBe(slots);

  end();
  await story.sweeping.sweeper.settled();
  const ended = await story.store.prisma.deliveryAttempt.findMany({ where });
  expect(ended.map((attempt) => attempt.outcome)).toEqual(Array(6).fill(outcome));
  expect(silent.requests.length - before.requests).toBe(6);
});

it('many sandbox plugins whose receivers never answer keep no live plugin waiting', async () => {
  const mostOfSandbox = slotsOfSandbox(concurrency);
  const pluginIds: string[] = [];
  for (let plugins = 0; plugins * slots <= mostOfSandbox; plugins += 1) {
    const slow = await makeDeveloper(story.service.admin, silent.url);
    await story.store.prisma.plugin.update({ where: { id: slow.pluginId }, data: { sandbox: true } });
    for (let orders = 0; orders < slots; orders += 1) {
      const { id: orderId } = await makeOrder(story.service.admin, slow);
      await story.service.admin(PayOrderDocument, { input: { orderId } });
    }
    pluginIds.push(slow.pluginId);
  }
  const outcomes = async () => {
    const attempts = await story.store.prisma.deliveryAttempt.findMany({ where: { pluginId: { in: pluginIds } } });
    return attempts.map(({ outcome }) => outcome);
  };
  await story.sweeping.sweeper.startDue();
  expect(await outcomes()).toEqual(Array(mostOfSandbox).fill('STARTED'));

  const orderIds = await Promise.all(Array.from({ length: 2 * slots }, async () => story.pay()));
  await story.sweeping.sweeper.startDue();
  await vi.waitUntil(() => story.receiver.received.length === orderIds.length, { timeout: timeoutMs });
  expect(await outcomes()).toEqual(Array(mostOfSandbox).fill('STARTED'));

  // Their own slots come back, and those that waited get them.
  hangUp();
  await story.sweeping.sweeper.settled();
  expect(await outcomes()).toEqual(Array(pluginIds.length * slots).fill('CONNECTION_FAILED'));
}, 60_000);

it('all slots of a plugin come back while something is due, though they were freed at the same moment', async () => {
  const orderIds = await Promise.all(Array.from({ length: 10 * slots }, async () => story.pay()));
  const waiting: ServerResponse[] = [];
  story.receiver.answer((_request, response) => {
    waiting.push(response);
    if (waiting.length === slots) for (const one of waiting.splice(0)) one.end('SUCCESS');
  });
  await story.sweeping.sweeper.startDue();
  await story.sweeping.sweeper.settled();

  const delivered = await story.store.prisma.delivery.findMany({ where: { status: 'DELIVERED', attemptCount: 1 } });
  expect(delivered.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted());
});
