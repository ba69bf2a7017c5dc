import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abandonExpiredAttempts } from '../../../src/store/deliveries/abandonExpiredAttempts.ts';
import { OrderNotificationDocument } from '../../admin/generated/operations.ts';
import { failure, success } from '../../support/callbackReceiver.ts';
import { memoryLog } from '../../support/memoryLog.ts';
import { isScan, planOf } from '../../support/queryPlan.ts';
import { statementsOf } from '../../support/statements.ts';
import { makeBulkOrders } from '../processes/bulkOrders.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from '../attempt/deliveryStory.ts';
import { slowWorker } from './slowWorker.ts';

let story: DeliveryStory;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  story = await deliveryStory({ log: memoryLog(logged) });
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  logged.length = 0;
});

const { claimAt, everythingOf } = slowWorker(() => story);

/** By so much the clock was ahead when a worker claimed, and vanished. */
const aheadSeconds = 90 * 24 * 60 * 60;

describe('a delivery that was claimed while the clock was far ahead', () => {
  it('is released at the next sweep, with a warning, and sent again', async () => {
    const orderId = await story.pay();
    await claimAt(aheadSeconds);
    await story.sweepAt(1);

    expect(await everythingOf(orderId)).toMatchObject({
      order: { acknowledgedAt: after(1) },
      delivery: { status: 'DELIVERED', automaticCount: 2, leaseToken: null },
      attempts: [
        {
          number: 1,
          outcome: 'ABANDONED',
          finishedAt: after(1),
          error: expect.stringContaining('clock was far ahead'),
        },
        { number: 2, outcome: 'ACKNOWLEDGED', startedAt: after(1) },
      ],
    });
    expect(story.receiver.received).toHaveLength(1);
    expect(logged).toMatchObject([{ level: 40, abandoned: 1, msg: 'attempts were abandoned by their workers' }]);
  });

  it('is sent again though the row of its attempt is missing', async () => {
    const orderId = await story.pay();
    await claimAt(aheadSeconds);
    await story.store.prisma.deliveryAttempt.deleteMany({ where: { orderId } });
    await story.sweepAt(1);

    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', automaticCount: 2, leaseToken: null });
    expect(story.receiver.received).toHaveLength(1);
  });

  it('goes on by its schedule, as if its lease had ended then', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    for (const seconds of [0, 15, 45]) await story.sweepAt(seconds);
    await claimAt(aheadSeconds);
    await story.sweepAt(110);

    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      automaticCount: 4,
      nextAutomaticAt: after(110 - 40 + 300),
    });
    story.receiver.answer(success);
    await story.sweepAt(370);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', automaticCount: 5 });
  });

  it('is sent again for staff who asked in vain meanwhile', async () => {
    const orderId = await story.pay();
    await story.sweepAt(0);
    await story.resend(orderId);
    await claimAt(aheadSeconds);
    await story.resend(orderId);
    await story.sweepAt(1);

    expect(await everythingOf(orderId)).toMatchObject({
      delivery: { status: 'DELIVERED', pendingResends: 0, leaseToken: null },
      attempts: [
        { number: 1, outcome: 'ACKNOWLEDGED' },
        { number: 2, trigger: 'MANUAL', outcome: 'ABANDONED' },
        { number: 3, trigger: 'MANUAL', outcome: 'ACKNOWLEDGED' },
      ],
    });
    expect(story.receiver.received).toHaveLength(2);
  });

  it('stays cancelled, and is released', async () => {
    const orderId = await story.pay();
    await claimAt(aheadSeconds);
    await story.cancel(orderId);
    await story.sweepAt(1);

    expect(await story.delivery(orderId)).toMatchObject({ status: 'CANCELLED', leaseToken: null });
    expect(story.receiver.received).toHaveLength(0);
  });

  it('is not said to be sent now', async () => {
    const orderId = await story.pay();
    await claimAt(aheadSeconds);
    const { order } = await story.service.admin(OrderNotificationDocument, { id: orderId });

    expect(order?.notification).toMatchObject({
      code: 'WAITING',
      message: expect.stringContaining('started while the clock was far ahead'),
    });
  });
});

it.each([
  ['a clock that stands', 0, 'STARTED'],
  ['a clock that was set back by ten minutes', 600, 'STARTED'],
  ['a clock that was set back by more', 600.001, 'ABANDONED'],
])('an attempt in flight, with %s', async (_clock, setBackSeconds, outcome) => {
  const orderId = await story.pay();
  await claimAt(700);
  await story.sweepAt(700 - setBackSeconds);

  expect((await story.attempts(orderId))[0]).toMatchObject({ number: 1, outcome });
});

it('what is in flight is not read to find what is to be released', async () => {
  const client = new pg.Client(story.service.databaseUrl);
  await client.connect();
  const callbackUrls = Array.from({ length: 10 }, () => 'https://example.com/paid');
  await makeBulkOrders(story.store, client, { callbackUrls, ordersPerPlugin: 500, status: 'PAID' });
  const leaseEnds = (where: string, seconds: number) =>
    client.query(
      `UPDATE delivery SET lease_token = gen_random_uuid(), attempt_count = 1, lease_expires_at = $1 WHERE ${where}`,
      [after(seconds)],
    );
  await leaseEnds('true', 30);
  const { rows } = await client.query<{ id: string }>('SELECT order_id AS id FROM delivery ORDER BY order_id LIMIT 2');
  const endTwo = async () => {
    await leaseEnds(`order_id = '${rows[0]!.id}'`, -1);
    await leaseEnds(`order_id = '${rows[1]!.id}'`, aheadSeconds);
  };
  await endTwo();
  await client.query('ANALYZE');
  const given = { now: after(0), leaseMs: 40_000 };
  const statements = await statementsOf(async () => {
    expect(await abandonExpiredAttempts(story.store, schedule.delaysSeconds, given)).toHaveLength(2);
  });
  await endTwo();
  const looking = statements.find(({ text }) => text.includes('AS lease_end'))!;
  const scans = (await planOf(client, looking)).filter((node) => isScan(node) && node['Relation Name'] === 'delivery');
  await client.end();

  expect(scans.map((scan) => scan['Index Name'])).toEqual(['delivery_leased']);
  expect(scans[0]).toMatchObject({ 'Actual Rows': 1, 'Actual Loops': 2 });
  expect(scans[0]!['Rows Removed by Filter'] ?? 0).toBe(0);
});
