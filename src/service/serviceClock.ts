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
/** A Date has no parts of a millisecond. */
const resolutionMs = 1;

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
 *
 * A later answer moves it by no more than it must. If each answer set it anew, it would go back by as much as answers
 * are slow, and a payment that was just announced would not be due yet.
 */
export async function openSharedClock(
  read: () => Promise<Date>,
  monotonicMs = () => performance.now(),
): Promise<SharedClock> {
  const first = await look();
  let aheadMs = (first.leastMs + first.mostMs) / 2;
  return {
    now: () => new Date(monotonicMs() + aheadMs),
    set: async () => {
      const { leastMs, mostMs } = await look();
      aheadMs = Math.min(Math.max(aheadMs, leastMs), mostMs);
    },
  };

  /** Returns by how much the other clock is ahead: it showed this time between the question and the answer. */
  async function look(): Promise<{ leastMs: number; mostMs: number }> {
    const askedMs = monotonicMs();
    const shown = (await read()).getTime();
    return { leastMs: shown - monotonicMs(), mostMs: shown + resolutionMs - askedMs };
  }
}
