import type { AttemptOutcome } from '../../rules/callbacks/judgeResponse.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import type { Store } from '../database/store.ts';
import { listenerUrl, type AttemptResult } from './attemptResult.ts';
import { acknowledgeLate, closeOne, lateHint, type AttemptOver, type ClosedAttempt } from './closeAttempts.ts';
import { traceparentOf } from './deliveryStateRows.ts';

export interface ReportedAnswer {
  pluginId: string;
  orderId: string;
  /** The attempt's number. */
  number: number;
  leaseToken: string;
  result: AttemptResult;
  finishedAt: Date;
}

export interface ReportedAttempt {
  outcome: AttemptOutcome;
  hint: string | null;
  /** Null: the report came too late, or again, and has changed nothing. */
  over: AttemptOver | null;
}

/**
 * Closes the attempt of a listener with what it reports, by the rules of all attempts: by its lease, and after that has
 * run out only if the developer has acknowledged. Throws ORDER_NOT_FOUND when the plugin has no such order,
 * ATTEMPT_NOT_FOUND when the order has no such attempt, and CONFLICT when no listener has made it.
 */
export async function reportAnswer(
  store: Store,
  answer: ReportedAnswer,
  delaysSeconds: readonly number[],
): Promise<ReportedAttempt> {
  const before = await findAttempt(store, answer);
  if (!before) throw await notFound(store, answer);
  if (before.url !== listenerUrl) {
    throw new Refusal('CONFLICT', because('ATTEMPT_OF_SERVICE'));
  }
  const closed = await close(store, before, answer, delaysSeconds);
  const { outcome, hint } = (await findAttempt(store, answer)) ?? before;
  return { outcome, hint, over: closed && { attempt: attemptOf(before, answer), result: answer.result, closed } };
}

async function notFound({ prisma }: Store, { pluginId, orderId }: ReportedAnswer): Promise<Refusal> {
  const isOrder = (await prisma.order.count({ where: { id: orderId, pluginId } })) > 0;
  return isOrder
    ? new Refusal('ATTEMPT_NOT_FOUND', { fields: [['attempt', [{ code: 'unknownAttempt' }]]] })
    : new Refusal('ORDER_NOT_FOUND', { fields: [['order_id', [{ code: 'unknownOrder' }]]] });
}

type FoundAttempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** Null: the lease has run out, or the attempt is closed. */
async function close(
  store: Store,
  { trigger, outcome, hint, delivery }: FoundAttempt,
  { orderId, number, leaseToken, result, finishedAt }: ReportedAnswer,
  delaysSeconds: readonly number[],
): Promise<ClosedAttempt | null> {
  const finished = { attempt: { orderId, number, trigger, leaseToken }, result, finishedAt };
  if (delivery.leaseToken === leaseToken) return closeOne(store, finished, delaysSeconds);
  // The lease is gone, so it cannot be compared. A developer may end their own rehearsal in any way, but only once.
  const isLate = outcome === 'ABANDONED' && hint !== lateHint && result.outcome === 'ACKNOWLEDGED';
  return isLate ? acknowledgeLate(store, finished) : null;
}

function attemptOf(found: FoundAttempt, { pluginId, orderId, number }: ReportedAnswer): AttemptOver['attempt'] {
  const { trigger, sandbox, scheduledAt, startedAt, url, delivery } = found;
  const traces = { automaticTraceparent: delivery.traceparent, manualTraceparent: delivery.resendTraceparent };
  const traceparent = traceparentOf(traces, trigger);
  return { orderId, pluginId, sandbox, number, trigger, scheduledAt, startedAt, url, traceparent };
}

async function findAttempt({ prisma }: Store, { pluginId, orderId, number }: ReportedAnswer) {
  return prisma.deliveryAttempt.findFirst({
    where: { orderId, number, pluginId },
    select: {
      trigger: true,
      sandbox: true,
      scheduledAt: true,
      startedAt: true,
      outcome: true,
      hint: true,
      url: true,
      delivery: { select: { leaseToken: true, traceparent: true, resendTraceparent: true } },
    },
  });
}
