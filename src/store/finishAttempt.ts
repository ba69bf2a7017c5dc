import type { AttemptOutcome } from '../rules/acknowledgement.ts';
import { nextNotificationAt } from '../rules/callbackSchedule.ts';
import type { StartedAttempt } from './startDueAttempts.ts';
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

export interface PostResult extends AttemptResult {
  /** What the host name resolved to. */
  resolvedAddresses: string[];
}

export type OpenAttempt = Pick<
  StartedAttempt,
  'orderId' | 'number' | 'trigger' | 'automaticCount' | 'maxNotifications' | 'leaseToken'
>;

/**
 * Closes the attempt, and with it decides about the delivery and the order, in one statement. False: the lease was lost
 * and someone else has decided; nothing is changed.
 */
export async function finishAttempt(
  { prisma }: Store,
  attempt: OpenAttempt,
  result: AttemptResult,
  delaysSeconds: readonly number[],
  now: Date,
): Promise<boolean> {
  return close(prisma, attempt, result, { retryFrom: now, delaysSeconds, now });
}

/**
 * Closes attempts whose lease ran out, because their worker died, was stopped or lost the database: ABANDONED. Whether
 * they arrived is unknown, so the next notification comes as soon as the schedule allows. Returns how many there were.
 */
export async function abandonExpiredAttempts(
  { prisma }: Store,
  delaysSeconds: readonly number[],
  now: Date,
): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const expired = await tx.$queryRaw<(OpenAttempt & { startedAt: Date })[]>`
      SELECT delivery.order_id AS "orderId", attempt_count AS "number", trigger::text AS "trigger",
        automatic_count AS "automaticCount", max_notifications AS "maxNotifications",
        lease_token::text AS "leaseToken", started_at AS "startedAt"
      FROM delivery JOIN delivery_attempt attempt
        ON attempt.order_id = delivery.order_id AND attempt.number = delivery.attempt_count
      WHERE lease_token IS NOT NULL AND lease_expires_at <= ${now}::timestamptz
      ORDER BY lease_expires_at LIMIT ${abandonedAtOnce}
      FOR UPDATE OF delivery SKIP LOCKED`;
    for (const attempt of expired) {
      const retryFrom = attempt.startedAt;
      await close(tx, attempt, abandoned, { retryFrom, delaysSeconds, now });
    }
    return expired.length;
  });
}

const abandonedAtOnce = 200;

const abandoned: AttemptResult = {
  outcome: 'ABANDONED',
  httpStatus: null,
  responseBody: null,
  responseTruncated: false,
  error: 'the worker died, was stopped or lost the database while the attempt ran',
  hint: null,
  durationMs: null,
  dnsMs: null,
  connectMs: null,
  firstByteMs: null,
  remoteAddress: null,
};

/** A delivery that is PENDING always has something scheduled; when nothing is left, it is EXHAUSTED. */
async function close(
  client: Client,
  attempt: OpenAttempt,
  result: AttemptResult,
  when: { retryFrom: Date; delaysSeconds: readonly number[]; now: Date },
): Promise<boolean> {
  const { maxNotifications, automaticCount } = attempt;
  const { delaysSeconds } = when;
  const next = nextNotificationAt(automaticCount, when.retryFrom, { maxNotifications, delaysSeconds });
  const isAcknowledged = result.outcome === 'ACKNOWLEDGED';
  const isAutomatic = attempt.trigger === 'AUTOMATIC';
  const closed = await client.$queryRaw<unknown[]>`
    WITH decided AS (
      SELECT order_id, status,
        CASE WHEN ${isAcknowledged} THEN NULL
             WHEN ${isAutomatic} AND status = 'PENDING' THEN ${next}::timestamptz
             ELSE next_automatic_at END AS next_automatic_at
      FROM delivery WHERE order_id = ${attempt.orderId} AND lease_token = ${attempt.leaseToken}::uuid
      FOR UPDATE
    ),
    closed AS (
      UPDATE delivery SET
        lease_token = NULL,
        lease_expires_at = NULL,
        next_automatic_at = decided.next_automatic_at,
        status = CASE WHEN ${isAcknowledged} THEN 'DELIVERED'
                      WHEN decided.status = 'PENDING' AND decided.next_automatic_at IS NULL THEN 'EXHAUSTED'
                      ELSE decided.status END
      FROM decided WHERE delivery.order_id = decided.order_id
      RETURNING delivery.order_id
    ),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = ${when.now}::timestamptz
      WHERE ${isAcknowledged} AND acknowledged_at IS NULL AND id IN (SELECT order_id FROM closed)
    )
    UPDATE delivery_attempt SET
      outcome = ${result.outcome}::attempt_outcome,
      finished_at = ${when.now}::timestamptz,
      http_status = ${result.httpStatus}::int,
      response_body = ${result.responseBody}::bytea,
      response_truncated = ${result.responseTruncated},
      error = ${result.error},
      hint = ${result.hint},
      duration_ms = ${result.durationMs}::float8,
      dns_ms = ${result.dnsMs}::float8,
      connect_ms = ${result.connectMs}::float8,
      first_byte_ms = ${result.firstByteMs}::float8,
      remote_address = ${result.remoteAddress}
    FROM closed
    WHERE delivery_attempt.order_id = closed.order_id AND number = ${attempt.number}
    RETURNING 1`;
  return closed.length > 0;
}
