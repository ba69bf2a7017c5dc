import type { Logger } from 'pino';
import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import type { AttemptResult } from '../../store/deliveries/attemptResult.ts';
import { neverSent, putBackAttempt, type ClosedAttempt } from '../../store/deliveries/closeAttempts.ts';
import type { StartedAttempt } from '../../store/deliveries/startDueAttempts.ts';
import { postOnce } from '../post/postOnce.ts';
import type { PostSettings } from '../post/postSettings.ts';
import type { SweeperObserver } from '../loop/sweeperObserver.ts';
import { closeWithRetries, type AttemptCloser, type AttemptCloserSettings } from './attemptCloser.ts';

export interface DeliverySettings extends PostSettings, AttemptCloserSettings {
  clock: () => Date;
  /** The time for which a worker has a delivery to itself: CALLBACK_TIMEOUT_S plus CALLBACK_LEASE_MARGIN_S. */
  leaseMs: number;
  log: Logger;
  observer: SweeperObserver;
}

/**
 * Makes an attempt whose row is written, and closes it. An attempt that there is no time left to send is put back. `onMade` is
 * called when the receiver is left alone, which is before the attempt is closed.
 */
export async function deliverAttempt(
  attempt: StartedAttempt,
  claimedAtMs: number,
  settings: DeliverySettings,
  closer: AttemptCloser,
  stopping: AbortSignal,
  onMade: (outcome: AttemptResult['outcome']) => Promise<void>,
): Promise<void> {
  const { store, clock, log, observer } = settings;
  observer.onAttemptStarted(attempt);
  const isTooLate = !canStillSend(claimedAtMs, settings);
  const result = isTooLate ? neverSent : await post(attempt, settings);
  const finished = { attempt, result, finishedAt: clock() };

  async function close(isRefused: boolean): Promise<ClosedAttempt | null> {
    if (isTooLate) return putBackAttempt(store, attempt, finished.finishedAt);
    return isRefused ? closer.closeSingly(finished) : closer.close(finished);
  }
  const which = { orderId: attempt.orderId, attempt: attempt.number, outcome: result.outcome };
  const madeKnown = onMade(result.outcome);
  const closed = await closeWithRetries({ which, close, log, stopping });
  observer.onAttemptOver({ attempt, result, closed });
  await madeKnown;
}

/** A process that was halted since the claim may have lost its lease, and then another one sends. */
function canStillSend(claimedAtMs: number, { leaseMs, timeoutMs }: DeliverySettings): boolean {
  return claimedAtMs + leaseMs - performance.now() >= timeoutMs;
}

async function post(attempt: StartedAttempt, settings: DeliverySettings): Promise<AttemptResult> {
  const headers = callbackHeaders(attempt.orderId, attempt.number, attempt.previousSigns);
  return postOnce(attempt.url, attempt.requestBody, headers, settings);
}
