import {
  acknowledged,
  acknowledgedLate,
  dueAt,
  failed,
  putBack,
  type DeliveryState,
  type DeliveryStatus,
  type Transition,
} from '../../rules/callbacks/deliveryStates.ts';
import { writeHint } from '../../rules/callbacks/hintTexts.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { decideAndWrite, writeAtOnce, type NamedSql, type Read } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { nothingReceived, type AttemptResult } from './attemptResult.ts';
import { changingValues, forEachColumn, lockDeliveries, stateColumns, stateOf } from './deliveryStateRows.ts';
import type { StartedAttempt } from './startDueAttempts.ts';

export type OpenAttempt = Pick<StartedAttempt, 'orderId' | 'number' | 'trigger' | 'leaseToken' | 'delivery'>;

/** An attempt for which the delivery after the claim is not known. */
export type LeasedAttempt = Omit<OpenAttempt, 'delivery'>;

export interface FinishedAttempt<Attempt extends LeasedAttempt = OpenAttempt> {
  attempt: Attempt;
  result: AttemptResult;
  finishedAt: Date;
}

/** The delivery after an attempt was closed. */
export interface ClosedAttempt {
  status: DeliveryStatus;
  /** True: this attempt ended the delivery, or brought it to a better end. */
  hasNewStatus: boolean;
  /** The time of the next notification. Null: there is none. */
  nextDueAt: Date | null;
  /** True: the lease was lost, and the attempt counts nevertheless, since it was acknowledged. */
  isLate: boolean;
}

/** An attempt that has ended, whether or not it could be closed. */
export interface AttemptOver {
  attempt: Omit<StartedAttempt, 'requestBody' | 'previousSigns' | 'leaseToken' | 'delivery'>;
  result: AttemptResult;
  /** The delivery afterwards; null: the lease was lost, or the database was away until the process stopped. */
  closed: ClosedAttempt | null;
}

/**
 * Closes attempts together by one statement, without reading their deliveries first. The next state of a delivery is
 * decided from the state after its claim, and written if the delivery still has that state, which is nearly always so.
 * If a resend, a cancellation or another worker has changed it since, or is changing it now, nothing is written:
 * `closeOne` then reads it and decides by what it finds. Returns the closed attempts, by their lease tokens.
 */
export async function closeTogether(
  store: Store,
  batch: readonly FinishedAttempt[],
  delaysSeconds: readonly number[],
): Promise<Map<string, ClosedAttempt>> {
  const closings = batch.map((finished) => closingOf(finished, finished.attempt.delivery, delaysSeconds));
  const closed = await writeAtOnce<{ leaseToken: string }>(store, writeOf(closings));
  const tokens = new Set(closed.map(({ leaseToken }) => leaseToken));
  const ours = closings.filter(({ attempt }) => tokens.has(attempt.leaseToken));
  return new Map(ours.map((closing) => [closing.attempt.leaseToken, closedOf(closing)]));
}

/**
 * Closes one attempt and waits for others that are changing its delivery. Null: the lease was lost, and nothing is changed. It
 * can meet a deadlock with a resend that creates the same delivery; then it is tried again.
 */
export async function closeOne(
  store: Store,
  finished: FinishedAttempt<LeasedAttempt>,
  delaysSeconds: readonly number[],
): Promise<ClosedAttempt | null> {
  const closed = await decideAndWrite<ClosedAttempt | null>(store, async (read) => {
    const before = await lockByLease(read, finished.attempt);
    if (!before) return { write: null, result: null };
    const closing = closingOf(finished, before, delaysSeconds);
    return { write: writeOf([closing]), result: closedOf(closing) };
  });
  if (closed) return closed;
  return finished.result.outcome === 'ACKNOWLEDGED' ? acknowledgeLate(store, finished) : null;
}

/** Puts back an attempt whose process had no time left to send it. Its row stays. Null: the lease was lost. */
export async function putBackAttempt(store: Store, attempt: OpenAttempt, now: Date): Promise<ClosedAttempt | null> {
  return decideAndWrite(store, async (read) => {
    const before = await lockByLease(read, attempt);
    if (!before) return { write: null, result: null };
    const closing = { attempt, result: neverSent, finishedAt: now, before, ...putBack(before, attempt.trigger, now) };
    return { write: writeOf([closing]), result: closedOf(closing) };
  });
}

/**
 * Closes an attempt that was acknowledged, but whose lease was lost: what the developer has acknowledged is acknowledged.
 * A lease that another worker has by now is left to it. If another attempt followed, this one stays ABANDONED with a hint,
 * because it explains why the developer was notified twice. Null: its row is gone, or says something else.
 */
export async function acknowledgeLate(
  store: Store,
  { attempt, result, finishedAt }: FinishedAttempt<LeasedAttempt>,
): Promise<ClosedAttempt | null> {
  const { orderId, number } = attempt;
  return inTransaction(store, async (tx) => {
    const before = (await lockDeliveries(tx, [orderId], 'wait')).get(orderId);
    if (!before) return null;
    const closing = { attempt, finishedAt, before, ...acknowledgedLate(before) };
    if (before.attemptCount === number) {
      await tx.$executeRaw(closingsStatement([{ ...closing, result }]));
      return { ...closedOf(closing), isLate: true };
    }
    const abandoned = await tx.deliveryAttempt.findFirst({ where: { orderId, number, outcome: 'ABANDONED' } });
    const kept = abandoned && { ...result, outcome: 'ABANDONED' as const, error: abandoned.error, hint: lateHint };
    const rowFinishedAt = abandoned?.finishedAt ?? null;
    await tx.$executeRaw(closingsStatement([{ ...closing, result: kept, rowFinishedAt }]));
    return abandoned && { ...closedOf(closing), isLate: true };
  });
}

