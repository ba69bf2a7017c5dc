import type { AttemptOutcome } from '../rules/acknowledgement.ts';
import { nextNotificationAt } from '../rules/callbackSchedule.ts';
import type { StartedAttempt } from './startDueAttempts.ts';
import { Prisma, type DeliveryStatus } from './generated/client.ts';
import type { Client, Store } from './store.ts';

/** What became of an attempt. Absent is what it did not get to. */
export interface AttemptResult {
  outcome: Exclude<AttemptOutcome, 'STARTED'>;
  httpStatus: number | null;
  responseBody: Uint8Array<ArrayBuffer> | null;
  responseTruncated: boolean;
  error: string | null;
  hint: string | null;
  durationMs: number | null;
  dnsMs: number | null;
  connectMs: number | null;
  firstByteMs: number | null;
  remoteAddress: string | null;
}

/** The part of the response in the result of an attempt that got none. */
export const noResponse = {
  httpStatus: null,
  responseBody: null,
  responseTruncated: false,
  error: null,
  hint: null,
} satisfies Partial<AttemptResult>;

/** The result of an attempt that never got to its POST, or of which nothing is known. */
export function nothingReceived(outcome: AttemptResult['outcome'], error: string): AttemptResult {
  return {
    ...noResponse,
    outcome,
    error,
    durationMs: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    remoteAddress: null,
  };
}

/**
 * The result of an attempt whose process had no time left to send it in. The delivery is put back as if it had not been
 * claimed: due at once, and not counted. Its row stays.
 */
export const neverSent = nothingReceived(
  'CONNECTION_FAILED',
  'the process was stopped before it could send; this one does not count',
);

export interface PostResult extends AttemptResult {
  /** What the host name resolved to. */
  resolvedAddresses: string[];
}

export type OpenAttempt = Pick<
  StartedAttempt,
  'orderId' | 'number' | 'trigger' | 'automaticCount' | 'maxNotifications' | 'leaseToken'
>;

/** What closing an attempt made of its delivery. */
export interface ClosedAttempt {
  status: DeliveryStatus;
  /** It was this attempt that ended, or mended, the delivery. */
  hasNewStatus: boolean;
  /** When the next notification is due, if there is to be one. */
  nextDueAt: Date | null;
  /** The lease was lost, and it counts nevertheless: it was acknowledged. */
  isLate: boolean;
}

export interface FinishedAttempt {
  attempt: OpenAttempt;
  result: AttemptResult;
  finishedAt: Date;
}

/**
 * Closes attempts, and with each decides about its delivery and its order, in one statement. Returns those that were
 * closed by their lease tokens. Of the others the lease was lost, and someone else has decided; or another transaction is
 * changing the delivery. Nothing of them is changed.
 */
export async function finishAttempts(
  { prisma }: Store,
  finished: readonly FinishedAttempt[],
  delaysSeconds: readonly number[],
): Promise<Map<string, ClosedAttempt>> {
  const closings = finished.map((one) => ({ ...one, retryFrom: one.finishedAt }));
  return close(prisma, closings, delaysSeconds, { isAlone: false });
}

/**
 * As `finishAttempts`, for one, which waits for whoever is changing the delivery. A deadlock would take a resend that found
 * no delivery, and one that was made and answered before it had the order's lock; then this can reject, and nothing is
 * changed. What the developer has acknowledged is acknowledged, lease or not: it ends the delivery, and leaves a lease that
 * someone else has by now. Null: the lease was lost, and nothing is changed.
 */
export async function finishAttempt(
  { prisma }: Store,
  finished: FinishedAttempt,
  delaysSeconds: readonly number[],
): Promise<ClosedAttempt | null> {
  const closing = { ...finished, retryFrom: finished.finishedAt };
  const closed = await close(prisma, [closing], delaysSeconds, { isAlone: true });
  return closed.get(finished.attempt.leaseToken) ?? null;
}

