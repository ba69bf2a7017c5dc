import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminClient } from '../support/adminClient.ts';
import { failure } from '../support/callbackReceiver.ts';
import { statementsOf } from '../support/statements.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import {
  DeliveryStatsDocument,
  type AttemptOutcome,
  type DeliveryStatsQueryVariables,
} from './generated/operations.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(() => story.end());
beforeEach(async () => {
  await story.begin();
  await story.store.prisma.order.deleteMany();
});

const at = (seconds: number) => after(seconds).toISOString();
const given = (variables: Partial<DeliveryStatsQueryVariables> = {}): DeliveryStatsQueryVariables => ({
  from: at(0),
  to: at(60),
  bucketSeconds: 60,
  pluginId: story.developer.pluginId,
  ...variables,
});

async function stats(variables: Partial<DeliveryStatsQueryVariables> = {}) {
  return (await story.service.admin(DeliveryStatsDocument, given(variables))).deliveryStats;
}

async function setDurations(durationsMs: (number | null)[]): Promise<void> {
  const attempts = await story.store.prisma.deliveryAttempt.findMany({ orderBy: { id: 'asc' } });
  for (const [index, durationMs] of durationsMs.entries()) {
    await story.store.prisma.deliveryAttempt.update({ where: { id: attempts[index]!.id }, data: { durationMs } });
  }
}

const counted = async (id: string | null) => (await stats({ pluginId: id })).buckets[0]?.attempts;

describe('attempts over time', () => {
  it('are counted in the bucket in which they started, by how they ended', async () => {
    story.receiver.answer(failure);
    await story.pay();
    for (const seconds of [0, 15, 45, 105]) await story.sweepAt(seconds);
    story.receiver.answer({ body: 'SUCCESS' });
    await story.sweepAt(405);

    const { buckets } = await stats({ to: at(420) });
    expect(buckets.map(({ start, attempts, acknowledged, failed }) => [start, attempts, acknowledged, failed])).toEqual(
      [
        [at(0), 3, 0, 3],
        [at(60), 1, 0, 1],
        [at(120), 0, 0, 0],
        [at(180), 0, 0, 0],
        [at(240), 0, 0, 0],
        [at(300), 0, 0, 0],
        [at(360), 1, 1, 0],
      ],
    );
  });

  it('belong to the bucket that they start, not to the one that ends there', async () => {
    story.receiver.answer(failure);
    await story.pay();
    for (const seconds of [0, 15, 45]) await story.sweepAt(seconds);

    const counts = async (variables: Partial<DeliveryStatsQueryVariables>) =>
      (await stats(variables)).buckets.map(({ attempts }) => attempts);
    expect(await counts({ from: at(0), to: at(45), bucketSeconds: 15 })).toEqual([1, 1, 0]);
    expect(await counts({ from: at(0.001), to: at(45.001), bucketSeconds: 15 })).toEqual([1, 0, 1]);
    expect(await counts({ from: at(-14.999), to: at(45.001), bucketSeconds: 15 })).toEqual([1, 1, 0, 1]);
  });

  it('are in buckets that start at from, the last of which may be shorter', async () => {
    const { buckets } = await stats({ from: at(0.5), to: at(100), bucketSeconds: 40 });
    expect(buckets.map(({ start }) => start)).toEqual([at(0.5), at(40.5), at(80.5)]);
  });

  it('have a median and a 99th percentile, of those that have ended', async () => {
    for (let count = 0; count < 5; count += 1) await story.pay();
    await story.sweepAt(0);
    await setDurations([10, 20, 30, 40, null]);

    const [bucket] = (await stats()).buckets;
    expect(bucket).toMatchObject({ attempts: 5, acknowledged: 5, durationMsP50: 25 });
    expect(bucket?.durationMsP99).toBeCloseTo(39.7);
  });

  it('have no duration while none has ended, and are not failed yet', async () => {
    await story.pay();
    await story.sweepAt(0);
    await story.store.prisma.deliveryAttempt.updateMany({ data: { outcome: 'STARTED', durationMs: null } });
    expect((await stats()).buckets).toEqual([
      { start: at(0), attempts: 1, acknowledged: 0, failed: 0, durationMsP50: null, durationMsP99: null },
    ]);
  });

  it.each<{ outcome: AttemptOutcome; acknowledged: number; failed: number }>([
    { outcome: 'STARTED', acknowledged: 0, failed: 0 },
    { outcome: 'ACKNOWLEDGED', acknowledged: 1, failed: 0 },
    { outcome: 'UNEXPECTED_STATUS', acknowledged: 0, failed: 1 },
    { outcome: 'UNEXPECTED_BODY', acknowledged: 0, failed: 1 },
    { outcome: 'REDIRECTED', acknowledged: 0, failed: 1 },
    { outcome: 'TIMED_OUT', acknowledged: 0, failed: 1 },
    { outcome: 'CONNECTION_FAILED', acknowledged: 0, failed: 1 },
    { outcome: 'TLS_FAILED', acknowledged: 0, failed: 1 },
    { outcome: 'ADDRESS_REFUSED', acknowledged: 0, failed: 1 },
    { outcome: 'ABANDONED', acknowledged: 0, failed: 1 },
  ])('that ended as $outcome are $acknowledged acknowledged, $failed failed', async ({ outcome, ...counts }) => {
    await story.pay();
    await story.sweepAt(0);
    await story.store.prisma.deliveryAttempt.updateMany({ data: { outcome } });
    expect((await stats()).buckets).toMatchObject([{ attempts: 1, ...counts }]);
  });

  it('have the durations of the acknowledged and of the failed alike', async () => {
    await story.pay();
    await story.sweepAt(0);
    story.receiver.answer(failure);
    await story.pay();
    await story.sweepAt(0);
    await setDurations([10, 40]);

    const bucket = { attempts: 2, acknowledged: 1, failed: 1, durationMsP50: 25 };
    expect((await stats()).buckets).toMatchObject([bucket]);
  });

  it('are counted when they started, however late they were acknowledged', async () => {
    await story.pay();
    await story.sweepAt(59);
    await story.store.prisma.deliveryAttempt.updateMany({ data: { finishedAt: after(68), durationMs: 9000 } });

    const { buckets } = await stats({ to: at(120) });
    expect(buckets.map(({ acknowledged, durationMsP99 }) => [acknowledged, durationMsP99])).toEqual([
      [1, 9000],
      [0, null],
    ]);
  });

  it('are those of one plugin, or of all', async () => {
    await story.pay();
    const { pluginId } = story.developer;
    await story.sweepAt(0);
    expect([await counted(pluginId), await counted(null), await counted('nobody')]).toEqual([1, 1, 0]);
  });
});

