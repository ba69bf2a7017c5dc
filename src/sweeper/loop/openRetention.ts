import type { Logger } from 'pino';
import { holdMs } from '../../rules/retention/moveRetention.ts';
import { removeExpired } from '../../store/retention/removeExpired.ts';
import { moveRetentionBound } from '../../store/retention/retentionBound.ts';
import type { Store } from '../../store/database/store.ts';
import type { SweeperObserver } from './sweeperObserver.ts';

export interface RetentionSettings {
  store: Store;
  clock: () => Date;
  log: Logger;
  observer: Pick<SweeperObserver, 'onRetention'>;
  /** The age from which finished rows are removed (RETENTION_DAYS). */
  retentionMs: number;
}

/**
 * Returns the function that removes the rows that are too old, as far as the bound of all processes allows. Call it now
 * and then. `monotonicMs` is a clock that nobody sets.
 */
export function openRetention(
  { store, clock, log, observer, retentionMs }: RetentionSettings,
  monotonicMs = () => performance.now(),
): () => Promise<void> {
  let movedMs = monotonicMs();
  return async () => {
    const nowMs = monotonicMs();
    const now = clock();
    const run = { now, wanted: new Date(now.getTime() - retentionMs), elapsedMs: nowMs - movedMs };
    const { before, isHeld, isNewlyHeld, lastMovedAt } = await moveRetentionBound(store, run);
    movedMs = nowMs;
    observer.onRetention(isHeld);
    if (isNewlyHeld) {
      const what =
        'the clock of the database was set ahead, or nothing ran for days: retention removes nothing for now';
      log.error({ lastMovedAt, now, heldForHours: holdMs / 3_600_000 }, what);
    }
    if (!isHeld) await removeExpired(store, before);
  };
}
