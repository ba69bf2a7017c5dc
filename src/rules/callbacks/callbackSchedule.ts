export interface CallbackSchedule {
  /** How many automatic notifications an order gets (specification, Events: 5). */
  maxNotifications: number;
  /** The n-th passes after the n-th failed notification (specification, Events: 15, 30, 60, 300, 600). */
  delaysSeconds: readonly number[];
}

/**
 * When the next automatic notification is due, or null when there is none left. `failed` automatic notifications have
 * been made; the last of them ended at `endedAt`. Beyond the last delay, the last delay repeats.
 */
export function nextNotificationAt(
  failed: number,
  endedAt: Date,
  { maxNotifications, delaysSeconds }: CallbackSchedule,
): Date | null {
  if (failed >= maxNotifications) return null;
  return new Date(endedAt.getTime() + delayMs(failed, delaysSeconds));
}

/** Returns by how many milliseconds an attempt was started after it was due. */
export function latenessMs({ scheduledAt, startedAt }: { scheduledAt: Date; startedAt: Date }): number {
  return startedAt.getTime() - scheduledAt.getTime();
}

function delayMs(failed: number, delaysSeconds: readonly number[]): number {
  const seconds = failed === 0 ? 0 : (delaysSeconds[failed - 1] ?? delaysSeconds.at(-1) ?? 0);
  return Math.round(seconds * 1000);
}

/**
 * How far the clock may be set back while attempts run, without their leases being released. The service goes by the
 * database's clock, and the minutes cover what a correction of that clock amounts to, and processes whose leases are
 * longer since they run with other settings. Only a clock that was far wrong makes leases that end later.
 */
const longestSetBackMs = 10 * 60_000;

/**
 * The latest end of a lease that can have been given by `now`. A lease that ends later was given while the clock was far
 * ahead: nobody needs it, and to wait for its end may take months.
 */
export function latestLeaseEnd(now: Date, leaseMs: number): Date {
  return new Date(now.getTime() + leaseMs + longestSetBackMs);
}
