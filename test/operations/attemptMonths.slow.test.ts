import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLastEndedAttempt } from '../../src/store/deliveries/deliveryAttempts.ts';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { partitionAttempts } from '../support/partitionAttempts.ts';
import { lockNotAvailable } from '../support/untilLocked.ts';
import { monthName, partitionStory, type PartitionStory } from './partitionStory.ts';

let story: PartitionStory;

beforeEach(async () => {
  story = await partitionStory();
});
afterEach(async () => {
  await story.end();
});

describe('a month', () => {
  it('that nobody made goes to the default partition, and moves when it is made', async () => {
    story.receiver.answer(failure);
    const orderId = await story.pay();
    await story.partition();
    const late = story.dayOfMonths(200);
    await story.sweeping.sweepAt(late);
    expect(await story.placesOf(orderId)).toEqual(['delivery_attempt_default']);

    expect(await story.months('make_attempt_months(12)')).toContain(monthName(late));
    expect(await story.placesOf(orderId)).toEqual([monthName(late)]);
    expect(await story.months('make_attempt_months(12)')).toEqual([]);
    await story.sweeping.sweepAt(new Date(late.getTime() + 15_000));
    expect(await story.placesOf(orderId)).toEqual([monthName(late), monthName(late)]);
  });

  it('is dropped when it has ended, but for the attempts of what is still open', async () => {
    const delivered = await story.pay();
    await story.sweeping.sweep();
    story.receiver.answer(failure);
    const open = await story.pay();
    await story.sweeping.sweep();
    await story.partition();
    const before = story.dayOfMonths(0);
    expect(await story.months(`drop_attempt_months($1::timestamptz - interval '1 ms')`, before)).toEqual([]);

    expect(await story.months('drop_attempt_months($1)', before)).toEqual(['delivery_attempt_before']);
    expect(await story.monthsLeft()).not.toContain('delivery_attempt_before');
    expect(await story.placesOf(delivered)).toEqual([]);
    expect(await story.placesOf(open)).toEqual(['delivery_attempt_default']);
    const delivery = await story.sweeping.store.prisma.delivery.findUniqueOrThrow({ where: { orderId: delivered } });
    expect(await findLastEndedAttempt(story.sweeping.store, delivery)).toBeNull();

    story.receiver.answer(success);
    await story.sweeping.sweepAt(story.dayOfMonths(1));
    expect(await story.placesOf(open)).toEqual(['delivery_attempt_default', monthName(before)]);
    // Two deliveries, and the access token of their user.
    expect(await removeExpired(story.sweeping.store, story.dayOfMonths(2))).toBe(3);
  });
});

describe('the change', () => {
  it('is none when others keep its locks, and can be made later', async () => {
    const other = new pg.Client(story.service.databaseUrl);
    await other.connect();
    try {
      await other.query('BEGIN; SELECT FROM plugin; LOCK TABLE delivery IN ROW EXCLUSIVE MODE');
      await expect(partitionAttempts(story.client)).rejects.toMatchObject({ code: lockNotAvailable });
      await story.client.query('ROLLBACK');
      await other.query('COMMIT');
    } finally {
      await other.end();
    }
    const { rows } = await story.client.query(`SELECT relkind FROM pg_class WHERE oid = 'delivery_attempt'::regclass`);
    expect(rows).toEqual([{ relkind: 'r' }]);

    await story.partition();
    expect(await story.monthsLeft()).toContain('delivery_attempt_before');
  });

  it('gives way to a payment that has read the plugin and goes on to its delivery', async () => {
    const other = new pg.Client(story.service.databaseUrl);
    await other.connect();
    try {
      await other.query('BEGIN; SELECT FROM plugin');
      const payment = other.query(
        `DO $$
         BEGIN
           WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'plugin'::regclass AND NOT granted) LOOP
             PERFORM pg_sleep(0.005);
           END LOOP;
           LOCK TABLE delivery IN ROW EXCLUSIVE MODE;
         END
         $$;
         COMMIT`,
      );
      await expect(Promise.all([payment, story.partition()])).resolves.toBeDefined();
    } finally {
      await other.end();
    }
  });

  it('is refused a second time, and then forbids no attempt', async () => {
    await story.partition();
    await expect(partitionAttempts(story.client)).rejects.toThrow('delivery_attempt has partitions already');

    const { rows } = await story.client.query(
      `SELECT conname FROM pg_constraint WHERE conrelid = 'delivery_attempt'::regclass AND contype = 'c'`,
    );
    expect(rows).toEqual([]);
  });
});