/** Says that an attempt that stays ABANDONED was acknowledged when another one had followed. */
export const lateHint = writeHint('HINT_ANSWERED_LATE');

/** The result of an attempt that was put back. */
export const neverSent = nothingReceived(
  'CONNECTION_FAILED',
  'the process was stopped before it could send; this one does not count',
);

function closingOf<Finished extends FinishedAttempt<LeasedAttempt>>(
  finished: Finished,
  before: DeliveryState,
  delaysSeconds: readonly number[],
) {
  const { attempt, result, finishedAt } = finished;
  const transition =
    result.outcome === 'ACKNOWLEDGED'
      ? acknowledged(before)
      : failed(before, attempt.trigger, finishedAt, delaysSeconds);
  return { before, ...finished, ...transition };
}

/** Returns the state of the delivery if it still has the lease. */
async function lockByLease(read: Read, { orderId, leaseToken }: LeasedAttempt): Promise<DeliveryState | null> {
  const sql = Prisma.sql`
    SELECT ${stateColumns} FROM delivery
    WHERE order_id = ${orderId} AND lease_token = ${leaseToken}::uuid
    FOR NO KEY UPDATE`;
  const [row] = await read<DeliveryState>({ name: 'close_lock', sql });
  return row ? stateOf(row) : null;
}

/** Returns the statement that closes attempts; see `closingsStatement`. */
export function writeOf(closings: readonly Closing[]): NamedSql {
  return { name: 'close_write', sql: closingsStatement(closings) };
}

/** Returns the consequences for those who watch. */
export function closedOf({ before, delivery }: { before: DeliveryState; delivery: DeliveryState }): ClosedAttempt {
  const { status } = delivery;
  return { status, hasNewStatus: status !== before.status, nextDueAt: dueAt(delivery), isLate: false };
}

interface Closing extends Transition {
  attempt: { orderId: string; number: number };
  /** The delivery of this decision. */
  before: DeliveryState;
  /** The result to write. Null: the attempt's row stays as it is. */
  result: AttemptResult | null;
  finishedAt: Date;
  /** The time for the attempt's row if it is another one. */
  rowFinishedAt?: Date | null;
}

/**
 * Returns the statement that writes decisions about deliveries, about their orders, and the results of the attempts.
 * Nothing is written for a delivery that has changed since the decision, or that another transaction is changing. The
 * statement returns the leases of the others. An attempt's row may be missing; the decision does not depend on it.
 */
function closingsStatement(closings: readonly Closing[]): Prisma.Sql {
  return Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(closings.map(rowOf))}::jsonb) AS given(
        order_id text, number int, acknowledged_at timestamptz, has_result boolean,
        ${forEachColumn((name, type) => `${name} ${type}, was_${name} ${type}`)},
        outcome attempt_outcome, finished_at timestamptz, http_status int, response_body text, response_truncated boolean,
        error text, hint text, duration_ms float8, dns_ms float8, connect_ms float8, first_byte_ms float8,
        remote_address text)
    ),
    unchanged AS MATERIALIZED (
      SELECT given.* FROM given JOIN delivery ON delivery.order_id = given.order_id
        AND (${forEachColumn((name) => `delivery.${name}`)})
          IS NOT DISTINCT FROM (${forEachColumn((name) => `given.was_${name}`)})
      FOR NO KEY UPDATE OF delivery SKIP LOCKED
    ),
    written AS (
      UPDATE delivery SET ${forEachColumn((name) => `${name} = decided.${name}`)}
      FROM unchanged AS decided WHERE delivery.order_id = decided.order_id
    ),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = decided.acknowledged_at
      FROM unchanged AS decided
      WHERE id = decided.order_id AND decided.acknowledged_at IS NOT NULL AND "order".acknowledged_at IS NULL
    ),
    recorded AS (
      UPDATE delivery_attempt SET
        outcome = ended.outcome, finished_at = ended.finished_at, http_status = ended.http_status,
        response_body = decode(ended.response_body, 'base64'), response_truncated = ended.response_truncated,
        error = ended.error, hint = ended.hint, duration_ms = ended.duration_ms, dns_ms = ended.dns_ms,
        connect_ms = ended.connect_ms, first_byte_ms = ended.first_byte_ms, remote_address = ended.remote_address
      FROM unchanged AS ended
      WHERE delivery_attempt.order_id = ended.order_id AND delivery_attempt.number = ended.number AND ended.has_result
    )
    SELECT was_lease_token::text AS "leaseToken" FROM unchanged`;
}

function rowOf({ attempt, before, delivery, isAcknowledged, result, finishedAt, rowFinishedAt }: Closing) {
  const was = Object.entries(changingValues(before)).map(([name, value]) => [`was_${name}`, value] as const);
  return {
    order_id: attempt.orderId,
    number: attempt.number,
    acknowledged_at: isAcknowledged ? finishedAt : null,
    has_result: result !== null,
    ...changingValues(delivery),
    ...Object.fromEntries(was),
    ...(result && columnsOf(result, rowFinishedAt ?? finishedAt)),
  };
}

function columnsOf(result: AttemptResult, finishedAt: Date) {
  return {
    outcome: result.outcome,
    finished_at: finishedAt,
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

/** PostgreSQL's text can contain neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text && text.replaceAll('\0', ' ').toWellFormed();
}
