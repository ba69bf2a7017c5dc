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
import { inTransaction } from '../database/inTransaction.ts';
import { decideAndWrite, type NamedSql, type Read } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { nothingReceived, type AttemptResult } from './attemptResult.ts';
import {
  lockDeliveries,
  lockClauseEnd,
  stateColumns,
  stateOf,
  writeStates,
  type WhenLocked,
} from './deliveryStateRows.ts';
import type { StartedAttempt } from './startDueAttempts.ts';

export type OpenAttempt = Pick<StartedAttempt, 'orderId' | 'number' | 'trigger' | 'leaseToken'>;

export interface FinishedAttempt {
  attempt: OpenAttempt;
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

/**
 * Closes a batch of attempts by their leases, each with its delivery and its order, in one transaction. Returns those that
 * were closed, by their lease tokens. Of the others the lease was lost, or the delivery is locked and left out; nothing of
 * them is changed. Only one attempt may be closed with `wait`: a batch that waits could block another one that waits for it.
 * It can meet a deadlock with a resend that creates the same delivery; then it is tried again.
 */
export async function closeByLease(
  store: Store,
  batch: readonly FinishedAttempt[],
  delaysSeconds: readonly number[],
  locked: WhenLocked,
): Promise<Map<string, ClosedAttempt>> {
  return decideAndWrite(store, async (read) => {
    const attempts = batch.map(({ attempt }) => attempt);
    const before = await lockByLease(read, attempts, locked);
    const closings = batch.flatMap((finished) => {
      const delivery = before.get(finished.attempt.leaseToken);
      return delivery ? [{ ...finished, before: delivery, ...decide(delivery, finished, delaysSeconds) }] : [];
    });
    const closed = closings.map((closing): [string, ClosedAttempt] => [closing.attempt.leaseToken, closedOf(closing)]);
    return { write: writeOf(closings), result: new Map(closed) };
  });
}

/** Closes one attempt and waits for others that are changing its delivery. Null: the lease was lost, and nothing is changed. */
export async function closeOne(
  store: Store,
  finished: FinishedAttempt,
  delaysSeconds: readonly number[],
): Promise<ClosedAttempt | null> {
  const closed = await closeByLease(store, [finished], delaysSeconds, 'wait');
  const its = closed.get(finished.attempt.leaseToken);
  if (its) return its;
  return finished.result.outcome === 'ACKNOWLEDGED' ? acknowledgeLate(store, finished) : null;
}

/** Puts back an attempt whose process had no time left to send it. Its row stays. Null: the lease was lost. */
export async function putBackAttempt(store: Store, attempt: OpenAttempt, now: Date): Promise<ClosedAttempt | null> {
  return decideAndWrite(store, async (read) => {
    const before = (await lockByLease(read, [attempt], 'wait')).get(attempt.leaseToken);
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
  { attempt, result, finishedAt }: FinishedAttempt,
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

const lateHint = 'the answer was SUCCESS, and it came when the attempt had been given up and another one was made';

/** The result of an attempt that was put back. */
export const neverSent = nothingReceived(
  'CONNECTION_FAILED',
  'the process was stopped before it could send; this one does not count',
);

function decide(delivery: DeliveryState, finished: FinishedAttempt, delaysSeconds: readonly number[]): Transition {
  const { attempt, result, finishedAt } = finished;
  if (result.outcome === 'ACKNOWLEDGED') return acknowledged(delivery);
  return failed(delivery, attempt.trigger, finishedAt, delaysSeconds);
}

/** Returns the states of the deliveries that still have these leases, by lease token. */
async function lockByLease(
  read: Read,
  attempts: readonly OpenAttempt[],
  locked: WhenLocked,
): Promise<Map<string, DeliveryState>> {
  const orderIds = attempts.map(({ orderId }) => orderId);
  const leases = attempts.map(({ leaseToken }) => leaseToken);
  const sql = Prisma.sql`
    SELECT ${stateColumns}
    FROM unnest(${orderIds}::text[], ${leases}::uuid[]) AS held(order_id, lease_token)
    JOIN delivery ON delivery.order_id = held.order_id AND delivery.lease_token = held.lease_token
    FOR UPDATE OF delivery ${lockClauseEnd(locked)}`;
  const rows = await read<DeliveryState>({ name: `close_lock_${locked}`, sql });
  return new Map(rows.map((row) => [row.leaseToken!, stateOf(row)]));
}

function writeOf(closings: readonly Closing[]): NamedSql | null {
  return closings.length === 0 ? null : { name: 'close_write', sql: closingsStatement(closings) };
}

/** Returns the consequences for those who watch. */
export function closedOf({ before, delivery }: { before: DeliveryState; delivery: DeliveryState }): ClosedAttempt {
  const { status } = delivery;
  return { status, hasNewStatus: status !== before.status, nextDueAt: dueAt(delivery), isLate: false };
}

export interface Closing extends Transition {
  attempt: { orderId: string; number: number };
  /** The delivery as it was when it was locked. */
  before: DeliveryState;
  /** The result to write. Null: the attempt's row stays as it is. */
  result: AttemptResult | null;
  finishedAt: Date;
  /** The time for the attempt's row if it is another one. */
  rowFinishedAt?: Date | null;
}

/**
 * Returns the statement that writes the decisions about deliveries that the transaction has locked, about their orders, and
 * the results of the attempts. An attempt's row may be missing; the decision does not depend on it.
 */
export function closingsStatement(closings: readonly Closing[]): Prisma.Sql {
  const states = new Map(closings.map(({ attempt, delivery }) => [attempt.orderId, delivery]));
  const ended = closings
    .filter(({ isAcknowledged }) => isAcknowledged)
    .map(({ attempt, finishedAt }) => ({ order_id: attempt.orderId, acknowledged_at: finishedAt }));
  const results = closings.flatMap(resultRow);
  return Prisma.sql`
    WITH written AS (${writeStates(states)}),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = given.acknowledged_at
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS given(order_id text, acknowledged_at timestamptz)
      WHERE id = given.order_id AND "order".acknowledged_at IS NULL
    )
    UPDATE delivery_attempt SET
      outcome = given.outcome, finished_at = given.finished_at, http_status = given.http_status,
      response_body = decode(given.response_body, 'base64'), response_truncated = given.response_truncated,
      error = given.error, hint = given.hint, duration_ms = given.duration_ms, dns_ms = given.dns_ms,
      connect_ms = given.connect_ms, first_byte_ms = given.first_byte_ms, remote_address = given.remote_address
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS given(
      order_id text, number int, outcome attempt_outcome, finished_at timestamptz, http_status int, response_body text,
      response_truncated boolean, error text, hint text, duration_ms float8, dns_ms float8, connect_ms float8,
      first_byte_ms float8, remote_address text)
    WHERE delivery_attempt.order_id = given.order_id AND delivery_attempt.number = given.number`;
}

function resultRow({ attempt, result, finishedAt, rowFinishedAt }: Closing) {
  if (!result) return [];
  return [
    {
      order_id: attempt.orderId,
      number: attempt.number,
      outcome: result.outcome,
      finished_at: rowFinishedAt ?? finishedAt,
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
    },
  ];
}

/** PostgreSQL's text holds neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text && text.replaceAll('\0', ' ').toWellFormed();
}
