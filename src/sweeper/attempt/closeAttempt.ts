import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ClosedAttempt, FinishedAttempt } from '../../store/deliveries/finishAttempt.ts';
import { isRefusedForItsValues } from '../../store/database/isRefusedForItsValues.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import type { AttemptCloser } from './attemptCloser.ts';

export interface Closing {
  closer: Pick<AttemptCloser, 'close' | 'closeAlone'>;
  log: Logger;
  /** Ends the wait for the next try, which is then the last. */
  stopping: AbortSignal;
  /** How long to wait after so many failures. */
  waitMs?: (failures: number) => number;
}

/**
 * Closes an attempt, and while the database is away tries again: what the receiver answered is known here alone. Null: the
 * lease was lost, and whoever took it has decided; or the process stops.
 */
export async function closeAttempt(
  finished: FinishedAttempt,
  { closer, log, stopping, waitMs = backOffMs }: Closing,
): Promise<ClosedAttempt | null> {
  const { attempt, result } = finished;
  const which = { orderId: attempt.orderId, attempt: attempt.number, outcome: result.outcome };
  let isRefused = false;
  for (let failures = 0; ;) {
    try {
      const closed = await (isRefused ? closer.closeAlone(finished) : closer.close(finished));
      if (failures > 0) log.info({ ...which, failures }, 'the attempt could be closed after all');
      if (!closed) log.warn(which, 'the lease was lost; the attempt was closed as ABANDONED');
      else if (closed.isLate) log.warn(which, 'the lease was lost; the acknowledgement is noted nevertheless');
      return closed;
    } catch (failure) {
      failures += 1;
      // What is refused for its values must not keep others from being closed in one statement with it.
      isRefused ||= isRefusedForItsValues(failure);
      if (failures === 1) reportFailure(log, failure, 'the attempt could not be closed; trying again', which);
      if (stopping.aborted) {
        log.error({ err: failure, ...which, failures }, 'the attempt could not be closed before the process stopped');
        return null;
      }
      await wait(waitMs(failures), undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** A quarter of a second, doubled with each failure, up to four seconds. */
export function backOffMs(failures: number): number {
  return Math.min(250 * 2 ** (failures - 1), 4000);
}
