import type { Logger } from 'pino';
import { readDatabaseTime } from '../store/database/readDatabaseTime.ts';
import { noteOutage } from '../store/database/reportFailure.ts';
import type { Store } from '../store/database/store.ts';

/** A clock that is set now and then by another one, and goes on by the monotonic clock in between. */
export interface SharedClock {
  now(): Date;
  /** Rejects when the other clock cannot be read; then this one goes on as before. */
  set(): Promise<void>;
}

export interface ServiceClock extends SharedClock {
  close(): void;
}

const setEveryMs = 10_000;
/** An answer that took longer says too little about the time. */
const longestAnswerMs = 2_000;

/** Opens the clock of the database, which all processes on it share, and sets it every ten seconds; or the given clock. */
export async function openServiceClock(
  store: Store,
  log: Logger,
  givenClock: (() => Date) | undefined,
): Promise<ServiceClock> {
  if (givenClock) return { now: givenClock, set: async () => {}, close: () => {} };
  const clock = await openSharedClock(async () => readDatabaseTime(store));
  // While the database is away the clock goes on as before.
  const timer = setInterval(() => void clock.set().catch((error: unknown) => noteOutage(log, error)), setEveryMs);
  timer.unref();
  return { ...clock, close: () => clearInterval(timer) };
}

/**
 * Opens a clock that all processes share, because each judges what the others wrote: leases, due times, expiries. If
 * each process used its own clock, one that is ahead by more than a lease would take running attempts for abandoned
 * ones and send them again. Rejects when the clock cannot be read at first.
 */
export async function openSharedClock(
  read: () => Promise<Date>,
  monotonicMs = () => performance.now(),
): Promise<SharedClock> {
  let { aheadOfMonotonicMs } = await look();
  return {
    now: () => new Date(monotonicMs() + aheadOfMonotonicMs),
    set: async () => {
      const seen = await look();
      if (seen.answerMs <= longestAnswerMs) aheadOfMonotonicMs = seen.aheadOfMonotonicMs;
    },
  };

  async function look() {
    const askedMs = monotonicMs();
    const time = await read();
    const answerMs = monotonicMs() - askedMs;
    return { answerMs, aheadOfMonotonicMs: time.getTime() - (askedMs + answerMs / 2) };
  }
}
