import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/store/retention.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  CancelDeliveryDocument,
  OrderNotificationDocument,
  PayOrderDocument,
  ResendDeliveryDocument,
  UpdatePluginDocument,
  type UpdatePluginInput,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});
beforeEach(async () => {
  // Nothing is due but what a test makes due.
  await sweeping.store.prisma.delivery.deleteMany();
  service.clock.now = exampleTime;
  receiver.received.length = 0;
  developer = await makeDeveloper(service.admin, receiver.url);
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const iso = (seconds: number) => later(seconds).toISOString();
const orderOf = async (id: string) => (await service.admin(OrderNotificationDocument, { id })).order;
const notificationOf = async (id: string) => (await orderOf(id))?.notification;
const update = async (changes: Omit<UpdatePluginInput, 'id'>) =>
  service.admin(UpdatePluginDocument, { input: { id: developer.pluginId, ...changes } });

/** When a callback is there: what answers it. */
async function arrivalOfCallback(): Promise<() => void> {
  return new Promise((resolve) => {
    receiver.answer((_request, response) => resolve(() => response.end('SUCCESS')));
  });
}

async function payNewOrder(of = developer): Promise<string> {
  const { id: orderId } = await makeOrder(service.admin, of);
  await service.admin(PayOrderDocument, { input: { orderId } });
  return orderId;
}

describe('why the developer was not told', () => {
  it('UNPAID: there is nothing to tell yet', async () => {
    const { id } = await makeOrder(service.admin, developer);

    expect(await notificationOf(id)).toEqual({
      code: 'UNPAID',
      message: 'The order is not paid.',
      nextAttemptAt: null,
    });
  });

  it('NO_CALLBACK_URL: there was none at payment, until resendDelivery uses the one that there is now', async () => {
    const silent = await makeDeveloper(service.admin);
    const orderId = await payNewOrder(silent);
    expect(await orderOf(orderId)).toEqual({
      delivery: null,
      notification: {
        code: 'NO_CALLBACK_URL',
        message: 'The plugin had no callback address when the order was paid; there is still none.',
        nextAttemptAt: null,
      },
    });

    await service.admin(UpdatePluginDocument, { input: { id: silent.pluginId, callbackUrl: receiver.url } });
    expect(await notificationOf(orderId)).toMatchObject({
      code: 'NO_CALLBACK_URL',
      message: expect.stringContaining('there is one now, and resendDelivery will use it'),
    });
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING', nextAttemptAt: iso(0) });
    receiver.answer(success);
    await sweeping.sweep();
    expect(await notificationOf(orderId)).toMatchObject({ code: 'DELIVERED' });
  });

  it('NO_CALLBACK_URL: it was removed, until there is a new one', async () => {
    const orderId = await payNewOrder();
    await update({ callbackUrl: null });
    await sweeping.sweep();

    expect(await notificationOf(orderId)).toEqual({
      code: 'NO_CALLBACK_URL',
      message: 'The callback address was removed; notifications wait for a new one.',
      nextAttemptAt: iso(0),
    });
    expect(receiver.received).toEqual([]);
    await update({ callbackUrl: receiver.url });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING' });
  });

  it('WAITING: for the next one, after what the last one met', async () => {
    receiver.answer({ body: '"SUCCESS"' });
    const orderId = await payNewOrder();
    expect(await notificationOf(orderId)).toEqual({
      code: 'WAITING',
      message: `The next notification is due at ${iso(0)}.`,
      nextAttemptAt: iso(0),
    });

    await sweeping.sweep();
    expect(await notificationOf(orderId)).toEqual({
      code: 'WAITING',
      message:
        'Attempt 1 was answered with status 200, but not with SUCCESS: the body was "SUCCESS": SUCCESS in quotes, ' +
        `as a JSON encoder writes it; it must be bare. The next notification is due at ${iso(15)}.`,
      nextAttemptAt: iso(15),
    });
  });

  it('IN_FLIGHT: one is being sent, and DELIVERED when it was acknowledged', async () => {
    receiver.answer(failure);
    const orderId = await payNewOrder();
    await sweeping.sweep();
    const arrived = arrivalOfCallback();
    const swept = sweeping.sweepAt(later(15));
    const answer = await arrived;

    expect(await notificationOf(orderId)).toEqual({
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now. Attempt 1 was answered with status 500.',
      nextAttemptAt: null,
    });
    answer();
    await swept;
    expect(await notificationOf(orderId)).toEqual({
      code: 'DELIVERED',
      message: `The developer acknowledged at ${iso(15)}.`,
      nextAttemptAt: null,
    });
  });

  it('DELIVERED: also when the delivery is no longer kept', async () => {
    receiver.answer(success);
    const orderId = await payNewOrder();
    await sweeping.sweep();
    expect(await removeExpired(sweeping.store, later(1))).toBeGreaterThan(0);

    expect(await orderOf(orderId)).toEqual({
      delivery: null,
      notification: {
        code: 'DELIVERED',
        message: `The developer acknowledged at ${iso(0)}.`,
        nextAttemptAt: null,
      },
    });
  });

  it('EXHAUSTED: all automatic ones failed, until staff asks for one more', async () => {
    receiver.answer(failure);
    const orderId = await payNewOrder();
    for (const seconds of [0, 15, 45, 105, 405]) await sweeping.sweepAt(later(seconds));
    expect(await orderOf(orderId)).toEqual({
      delivery: { status: 'EXHAUSTED' },
      notification: {
        code: 'EXHAUSTED',
        message: 'All 5 automatic notifications failed. Attempt 5 was answered with status 500.',
        nextAttemptAt: null,
      },
    });

    service.clock.now = later(500);
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING', nextAttemptAt: iso(500) });
    await sweeping.sweep();
    expect(await notificationOf(orderId)).toMatchObject({
      code: 'EXHAUSTED',
      message: expect.stringContaining('Attempt 6 was answered with status 500.'),
      nextAttemptAt: null,
    });
  });

  it('CANCELLED: staff ended it', async () => {
    const orderId = await payNewOrder();
    await service.admin(CancelDeliveryDocument, { input: { orderId } });

    expect(await orderOf(orderId)).toEqual({
      delivery: { status: 'CANCELLED' },
      notification: { code: 'CANCELLED', message: 'The delivery was cancelled.', nextAttemptAt: null },
    });
  });

  it('PAUSED: nothing is sent or counted until deliveries go on', async () => {
    receiver.answer(success);
    const orderId = await payNewOrder();
    await update({ deliveriesPaused: true });
    await sweeping.sweepAt(later(100_000));
    expect(receiver.received).toEqual([]);
    expect(await orderOf(orderId)).toEqual({
      delivery: { status: 'PENDING' },
      notification: {
        code: 'PAUSED',
        message: 'Deliveries of this plugin are paused; nothing is lost or counted meanwhile.',
        nextAttemptAt: iso(0),
      },
    });

    await update({ deliveriesPaused: false });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING' });
    await sweeping.sweep();
    expect(receiver.received).toHaveLength(1);
    expect(await notificationOf(orderId)).toMatchObject({ code: 'DELIVERED' });
  });
});
