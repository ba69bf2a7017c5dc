import type { AttemptOutcome } from '../../rules/callbacks/acknowledgement.ts';
import { closeDeliveries, type Closing } from './closeDeliveries.ts';
import type { DeliveryStatus } from '../generated/client.ts';
import type { StartedAttempt } from './startDueAttempts.ts';
import type { Store } from '../database/store.ts';

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

/** The results that an attempt can have. */
export const attemptResults = Object.keys({
  ACKNOWLEDGED: true,
  UNEXPECTED_STATUS: true,
  UNEXPECTED_BODY: true,
  REDIRECTED: true,
  TIMED_OUT: true,
  CONNECTION_FAILED: true,
  TLS_FAILED: true,
  ADDRESS_REFUSED: true,
  ABANDONED: true,
} satisfies Record<AttemptResult['outcome'], true>);

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
  /** It was this attempt that ended the delivery, or brought it to a better end. */
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
  return closeDeliveries(prisma, finished.map(closingOf), delaysSeconds, { isAlone: false });
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
  const closed = await closeDeliveries(prisma, [closingOf(finished)], delaysSeconds, { isAlone: true });
  return closed.get(finished.attempt.leaseToken) ?? null;
}

function closingOf(finished: FinishedAttempt): Closing {
  return { ...finished, retryFrom: finished.finishedAt, isPutBack: finished.result === neverSent };
}
