import type { Logger } from 'pino';
import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import { neverSent, type AttemptResult } from '../../store/deliveries/finishAttempt.ts';
import type { StartedAttempt } from '../../store/deliveries/startDueAttempts.ts';
import type { AttemptCloser, AttemptCloserSettings } from './attemptCloser.ts';
import { closeAttempt } from './closeAttempt.ts';
import { postOnce, type PostSettings } from '../post/postOnce.ts';
import type { SweeperObserver } from '../loop/sweeperObserver.ts';

export interface DeliverySettings extends PostSettings, AttemptCloserSettings {
  clock: () => Date;
  leaseMs: number;
  log: Logger;
  observer: SweeperObserver;
}

/** Makes an attempt whose row is written, and closes it. */
export async function deliverAttempt(
  attempt: StartedAttempt,
  claimedAtMs: number,
  settings: DeliverySettings,
  closer: AttemptCloser,
  stopping: AbortSignal,
): Promise<AttemptResult['outcome']> {
  const startedAt = settings.clock();
  settings.observer.onAttemptStarted(attempt);
  const result = await send(attempt, claimedAtMs, settings);
  const finished = { attempt, result, finishedAt: settings.clock() };
  const closed = await closeAttempt(finished, { closer, log: settings.log, stopping });
  const latenessMs = startedAt.getTime() - attempt.scheduledAt.getTime();
  settings.observer.onAttemptOver({ attempt, startedAt, latenessMs, result, closed });
  return result.outcome;
}

async function send(attempt: StartedAttempt, claimedAtMs: number, settings: DeliverySettings): Promise<AttemptResult> {
  // A process that was stopped in between may have lost its lease, and then someone else sends.
  const remainingMs = claimedAtMs + settings.leaseMs - performance.now();
  if (remainingMs < settings.timeoutMs) return neverSent;
  const headers = callbackHeaders(attempt.orderId, attempt.number, attempt.previousSigns);
  return postOnce(attempt.url, attempt.requestBody, headers, settings);
}
