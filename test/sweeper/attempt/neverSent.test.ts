import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networksOf } from '../../../src/rules/callbacks/callableAddress.ts';
import { observeBy } from '../../../src/service/observation.ts';
import { startDueAttempts, type StartedAttempt } from '../../../src/store/deliveries/startDueAttempts.ts';
import { AttemptCloser } from '../../../src/sweeper/attempt/attemptCloser.ts';
import { deliverAttempt } from '../../../src/sweeper/attempt/deliverAttempt.ts';
import { resolveHost } from '../../../src/sweeper/post/resolveHost.ts';
import { failure } from '../../support/callbackReceiver.ts';
import { noOtherNetworks } from '../post/callbackPost.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from './deliveryStory.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(() => story.begin());

const leaseMs = 40_000;
const timeoutMs = 10_000;

async function claimAt(seconds: number): Promise<StartedAttempt> {
  story.service.clock.now = after(seconds);
  const [attempt] = await startDueAttempts(story.store, {
    now: after(seconds),
    clock: () => after(seconds),
    worker: 'stopped:1',
    leaseMs,
    limit: 10,
    limitPerPlugin: 10,
    limitForSandbox: 10,
    inFlight: new Map(),
    write: () => ({ body: '{}', previousSigns: [] }),
  });
  return attempt!;
}

/** By a process that was stopped right after it had claimed the attempt, for as long as its lease lets it send. */
async function deliverTooLate(attempt: StartedAttempt): Promise<void> {
  const log = pino({ level: 'silent' });
  const { store, service } = story;
  const settings = { store, schedule, clock: () => service.clock.now, leaseMs, timeoutMs, log, resolveHost };
  await deliverAttempt(
    attempt,
    performance.now() - (leaseMs - timeoutMs) - 1,
    { ...settings, observer: observeBy([], log), allowedNetworks: networksOf(['127.0.0.0/8'])!, ...noOtherNetworks },
    new AttemptCloser(settings),
    new AbortController().signal,
    async () => {},
  );
}

const unsent = {
  outcome: 'CONNECTION_FAILED',
  error: 'the process was stopped before it could send; this one does not count',
};

describe('an attempt whose process was stopped before it could send', () => {
  it('is not sent and does not count; its row stays, and the next one is due at once', async () => {
    const orderId = await story.pay();
    const attempt = await claimAt(0);
    story.service.clock.now = after(30);
    await deliverTooLate(attempt);

    expect(story.receiver.received).toHaveLength(0);
    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      attemptCount: 1,
      automaticCount: 0,
      nextAutomaticAt: after(30),
      leaseToken: null,
    });
    await story.sweepAt(30);
    expect(await story.attempts(orderId)).toMatchObject([
      { number: 1, ...unsent },
      { number: 2, outcome: 'ACKNOWLEDGED' },
    ]);
  });

  it('leaves as many that are sent as there may be, with their delays', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    for (const seconds of [0, 15, 45, 105]) await story.sweepAt(seconds);
    await deliverTooLate(await claimAt(405));
    expect(await story.delivery(orderId)).toMatchObject({ status: 'PENDING', automaticCount: 4 });
    for (const seconds of [405, 406, 100_000]) await story.sweepAt(seconds);

    expect(story.receiver.received).toHaveLength(5);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'EXHAUSTED', attemptCount: 6, automaticCount: 5 });
  });

  it('was asked for by hand, and is sent later', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    await deliverTooLate(await claimAt(10));
    expect(await story.delivery(orderId)).toMatchObject({
      status: 'DELIVERED',
      automaticCount: 1,
      pendingResends: 1,
      resendRequestedAt: after(10),
    });
    await story.sweepAt(10);

    expect(story.receiver.received).toHaveLength(2);
    expect(await story.delivery(orderId)).toMatchObject({ pendingResends: 0, resendRequestedAt: null });
  });

  it('was asked for by hand, and is not taken up again when it was cancelled meanwhile', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    const attempt = await claimAt(10);
    await story.cancel(orderId);
    await deliverTooLate(attempt);
    await story.sweepAt(100_000);

    expect(story.receiver.received).toHaveLength(1);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', pendingResends: 0 });
  });

  it('is not taken up again when it was cancelled meanwhile', async () => {
    const orderId = await story.pay();
    const attempt = await claimAt(0);
    await story.cancel(orderId);
    await deliverTooLate(attempt);
    await story.sweepAt(100_000);

    expect(story.receiver.received).toHaveLength(0);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'CANCELLED', nextAutomaticAt: null });
  });
});