/**
 * Closes attempts whose lease ran out, because their worker died, was stopped or lost the database: ABANDONED. Whether
 * they arrived is unknown, so the next notification comes as soon as the schedule allows. Returns them.
 */
export async function abandonExpiredAttempts(
  { prisma }: Store,
  delaysSeconds: readonly number[],
  now: Date,
): Promise<AbandonedAttempt[]> {
  return prisma.$transaction(async (tx) => {
    const expired = await tx.$queryRaw<ExpiredAttempt[]>`
      SELECT delivery.order_id AS "orderId", delivery.plugin_id AS "pluginId", attempt_count AS "number", trigger::text AS "trigger",
        automatic_count AS "automaticCount", max_notifications AS "maxNotifications",
        lease_token::text AS "leaseToken", scheduled_at AS "scheduledAt", started_at AS "startedAt", url,
        CASE WHEN trigger = 'MANUAL' THEN resend_traceparent ELSE traceparent END AS "traceparent"
      FROM delivery JOIN delivery_attempt attempt
        ON attempt.order_id = delivery.order_id AND attempt.number = delivery.attempt_count
      WHERE lease_token IS NOT NULL AND lease_expires_at <= ${now}::timestamptz
      ORDER BY lease_expires_at LIMIT ${abandonedAtOnce}
      FOR UPDATE OF delivery SKIP LOCKED`;
    if (expired.length === 0) return [];
    const closings = expired.map((attempt) => ({
      attempt,
      result: abandoned,
      finishedAt: now,
      retryFrom: attempt.startedAt,
    }));
    const closed = await close(tx, closings, delaysSeconds, { isAlone: false });
    return expired.flatMap((attempt) => {
      const its = closed.get(attempt.leaseToken);
      return its ? [{ ...attempt, result: abandoned, closed: its }] : [];
    });
  });
}

type ExpiredAttempt = OpenAttempt &
  Pick<StartedAttempt, 'pluginId' | 'scheduledAt' | 'url' | 'traceparent'> & { startedAt: Date };

export interface AbandonedAttempt extends ExpiredAttempt {
  result: AttemptResult;
  closed: ClosedAttempt;
}

const abandonedAtOnce = 200;

const abandoned = nothingReceived(
  'ABANDONED',
  'the worker died, was stopped or lost the database while the attempt ran',
);

interface Closing extends FinishedAttempt {
  /** From when the delay to the next notification counts. */
  retryFrom: Date;
}

/** On an attempt that another one followed, which stays ABANDONED: it tells why the developer was told twice. */
const lateHint = 'the answer was SUCCESS, and it came when the attempt had been given up and another one was made';

/** A delivery that is PENDING always has something scheduled; when nothing is left, it is EXHAUSTED. */
async function close(
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
        delivery.lease_token IS NOT DISTINCT FROM given.lease_token AS is_leased,
        (given.is_put_back AND given.is_automatic)::int AS automatic_put_back,
        (given.is_put_back AND NOT given.is_automatic)::int AS manual_put_back,
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
      RETURNING delivery.order_id, decided.number, is_acknowledged, finished_at, delivery.status,
        delivery.status <> decided.status AS has_new_status, NOT is_leased AS is_late,
        NOT is_leased AND attempt_count > number AS is_followed,
        LEAST(delivery.next_automatic_at, delivery.resend_requested_at) AS next_due_at
    ),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = closed.finished_at
      FROM closed WHERE id = closed.order_id AND is_acknowledged AND acknowledged_at IS NULL
    )
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
    RETURNING given.lease_token::text AS "leaseToken", closed.status::text AS "status",
      has_new_status AS "hasNewStatus", next_due_at AS "nextDueAt", is_late AS "isLate"`;
  return new Map(closed.map(({ leaseToken, ...its }) => [leaseToken, its]));
}

function rowOf({ attempt, result, finishedAt, retryFrom }: Closing, delaysSeconds: readonly number[]) {
  const { maxNotifications, automaticCount } = attempt;
  const isPutBack = result === neverSent;
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
