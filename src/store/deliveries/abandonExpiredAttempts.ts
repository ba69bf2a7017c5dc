import {
  triggerInFlight,
  failed,
  type AttemptTrigger,
  type DeliveryState,
} from '../../rules/callbacks/deliveryStates.ts';
import { latestLeaseEnd } from '../../rules/callbacks/lease.ts';
import { decideAndWrite, type Read } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { listenerUrl, nothingReceived, type AttemptResult } from './attemptResult.ts';
import { closedOf, writeOf, type ClosedAttempt } from './closeAttempts.ts';
import { stateColumns, stateOf, traceColumns, traceparentOf, type DeliveryTraces } from './deliveryStateRows.ts';
import type { StartedAttempt } from './startDueAttempts.ts';

type ExpiredAttempt = Omit<StartedAttempt, 'requestBody' | 'previousSigns' | 'delivery'>;

export interface AbandonedAttempt extends ExpiredAttempt {
  result: AttemptResult;
  closed: ClosedAttempt;
}

/**
 * Closes attempts whose lease ran out, because their worker died, was stopped or lost the database: ABANDONED. Whether
 * they arrived is unknown, so the next notification comes as soon as the schedule allows. Returns them. A lease is released
 * even if the attempt's row is missing, as after a repair by hand: nothing else would ever release it. A lease that ends
 * later than one of `leaseMs` can is released as well: the clock was far ahead when it was given.
 */
export async function abandonExpiredAttempts(
  store: Store,
  delaysSeconds: readonly number[],
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<AbandonedAttempt[]> {
  return decideAndWrite(store, async (read) => {
    const expired = await lockExpired(read, now, latestLeaseEnd(now, leaseMs));
    // If the time of an attempt is ahead of the clock, its real start is not known: it counts as if its lease ended
    // now.
    const startOfEndedLease = new Date(now.getTime() - leaseMs);
    const closings = expired.map((lease) => {
      const attempt = attemptOf(lease);
      const retryFrom = lease.isAhead && startOfEndedLease < attempt.startedAt ? startOfEndedLease : attempt.startedAt;
      const before = stateOf(lease);
      const transition = failed(before, attempt.trigger, retryFrom, delaysSeconds);
      return { attempt, before, finishedAt: now, result: resultOf(lease), ...transition };
    });
    return {
      write: closings.length > 0 ? writeOf(closings) : null,
      result: closings.map((closing) => ({ ...closing.attempt, result: closing.result, closed: closedOf(closing) })),
    };
  });
}

interface ExpiredLease extends DeliveryState, DeliveryTraces {
  orderId: string;
  pluginId: string;
  sandbox: boolean | null;
  /** The lease ends later than any that can have been given by now. */
  isAhead: boolean;
  /** The facts of the attempt's row; null: it is missing. */
  trigger: AttemptTrigger | null;
  scheduledAt: Date | null;
  startedAt: Date | null;
  url: string | null;
}

const abandonedAtOnce = 200;

/** The two ranges of lease ends are read apart, so that leases in flight, which end between them, are not read. */
async function lockExpired(read: Read, now: Date, latestEnd: Date): Promise<ExpiredLease[]> {
  const sql = Prisma.sql`
    SELECT expired.*, is_ahead AS "isAhead"
    FROM (VALUES ('-infinity'::timestamptz, ${now}::timestamptz, false), (${latestEnd}::timestamptz, 'infinity', true))
      AS lease_end(above, most, is_ahead)
    CROSS JOIN LATERAL (
      SELECT delivery.order_id AS "orderId", delivery.plugin_id AS "pluginId", delivery.sandbox, ${stateColumns}, ${traceColumns},
        trigger::text AS "trigger", scheduled_at AS "scheduledAt", started_at AS "startedAt", url
      FROM delivery LEFT JOIN delivery_attempt attempt
        ON attempt.order_id = delivery.order_id AND attempt.number = delivery.attempt_count
      WHERE lease_token IS NOT NULL AND lease_expires_at > above AND lease_expires_at <= most
      ORDER BY lease_expires_at LIMIT ${abandonedAtOnce}
      FOR UPDATE OF delivery SKIP LOCKED
    ) AS expired`;
  return read({ name: 'abandon_lock', sql });
}

/** Returns the attempt. If its row is missing, the facts come from the delivery, and the time from its lease. */
function attemptOf(lease: ExpiredLease): ExpiredAttempt {
  const { orderId, pluginId, sandbox, attemptCount: number, leaseToken, leaseExpiresAt, url } = lease;
  const trigger = lease.trigger ?? triggerInFlight(lease);
  return {
    orderId,
    pluginId,
    sandbox,
    number,
    trigger,
    leaseToken: leaseToken!,
    url: url ?? '',
    traceparent: traceparentOf(lease, trigger),
    scheduledAt: lease.scheduledAt ?? leaseExpiresAt!,
    startedAt: lease.startedAt ?? leaseExpiresAt!,
  };
}

function resultOf({ startedAt, isAhead, url }: ExpiredLease): AttemptResult {
  if (startedAt === null) return abandonedWithoutRow;
  if (url === listenerUrl) return abandonedByListener;
  return isAhead ? abandonedAhead : abandoned;
}

const abandoned = nothingReceived(
  'ABANDONED',
  'the worker died, was stopped or lost the database while the attempt ran',
);
const abandonedAhead = nothingReceived(
  'ABANDONED',
  'the clock was far ahead when the attempt was started; its lease was released',
);
const abandonedByListener = nothingReceived(
  'ABANDONED',
  'the listener fetched the callback, and reported no answer before its lease ran out',
);
const abandonedWithoutRow = nothingReceived(
  'ABANDONED',
  'the row of the attempt is missing; its lease ran out and was released',
);
