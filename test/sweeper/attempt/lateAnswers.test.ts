import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { after, deliveryStory, type DeliveryStory } from './deliveryStory.ts';
import { acknowledged, failed, slowWorker } from '../loop/slowWorker.ts';

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

const { claimAt, finishAt, abandonAt, everythingOf } = slowWorker(() => story);

/** Until a statement of this database waits for a lock. */
async function untilWaiting(): Promise<void> {
  const { prisma } = story.store;
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await prisma.$queryRawUnsafe<unknown[]>(sql)).length > 0);
}

describe('a worker that comes back too late', () => {
  it('with a failure closes nothing: not its own attempt, nor the next one', async () => {
    const orderId = await story.pay();
    const stale = await claimAt(0);
    await abandonAt(40);
    const abandoned = await everythingOf(orderId);
    expect(await finishAt(41, stale, failed)).toBe(false);
    expect(await everythingOf(orderId)).toEqual(abandoned);

    const current = await claimAt(50);
    const claimed = await everythingOf(orderId);
    expect(await finishAt(51, stale, failed)).toBe(false);
    expect(await everythingOf(orderId)).toEqual(claimed);

    expect(await finishAt(52, current, failed)).toBe(true);
    expect(await finishAt(53, current, failed)).toBe(false);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: null },
      delivery: { status: 'PENDING', automaticCount: 2, nextAutomaticAt: after(82) },
    });
  });

  it('with an acknowledgement ends the delivery, and nothing more is sent', async () => {
    const orderId = await story.pay();
    const stale = await claimAt(0);
    await abandonAt(40);

    expect(await finishAt(41, stale, acknowledged)).toBe(true);
    await story.sweepAt(100_000);
    expect(story.receiver.received).toHaveLength(0);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(41) },
      delivery: { status: 'DELIVERED', nextAutomaticAt: null },
      attempts: [{ outcome: 'ACKNOWLEDGED', httpStatus: 200, error: null, hint: null, finishedAt: after(41) }],
    });
  });

  it('with an acknowledgement of the last notification: the order is not given up', async () => {
    const orderId = await story.pay();
    await story.store.prisma.delivery.update({ where: { orderId }, data: { maxNotifications: 1 } });
    const stale = await claimAt(0);
    await abandonAt(40);
    expect((await story.delivery(orderId)).status).toBe('EXHAUSTED');

    expect(await finishAt(41, stale, acknowledged)).toBe(true);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(41) },
      delivery: { status: 'DELIVERED' },
      attempts: [{ outcome: 'ACKNOWLEDGED' }],
    });
  });

  it('with an acknowledgement while the next attempt is in flight: that one keeps its lease, and the trace stays', async () => {
    const orderId = await story.pay();
    const stale = await claimAt(0);
    await abandonAt(40);
    const current = await claimAt(50);

    expect(await finishAt(51, stale, acknowledged)).toBe(true);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(51) },
      delivery: { status: 'DELIVERED', nextAutomaticAt: null, leaseToken: current.leaseToken },
      attempts: [
        { outcome: 'ABANDONED', httpStatus: 200, hint: expect.stringContaining('SUCCESS'), finishedAt: after(40) },
        { outcome: 'STARTED' },
      ],
    });

    // As a developer's server may answer who has been told before.
    expect(await finishAt(52, current, failed)).toBe(true);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(51) },
      delivery: { status: 'DELIVERED', nextAutomaticAt: null, leaseToken: null },
      attempts: [{ outcome: 'ABANDONED' }, { outcome: 'UNEXPECTED_STATUS' }],
    });
  });

  it('closes the same attempt once more without a difference', async () => {
    const orderId = await story.pay();
    const attempt = await claimAt(0);
    await finishAt(1, attempt, acknowledged);
    const once = await everythingOf(orderId);
    await finishAt(1, attempt, acknowledged);
    expect(await everythingOf(orderId)).toEqual(once);

    await story.resend(orderId);
    await claimAt(2);
    const twice = await everythingOf(orderId);
    expect(await finishAt(1, attempt, acknowledged)).toBe(false);
    expect(await everythingOf(orderId)).toEqual(twice);
  });

  it('with a failure closes nothing either when it waited for the one that takes the lease', async () => {
    const orderId = await story.pay();
    const stale = await claimAt(0);

    const isClosed = await story.store.prisma.$transaction(async (tx) => {
      await tx.delivery.update({ where: { orderId }, data: { leaseToken: null, leaseExpiresAt: null } });
      const closing = finishAt(1, stale, failed);
      await untilWaiting();
      return { closing };
    });
    expect(await isClosed.closing).toBe(false);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: null },
      delivery: { status: 'PENDING' },
      attempts: [{ outcome: 'STARTED' }],
    });
  });

  it('but before anyone has taken it, it may still close it', async () => {
    const orderId = await story.pay();
    const attempt = await claimAt(0);

    expect(await finishAt(3600, attempt, acknowledged)).toBe(true);
    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(3600) },
      delivery: { status: 'DELIVERED', leaseToken: null },
    });
  });
});

it('a cancellation that an attempt had to wait for is not undone by it', async () => {
  const orderId = await story.pay();
  const attempt = await claimAt(0);

  const { closing } = await story.store.prisma.$transaction(async (tx) => {
    await tx.delivery.update({ where: { orderId }, data: { status: 'CANCELLED', nextAutomaticAt: null } });
    const waiting = finishAt(1, attempt, failed);
    await untilWaiting();
    return { closing: waiting };
  });
  expect(await closing).toBe(true);
  expect(await everythingOf(orderId)).toMatchObject({
    delivery: { status: 'CANCELLED', nextAutomaticAt: null, leaseToken: null },
    attempts: [{ outcome: 'UNEXPECTED_STATUS' }],
  });
});
