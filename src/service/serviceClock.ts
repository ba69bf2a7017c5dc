import type { Logger } from 'pino';
import { readDatabaseTime } from '../store/database/readDatabaseTime.ts';
import { noteOutage } from '../store/database/reportFailure.ts';
import type { Store } from '../store/database/store.ts';
import { openSharedClock, type SharedClock } from './sharedClock.ts';

export interface ServiceClock extends SharedClock {
  close(): void;
}

const setEveryMs = 10_000;

/** The database's, which all processes on it share, set anew every ten seconds; or the given one, as it is. */
export async function openServiceClock(
  store: Store,
  log: Logger,
  givenClock: (() => Date) | undefined,
): Promise<ServiceClock> {
  if (givenClock) return { now: givenClock, set: async () => {}, close: () => {} };
  const clock = await openSharedClock(async () => readDatabaseTime(store));
  // While the database is away it goes on as before.
  const timer = setInterval(() => void clock.set().catch((error: unknown) => noteOutage(log, error)), setEveryMs);
  timer.unref();
  return { ...clock, close: () => clearInterval(timer) };
}
