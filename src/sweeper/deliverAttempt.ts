import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { callbackHeaders } from '../rules/callbackHeaders.ts';
import { nothingReceived, type AttemptResult } from '../store/finishAttempt.ts';
import type { StartedAttempt } from '../store/startDueAttempts.ts';
import type { AttemptCloser, AttemptCloserSettings } from './attemptCloser.ts';
import { postOnce, type PostSettings } from './postOnce.ts';

export interface DeliverySettings extends PostSettings, AttemptCloserSettings {
  clock: () => Date;
  leaseMs: number;
  log: Logger;
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
  const result = await send(attempt, claimedAtMs, settings);
  const log = settings.log.child({ orderId: attempt.orderId, attempt: attempt.number });
  const { outcome, httpStatus, durationMs, error } = result;
  // One that cannot be stored must not keep those from being closed that ended together with it.
  for (let isAlone = false; ; isAlone = true) {
    try {
      const finished = { attempt, result, finishedAt: settings.clock() };
      const isClosed = await (isAlone ? closer.closeAlone(finished) : closer.close(finished));
      if (isClosed) log.info({ pluginId: attempt.pluginId, outcome, httpStatus, durationMs, error }, 'attempt');
      else log.warn({ outcome }, 'the lease was lost; the attempt was closed as ABANDONED');
      return outcome;
    } catch (failure) {
      log.error({ err: failure, outcome }, 'the attempt could not be closed; trying again');
      if (stopping.aborted) return outcome;
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
  return postOnce(attempt.url, attempt.requestBody, callbackHeaders(attempt.orderId, attempt.number), settings);
}
