import { latestLeaseEnd } from '../../rules/callbacks/leaseEnd.ts';
import { closeDeliveries } from './closeDeliveries.ts';
import { nothingReceived, type AttemptResult, type ClosedAttempt, type OpenAttempt } from './finishAttempt.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { StartedAttempt } from './startDueAttempts.ts';
import type { Store } from '../database/store.ts';

/**
 * Closes attempts whose lease ran out, because their worker died, was stopped or lost the database: ABANDONED. Whether
 * they arrived is unknown, so the next notification comes as soon as the schedule allows. Returns them. A lease is released
 * even if the attempt's row is missing, as after a repair by hand: nothing else would ever release it. A lease that ends
 * later than one of `leaseMs` can is released as well: the clock was far ahead when it was given.
 */
export async function abandonExpiredAttempts(
  { prisma }: Store,
  delaysSeconds: readonly number[],
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<AbandonedAttempt[]> {
  const latestEnd = latestLeaseEnd(now, leaseMs);
  return inTransaction({ prisma }, async (tx) => {
    // Without the row the delivery tells what was in flight: while PENDING it has an automatic one scheduled, or in flight.
    // The two ranges are read apart, so that leases in flight, which end between them, are not read.
    const expired = await tx.$queryRaw<ExpiredAttempt[]>`
      SELECT expired.*, is_ahead AS "isAhead"
      FROM (VALUES ('-infinity'::timestamptz, ${now}::timestamptz, false), (${latestEnd}::timestamptz, 'infinity', true))
        AS lease_end(above, most, is_ahead)
      CROSS JOIN LATERAL (
        SELECT delivery.order_id AS "orderId", delivery.plugin_id AS "pluginId", attempt_count AS "number",
          COALESCE(trigger::text, CASE WHEN status = 'PENDING' AND next_automatic_at IS NULL THEN 'AUTOMATIC' ELSE 'MANUAL' END)
            AS "trigger",
          automatic_count AS "automaticCount", max_notifications AS "maxNotifications", lease_token::text AS "leaseToken",
          COALESCE(scheduled_at, lease_expires_at) AS "scheduledAt", COALESCE(started_at, lease_expires_at) AS "startedAt",
          COALESCE(url, '') AS "url", attempt.id IS NULL AS "hasNoRow",
          CASE WHEN trigger = 'MANUAL' THEN resend_traceparent ELSE traceparent END AS "traceparent"
        FROM delivery LEFT JOIN delivery_attempt attempt
          ON attempt.order_id = delivery.order_id AND attempt.number = delivery.attempt_count
        WHERE lease_token IS NOT NULL AND lease_expires_at > above AND lease_expires_at <= most
        ORDER BY lease_expires_at LIMIT ${abandonedAtOnce}
        FOR UPDATE OF delivery SKIP LOCKED
      ) AS expired`;
    if (expired.length === 0) return [];
    // By the right clock it is not known when an attempt began whose time is ahead: as if its lease ended now.
    const startOfEndedLease = new Date(now.getTime() - leaseMs);
    const closings = expired.map((attempt) => ({
      attempt,
      result: attempt.hasNoRow ? abandonedWithoutRow : attempt.isAhead ? abandonedAhead : abandoned,
      finishedAt: now,
      retryFrom: attempt.isAhead ? earlier(attempt.startedAt, startOfEndedLease) : attempt.startedAt,
      isPutBack: false,
    }));
    const closed = await closeDeliveries(tx, closings, delaysSeconds, { isAlone: false });
    return closings.flatMap(({ attempt, result }) => {
      const its = closed.get(attempt.leaseToken);
      return its ? [{ ...attempt, result, closed: its }] : [];
    });
  });
}

type ExpiredAttempt = OpenAttempt &
  Pick<StartedAttempt, 'pluginId' | 'scheduledAt' | 'url' | 'traceparent'> & {
    startedAt: Date;
    hasNoRow: boolean;
    isAhead: boolean;
  };

export interface AbandonedAttempt extends ExpiredAttempt {
  result: AttemptResult;
  closed: ClosedAttempt;
}

const abandonedAtOnce = 200;

const abandoned = nothingReceived(
  'ABANDONED',
  'the worker died, was stopped or lost the database while the attempt ran',
);
const abandonedAhead = nothingReceived(
  'ABANDONED',
  'the clock was far ahead when the attempt was started; its lease was released',
);
const abandonedWithoutRow = nothingReceived(
  'ABANDONED',
  'the row of the attempt is missing; its lease ran out and was released',
);

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
