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
import type { Client, Store } from '../database/store.ts';
import { nothingReceived, type AttemptResult } from './attemptResult.ts';
import { lockDeliveries, skipping, stateColumns, stateOf, type Locked } from './deliveryState.ts';
import type { StartedAttempt } from './startDueAttempts.ts';
import { writeClosings } from './writeClosings.ts';

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
  locked: Locked,
): Promise<Map<string, ClosedAttempt>> {
  return inTransaction(store, async (tx) => {
    const before = await lockByLease(
      tx,
      batch.map(({ attempt }) => attempt),
      locked,
    );
    const closings = batch.flatMap((finished) => {
      const delivery = before.get(finished.attempt.leaseToken);
      return delivery ? [{ ...finished, before: delivery, ...decide(delivery, finished, delaysSeconds) }] : [];
    });
    await writeClosings(tx, closings);
    return new Map(closings.map((closing) => [closing.attempt.leaseToken, closedOf(closing)]));
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
  return inTransaction(store, async (tx) => {
    const before = (await lockByLease(tx, [attempt], 'wait')).get(attempt.leaseToken);
    if (!before) return null;
    const closing = { attempt, result: neverSent, finishedAt: now, before, ...putBack(before, attempt.trigger, now) };
    await writeClosings(tx, [closing]);
    return closedOf(closing);
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
      await writeClosings(tx, [{ ...closing, result }]);
      return { ...closedOf(closing), isLate: true };
    }
    const abandoned = await tx.deliveryAttempt.findFirst({ where: { orderId, number, outcome: 'ABANDONED' } });
    const kept = abandoned && { ...result, outcome: 'ABANDONED' as const, error: abandoned.error, hint: lateHint };
    await writeClosings(tx, [{ ...closing, result: kept, rowFinishedAt: abandoned?.finishedAt ?? null }]);
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
  tx: Client,
  attempts: readonly OpenAttempt[],
  locked: Locked,
): Promise<Map<string, DeliveryState>> {
  const orderIds = attempts.map(({ orderId }) => orderId);
  const leases = attempts.map(({ leaseToken }) => leaseToken);
  const rows = await tx.$queryRaw<DeliveryState[]>`
    SELECT ${stateColumns}
    FROM unnest(${orderIds}::text[], ${leases}::uuid[]) AS held(order_id, lease_token)
    JOIN delivery ON delivery.order_id = held.order_id AND delivery.lease_token = held.lease_token
    FOR UPDATE OF delivery ${skipping(locked)}`;
  return new Map(rows.map((row) => [row.leaseToken!, stateOf(row)]));
}

/** Returns the consequences for those who watch. */
export function closedOf({ before, delivery }: { before: DeliveryState; delivery: DeliveryState }): ClosedAttempt {
  const { status } = delivery;
  return { status, hasNewStatus: status !== before.status, nextDueAt: dueAt(delivery), isLate: false };
}
