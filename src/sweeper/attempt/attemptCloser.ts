import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import {
  closeOne,
  closeTogether,
  type ClosedAttempt,
  type FinishedAttempt,
} from '../../store/deliveries/closeAttempts.ts';
import { isRefusedForItsValues } from '../../store/database/databaseErrors.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import type { Store } from '../../store/database/store.ts';

export interface AttemptCloserSettings {
  store: Store;
  schedule: CallbackSchedule;
}

interface Waiting {
  finished: FinishedAttempt;
  resolve(closed: ClosedAttempt | null): void;
  reject(error: unknown): void;
}

/** Closings of one transaction. */
const largestBatch = 100;

/**
 * Closes together, in the next transaction, the attempts that end while one runs. A thousand attempts to receivers that
 * never answer end at the same moment; a transaction for each would keep everything else waiting.
 */
export class AttemptCloser {
  readonly #settings: AttemptCloserSettings;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(settings: AttemptCloserSettings) {
    this.#settings = settings;
  }

  /**
   * Closes the attempt. Returns null when the lease was lost, and another worker has decided. Rejects when the database
   * is away or refuses the closing; then nothing is closed.
   */
  async close(finished: FinishedAttempt): Promise<ClosedAttempt | null> {
    const closing = new Promise<ClosedAttempt | null>((resolve, reject) => {
      this.#waiting.push({ finished, resolve, reject });
    });
    if (!this.#isRunning) void this.#run();
    return closing;
  }

  /** Closes the attempt in a separate transaction, and waits for others that are changing the delivery. */
  async closeSingly(finished: FinishedAttempt): Promise<ClosedAttempt | null> {
    const { store, schedule } = this.#settings;
    return closeOne(store, finished, schedule.delaysSeconds);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Attempts that end in the same turn of the event loop are closed together.
    await setImmediate();
    while (this.#waiting.length > 0) await this.#closeTogether(this.#waiting.splice(0, largestBatch));
    this.#isRunning = false;
  }

  async #closeTogether(batch: Waiting[]): Promise<void> {
    const { store, schedule } = this.#settings;
    try {
      const finished = batch.map((waiting) => waiting.finished);
      const closed = await closeTogether(store, finished, schedule.delaysSeconds);
      for (const waiting of batch) {
        // The lease was lost, or somebody has only changed the delivery: closing it alone shows which.
        const its = closed.get(waiting.finished.attempt.leaseToken);
        if (its) waiting.resolve(its);
        else this.closeSingly(waiting.finished).then(waiting.resolve, waiting.reject);
      }
    } catch (error) {
      // Mostly the values of only one are refused; alone, the others can be closed.
      const isOfOneOfThem = batch.length > 1 && isRefusedForItsValues(error);
      for (const { finished, resolve, reject } of batch) {
        if (isOfOneOfThem) this.closeSingly(finished).then(resolve, reject);
        else reject(error);
      }
    }
  }
}

export interface Closing {
  /** Names the attempt in the log. */
  which: object;
  /** Closes the attempt; `isRefused`: the database has refused its values, so that it must not be closed with others. */
  close(isRefused: boolean): Promise<ClosedAttempt | null>;
  log: Logger;
  /** Ends the wait for the next try, which is then the last. */
  stopping: AbortSignal;
  /** Returns the wait after this number of failures, in milliseconds. */
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
