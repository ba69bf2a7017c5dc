import { nextNotificationAt } from '../../rules/callbacks/callbackSchedule.ts';
import type { ClosedAttempt, FinishedAttempt } from './finishAttempt.ts';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../database/store.ts';

export interface Closing extends FinishedAttempt {
  /** From when the delay to the next notification counts. */
  retryFrom: Date;
  /** It was never sent: as if it had not been claimed, and due at once. */
  isPutBack: boolean;
}

/** On an attempt that another one followed, which stays ABANDONED: it tells why the developer was told twice. */
const lateHint = 'the answer was SUCCESS, and it came when the attempt had been given up and another one was made';

/**
 * Decides about each delivery, and about its order, and completes the attempt's row, which may be missing: the decision
 * does not depend on it. A delivery that is PENDING always has something scheduled; when nothing is left, it is EXHAUSTED.
 * Returns what was decided, by the lease tokens.
 */
export async function closeDeliveries(
  client: Client,
  closings: readonly Closing[],
  delaysSeconds: readonly number[],
  { isAlone }: { isAlone: boolean },
): Promise<Map<string, ClosedAttempt>> {
  const rows = JSON.stringify(closings.map((closing) => rowOf(closing, delaysSeconds)));
  const closed = await client.$queryRaw<(ClosedAttempt & { leaseToken: string })[]>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS given(
        order_id text, number int, lease_token uuid, is_automatic boolean, is_put_back boolean,
        next_automatic_at timestamptz,
        finished_at timestamptz, outcome attempt_outcome, http_status int, response_body text, response_truncated boolean,
        error text, hint text, duration_ms float8, dns_ms float8, connect_ms float8, first_byte_ms float8,
        remote_address text)
    ),
    decided AS (
      SELECT delivery.order_id, given.number, delivery.status, given.outcome = 'ACKNOWLEDGED' AS is_acknowledged, given.finished_at,
        given.lease_token AS given_lease, delivery.lease_token IS NOT DISTINCT FROM given.lease_token AS is_leased,
        (given.is_put_back AND given.is_automatic)::int AS automatic_put_back,
        (given.is_put_back AND NOT given.is_automatic
          AND delivery.cancelled_lease IS DISTINCT FROM given.lease_token)::int AS manual_put_back,
        CASE WHEN given.outcome = 'ACKNOWLEDGED' THEN NULL
             WHEN given.is_automatic AND delivery.status = 'PENDING' THEN given.next_automatic_at
             ELSE delivery.next_automatic_at END AS next_automatic_at
      FROM given JOIN delivery
        ON delivery.order_id = given.order_id
          AND (delivery.lease_token = given.lease_token OR (${isAlone} AND given.outcome = 'ACKNOWLEDGED'))
      FOR UPDATE OF delivery ${isAlone ? Prisma.empty : Prisma.sql`SKIP LOCKED`}
    ),
    closed AS (
      UPDATE delivery SET
        lease_token = CASE WHEN NOT is_leased THEN delivery.lease_token END,
        lease_expires_at = CASE WHEN NOT is_leased THEN delivery.lease_expires_at END,
        next_automatic_at = decided.next_automatic_at,
        automatic_count = automatic_count - automatic_put_back,
        pending_resends = pending_resends + manual_put_back,
        resend_requested_at = CASE WHEN manual_put_back = 0 THEN delivery.resend_requested_at
                                   ELSE COALESCE(delivery.resend_requested_at, finished_at) END,
        status = CASE WHEN is_acknowledged THEN 'DELIVERED'
                      WHEN decided.status = 'PENDING' AND decided.next_automatic_at IS NULL THEN 'EXHAUSTED'
                      ELSE decided.status END
      FROM decided WHERE delivery.order_id = decided.order_id
      RETURNING delivery.order_id, decided.number, given_lease, is_acknowledged, finished_at, delivery.status,
        delivery.status <> decided.status AS has_new_status, NOT is_leased AS is_late,
        NOT is_leased AND attempt_count > number AS is_followed,
        LEAST(delivery.next_automatic_at, delivery.resend_requested_at) AS next_due_at
    ),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = closed.finished_at
      FROM closed WHERE id = closed.order_id AND is_acknowledged AND acknowledged_at IS NULL
    ),
    completed AS (
      UPDATE delivery_attempt SET
        outcome = CASE WHEN is_followed THEN delivery_attempt.outcome ELSE given.outcome END,
        finished_at = CASE WHEN is_followed THEN delivery_attempt.finished_at ELSE given.finished_at END,
        http_status = given.http_status,
        response_body = decode(given.response_body, 'base64'),
        response_truncated = given.response_truncated,
        error = CASE WHEN is_followed THEN delivery_attempt.error ELSE given.error END,
        hint = CASE WHEN is_followed THEN ${lateHint} ELSE given.hint END,
        duration_ms = given.duration_ms,
        dns_ms = given.dns_ms,
        connect_ms = given.connect_ms,
        first_byte_ms = given.first_byte_ms,
        remote_address = given.remote_address
      -- The same worker may close an attempt that was abandoned together with the one that followed it.
      FROM closed JOIN given ON given.order_id = closed.order_id AND given.number = closed.number
      WHERE delivery_attempt.order_id = closed.order_id AND delivery_attempt.number = closed.number
        AND (NOT is_followed OR delivery_attempt.outcome = 'ABANDONED')
      RETURNING delivery_attempt.order_id
    )
    SELECT given_lease::text AS "leaseToken", status::text AS "status", has_new_status AS "hasNewStatus",
      next_due_at AS "nextDueAt", is_late AS "isLate"
    FROM closed
    WHERE NOT is_followed OR order_id IN (SELECT order_id FROM completed)`;
  return new Map(closed.map(({ leaseToken, ...its }) => [leaseToken, its]));
}

function rowOf({ attempt, result, finishedAt, retryFrom, isPutBack }: Closing, delaysSeconds: readonly number[]) {
  const { maxNotifications, automaticCount } = attempt;
  const nextAt = nextNotificationAt(automaticCount, retryFrom, { maxNotifications, delaysSeconds });
  return {
    order_id: attempt.orderId,
    number: attempt.number,
    lease_token: attempt.leaseToken,
    is_automatic: attempt.trigger === 'AUTOMATIC',
    is_put_back: isPutBack,
    next_automatic_at: isPutBack ? finishedAt : nextAt,
    finished_at: finishedAt,
    outcome: result.outcome,
    http_status: result.httpStatus,
    response_body: result.responseBody && Buffer.from(result.responseBody).toString('base64'),
    response_truncated: result.responseTruncated,
    error: storable(result.error),
    hint: storable(result.hint),
    duration_ms: result.durationMs,
    dns_ms: result.dnsMs,
    connect_ms: result.connectMs,
    first_byte_ms: result.firstByteMs,
    remote_address: result.remoteAddress,
  };
}

/** PostgreSQL's text holds neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text && text.replaceAll('\0', ' ').toWellFormed();
}