const totals = async (pluginId: string | null = story.developer.pluginId) => {
  const { pending, overdue, oldestUnacknowledgedSeconds } = await stats({ pluginId });
  return [pending, overdue, oldestUnacknowledgedSeconds];
};

describe('what waits now', () => {
  it('is nothing when nothing was paid', async () => {
    expect(await totals()).toEqual([0, 0, null]);
    expect(await totals(null)).toEqual([0, 0, null]);
  });

  it('is overdue when it has been due for more than five seconds', async () => {
    await story.pay();
    for (const [seconds, overdue] of [
      [0, 0],
      [5, 0],
      [5.001, 1],
    ] as const) {
      story.service.clock.now = after(seconds);
      expect(await totals()).toEqual([1, overdue, seconds]);
      expect(await totals(null)).toEqual([1, overdue, seconds]);
      expect(await totals('nobody')).toEqual([0, 0, null]);
    }
  });

  it('is not overdue while an attempt is in flight', async () => {
    const orderId = await story.pay();
    const leaseToken = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    await story.store.prisma.delivery.update({ where: { orderId }, data: { leaseToken, leaseExpiresAt: after(60) } });
    story.service.clock.now = after(30);
    expect(await totals()).toEqual([1, 0, 30]);
  });

  it('is also what staff asked for', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    expect(await totals()).toEqual([0, 0, null]);
    await story.resend(orderId);
    story.service.clock.now = after(6);
    expect(await totals()).toEqual([0, 1, null]);
  });

  it('is no longer pending, but still not acknowledged, when the last notification has failed', async () => {
    story.receiver.answer(failure);
    await story.pay();
    for (const seconds of [0, 15, 45, 105, 405]) await story.sweepAt(seconds);
    story.service.clock.now = after(500);
    expect(await totals()).toEqual([0, 0, 500]);
  });

  it('is the order that was paid first, however late it got its delivery; without one it does not count', async () => {
    await story.setPlugin({ callbackUrl: null });
    const first = await story.pay();
    story.service.clock.now = after(10);
    expect(await totals()).toEqual([0, 0, null]);

    await story.setPlugin({ callbackUrl: story.receiver.url });
    await story.pay();
    story.service.clock.now = after(20);
    expect(await totals()).toEqual([1, 1, 10]);

    await story.resend(first);
    expect(await totals()).toEqual([2, 1, 20]);
  });

  it('is told by one statement', async () => {
    await story.pay();
    const statements = await statementsOf(() => stats({ to: at(600) }));
    expect(statements.filter(({ text }) => /delivery/.test(text))).toHaveLength(1);
  });
});

describe('what is refused', () => {
  it.each<[what: string, variables: Partial<DeliveryStatsQueryVariables>, field: string]>([
    ['no time at all', { to: at(0) }, 'to'],
    ['time backwards', { to: at(-1) }, 'to'],
    ['buckets of no length', { bucketSeconds: 0 }, 'bucketSeconds'],
    ['buckets of negative length', { bucketSeconds: -60 }, 'bucketSeconds'],
    ['too many buckets', { to: at(1001), bucketSeconds: 1 }, 'bucketSeconds'],
    ['too many buckets by a part of one', { to: at(1000.001), bucketSeconds: 1 }, 'bucketSeconds'],
    ['a day in seconds over all years', { from: '0001-01-01T00:00:00Z', bucketSeconds: 86_400 }, 'bucketSeconds'],
    ['an odd plugin', { pluginId: 'a\0b' }, 'pluginId'],
    ['a plugin without an id', { pluginId: '' }, 'pluginId'],
  ])('is %s', async (_what, variables, field) => {
    const refusal = await stats(variables).catch(({ code, fields }: { code: string; fields: object }) => [
      code,
      Object.keys(fields),
    ]);
    expect(refusal).toEqual(['BAD_USER_INPUT', [field]]);
  });

  it('is not what is just allowed', async () => {
    expect((await stats({ to: at(1000), bucketSeconds: 1 })).buckets).toHaveLength(1000);
    const always = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z', bucketSeconds: 2 ** 31 - 1 };
    expect((await stats(always)).buckets).toHaveLength(147);
  });

  it('is whoever has no key', async () => {
    const asked = adminClient(story.service.url, 'nothing')(DeliveryStatsDocument, given());
    await expect(asked).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
