import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { makeOrder } from '../support/builders.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import {
  CancelDeliveryDocument,
  OrderNotificationDocument,
  PhrasesDocument,
  ResendDeliveryDocument,
  UpdatePluginDocument,
  type UpdatePluginInput,
} from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(() => story.begin());

const iso = (seconds: number) => after(seconds).toISOString();
const orderOf = async (id: string) => (await story.service.admin(OrderNotificationDocument, { id })).order;
const notificationOf = async (id: string) => (await orderOf(id))?.notification;
const update = async (changes: Omit<UpdatePluginInput, 'id'>) =>
  story.service.admin(UpdatePluginDocument, { input: { id: story.developer.pluginId, ...changes } });

/** When a callback is there: what answers it. */
async function arrivalOfCallback(): Promise<() => void> {
  return new Promise((resolve) => {
    story.receiver.answer((_request, response) => resolve(() => response.end('SUCCESS')));
  });
}

describe('why the developer was not told', () => {
  it('UNPAID: there is nothing to tell yet', async () => {
    const { id } = await makeOrder(story.service.admin, story.developer);

    expect(await notificationOf(id)).toEqual({
      code: 'UNPAID',
      message: 'The order is not paid.',
      nextAttemptAt: null,
    });
  });

  it('NO_CALLBACK_URL: there was none at payment, until resendDelivery uses the one that there is now', async () => {
    await update({ callbackUrl: null });
    const orderId = await story.pay();
    expect(await orderOf(orderId)).toEqual({
      delivery: null,
      notification: {
        code: 'NO_CALLBACK_URL',
        message: 'The plugin had no callback URL when the order was paid; there is still none.',
        nextAttemptAt: null,
      },
    });

    await update({ callbackUrl: story.receiver.url });
    expect(await notificationOf(orderId)).toMatchObject({
      code: 'NO_CALLBACK_URL',
      message: expect.stringContaining('there is one now, and resendDelivery will use it'),
    });
    await story.service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING', nextAttemptAt: iso(0) });
    story.receiver.answer(success);
    await story.sweeping.sweep();
    expect(await notificationOf(orderId)).toMatchObject({ code: 'DELIVERED' });
  });

  it('NO_CALLBACK_URL: it was removed, until there is a new one', async () => {
    const orderId = await story.pay();
    await update({ callbackUrl: null });
    await story.sweeping.sweep();

    expect(await notificationOf(orderId)).toEqual({
      code: 'NO_CALLBACK_URL',
      message: 'The callback URL was removed; notifications wait for a new one.',
      nextAttemptAt: iso(0),
    });
    expect(story.receiver.received).toEqual([]);
    await update({ callbackUrl: story.receiver.url });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING' });
  });

  it('WAITING: for the next one, after what the last one met', async () => {
    story.receiver.answer({ body: '"SUCCESS"' });
    const orderId = await story.pay();
    expect(await notificationOf(orderId)).toEqual({
      code: 'WAITING',
      message: `The next notification is due at ${iso(0)}.`,
      nextAttemptAt: iso(0),
    });

    await story.sweeping.sweep();
    expect(await notificationOf(orderId)).toEqual({
      code: 'WAITING',
      message:
        'Attempt 1 was answered with status 200, but not with SUCCESS: the body was "SUCCESS": SUCCESS in quotes, ' +
        `as a JSON encoder writes it; it must be bare. The next notification is due at ${iso(15)}.`,
      nextAttemptAt: iso(15),
    });
  });

  it('IN_FLIGHT: one is being sent, and DELIVERED when it was acknowledged', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.sweeping.sweep();
    const arrived = arrivalOfCallback();
    const swept = story.sweepAt(15);
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

  it('DELIVERED: and what staff ask for once more is told of until it is acknowledged too', async () => {
    story.receiver.answer(success, failure, success);
    const orderId = await story.pay();
    await story.sweeping.sweep();
    const acknowledged = `The developer acknowledged at ${iso(0)}.`;
    const resend = async () => story.service.admin(ResendDeliveryDocument, { input: { orderId } });
    story.service.clock.now = after(100);
    await resend();
    expect((await notificationOf(orderId))?.message).toBe(
      `${acknowledged} Another notification was requested. The next notification is due at ${iso(100)}.`,
    );

    await story.sweepAt(101);
    const failed = 'Attempt 2, which staff requested, was answered with status 500.';
    expect(await notificationOf(orderId)).toEqual({
      code: 'DELIVERED',
      message: `${acknowledged} ${failed}`,
      nextAttemptAt: null,
    });
    await resend();
    await story.sweepAt(102);
    expect((await notificationOf(orderId))?.message).toBe(acknowledged);
  });

  it('DELIVERED: also when the delivery is no longer kept', async () => {
    story.receiver.answer(success);
    const orderId = await story.pay();
    await story.sweeping.sweep();
    expect(await removeExpired(story.store, after(1))).toBeGreaterThan(0);

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
    story.receiver.answer(failure);
    const orderId = await story.pay();
    for (const seconds of [0, 15, 45, 105, 405]) await story.sweepAt(seconds);
    expect(await orderOf(orderId)).toEqual({
      delivery: { status: 'EXHAUSTED' },
      notification: {
        code: 'EXHAUSTED',
        message: 'All 5 automatic notifications failed. Attempt 5 was answered with status 500.',
        nextAttemptAt: null,
      },
    });

    story.service.clock.now = after(500);
    await story.service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect(await notificationOf(orderId)).toMatchObject({ code: 'WAITING', nextAttemptAt: iso(500) });
    await story.sweeping.sweep();
    expect(await notificationOf(orderId)).toMatchObject({
      code: 'EXHAUSTED',
      message: expect.stringContaining('Attempt 6 was answered with status 500.'),
      nextAttemptAt: null,
    });
  });

  it('also as data, each attempt with the code of its hint', async () => {
    story.receiver.answer({ body: '"SUCCESS"' });
    const orderId = await story.pay();
    await story.sweepAt(0);
    const { order } = await story.service.admin(PhrasesDocument, { id: orderId });
    const read = ({ code, values }: { code: string; values: string }) => [code, JSON.parse(values)] as unknown;
    const hint = ['HINT_BODY_QUOTED', { body: '"SUCCESS"', quotes: 'in quotes, as a JSON encoder writes it' }];
    expect(order!.notification.phrases.map(read)).toEqual([
      ['ATTEMPT_UNEXPECTED_BODY', { number: '1', status: '200' }],
      hint,
      ['DUE', { at: iso(15) }],
    ]);
    const [attempt] = order!.delivery!.attempts;
    expect(attempt!.hintPhrase && read(attempt!.hintPhrase)).toEqual(hint);
    expect(attempt!.phrases.map(read)).toEqual([['ATTEMPT_UNEXPECTED_BODY', { number: '1', status: '200' }], hint]);
    expect(attempt!.message).toBe(`Attempt 1 was answered with status 200, but not with SUCCESS: ${attempt!.hint}.`);
  });

  it('CANCELLED: staff ended it', async () => {
    const orderId = await story.pay();
    await story.service.admin(CancelDeliveryDocument, { input: { orderId } });

    expect(await orderOf(orderId)).toEqual({
      delivery: { status: 'CANCELLED' },
      notification: { code: 'CANCELLED', message: 'The delivery was cancelled.', nextAttemptAt: null },
    });
  });

  it('PAUSED: nothing is sent or counted until deliveries go on', async () => {
    story.receiver.answer(success);
    const orderId = await story.pay();
    await update({ deliveriesPaused: true });
    await story.sweepAt(100_000);
    expect(story.receiver.received).toEqual([]);
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
    await story.sweeping.sweep();
    expect(story.receiver.received).toHaveLength(1);
    expect(await notificationOf(orderId)).toMatchObject({ code: 'DELIVERED' });
  });
});
