import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRefusedForItsValues } from '../../store/database/databaseErrors.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import type { ClosedAttempt } from '../../store/deliveries/closeAttempts.ts';

export interface Closing {
  /** Names the attempt in the log. */
  which: object;
  /** Closes the attempt; `isRefused`: the database has refused its values, so that it must not be closed with others. */
  close(isRefused: boolean): Promise<ClosedAttempt | null>;
  log: Logger;
  /** Ends the wait for the next try, which is then the last. */
  stopping: AbortSignal;
  /** The wait after so many failures, in milliseconds. */
  waitMs?: (failures: number) => number;
}

/**
 * Closes an attempt, and while the database is away tries again: only this process knows what the receiver answered. Null:
 * the lease was lost, and the worker that took it has decided; or the process stops.
 */
export async function closeWithRetries({
  which,
  close,
  log,
  stopping,
  waitMs = backOffMs,
}: Closing): Promise<ClosedAttempt | null> {
  let isRefused = false;
  for (let failures = 0; ;) {
    try {
      const closed = await close(isRefused);
      if (failures > 0) log.info({ ...which, failures }, 'the attempt could be closed after all');
      if (!closed) log.warn(which, 'the lease was lost; the attempt was closed as ABANDONED');
      else if (closed.isLate) log.warn(which, 'the lease was lost; the acknowledgement is noted nevertheless');
      return closed;
    } catch (failure) {
      failures += 1;
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
