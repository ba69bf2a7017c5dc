import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallbackSchedule } from '../rules/callbackSchedule.ts';
import { finishAttempt, type AttemptResult } from '../store/finishAttempt.ts';
import type { StartedAttempt } from '../store/startDueAttempts.ts';
import type { Store } from '../store/store.ts';
import { postOnce, type PostSettings } from './postOnce.ts';
import { unsent } from './unsent.ts';

export interface DeliverySettings extends PostSettings {
  store: Store;
  clock: () => Date;
  schedule: CallbackSchedule;
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
  stopping: AbortSignal,
): Promise<void> {
  const result = await send(attempt, claimedAtMs, settings);
  const log = settings.log.child({ orderId: attempt.orderId, attempt: attempt.number });
  const { outcome, httpStatus, durationMs, error } = result;
  for (;;) {
    try {
      const closed = await finishAttempt(
        settings.store,
        attempt,
        result,
        settings.schedule.delaysSeconds,
        settings.clock(),
      );
      if (closed) log.info({ pluginId: attempt.pluginId, outcome, httpStatus, durationMs, error }, 'attempt');
      else log.warn({ outcome }, 'the lease was lost; the attempt was closed as ABANDONED');
      return;
    } catch (failure) {
      log.error({ err: failure, outcome }, 'the attempt could not be closed; trying again');
      if (stopping.aborted) return;
      await wait(retryFinishAfterMs);
    }
  }
}

async function send(attempt: StartedAttempt, claimedAtMs: number, settings: DeliverySettings): Promise<AttemptResult> {
  if (attempt.requestBody === null) return unsent(attempt.writeError ?? 'the message could not be written');
  // A process that was stopped in between may have lost its lease, and then someone else sends.
  const remainingMs = claimedAtMs + settings.leaseMs - performance.now();
  if (remainingMs < settings.timeoutMs) return unsent('the process was stopped before it could send');
  return postOnce(attempt.url, attempt.requestBody, headersOf(attempt), settings);
}

function headersOf({ orderId, number }: StartedAttempt): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/plain, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'openplug/0.1',
    'openplug-delivery': orderId,
    'openplug-attempt': String(number),
  };
}
