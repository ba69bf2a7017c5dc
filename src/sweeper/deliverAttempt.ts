import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { callbackHeaders } from '../rules/callbackHeaders.ts';
import { nothingReceived, type AttemptResult, type ClosedAttempt } from '../store/finishAttempt.ts';
import type { StartedAttempt } from '../store/startDueAttempts.ts';
import type { AttemptCloser, AttemptCloserSettings } from './attemptCloser.ts';
import { postOnce, type PostSettings } from './postOnce.ts';
import type { SweeperObserver } from './sweeperObserver.ts';

export interface DeliverySettings extends PostSettings, AttemptCloserSettings {
  clock: () => Date;
  leaseMs: number;
  log: Logger;
  observer: SweeperObserver;
}

const retryFinishAfterMs = 250;

/**
 * Makes an attempt whose row is written, and closes it. While the database is away it tries again, since what the
 * receiver answered is known here alone; if the lease is lost meanwhile, whoever took it has decided.
 */
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
  const closed = await close(attempt, result, settings, closer, stopping);
  const latenessMs = startedAt.getTime() - attempt.scheduledAt.getTime();
  settings.observer.onAttemptOver({ attempt, startedAt, latenessMs, result, closed });
  return result.outcome;
}

async function close(
  attempt: StartedAttempt,
  result: AttemptResult,
  { clock, log }: DeliverySettings,
  closer: AttemptCloser,
  stopping: AbortSignal,
): Promise<ClosedAttempt | null> {
  const which = { orderId: attempt.orderId, attempt: attempt.number, outcome: result.outcome };
  // One that cannot be stored must not keep those from being closed that ended together with it.
  for (let isAlone = false; ; isAlone = true) {
    try {
      const finished = { attempt, result, finishedAt: clock() };
      const closed = await (isAlone ? closer.closeAlone(finished) : closer.close(finished));
      if (!closed) log.warn(which, 'the lease was lost; the attempt was closed as ABANDONED');
      else if (closed.isLate) log.warn(which, 'the lease was lost; the acknowledgement is noted nevertheless');
      return closed;
    } catch (failure) {
      log.error({ err: failure, ...which }, 'the attempt could not be closed; trying again');
      if (stopping.aborted) return null;
      await wait(retryFinishAfterMs);
    }
  }
}

async function send(attempt: StartedAttempt, claimedAtMs: number, settings: DeliverySettings): Promise<AttemptResult> {
  if (attempt.requestBody === null)
    return nothingReceived('CONNECTION_FAILED', attempt.writeError ?? 'the message could not be written');
  // A process that was stopped in between may have lost its lease, and then someone else sends.
  const remainingMs = claimedAtMs + settings.leaseMs - performance.now();
  if (remainingMs < settings.timeoutMs)
    return nothingReceived('CONNECTION_FAILED', 'the process was stopped before it could send');
  const headers = callbackHeaders(attempt.orderId, attempt.number, attempt.previousSigns);
  return postOnce(attempt.url, attempt.requestBody, headers, settings);
}
