export interface CallbackSchedule {
  /** The number of automatic notifications of an order (specification, Events: 5; setting CALLBACK_MAX_NOTIFICATIONS). */
  maxNotifications: number;
  /**
   * The n-th delay passes after the n-th failed notification (specification, Events: 15, 30, 60, 300, 600; setting
   * CALLBACK_DELAYS_S).
   */
  delaysSeconds: readonly number[];
}

/**
 * Returns when the next automatic notification is due, or null when none is left. `failed` automatic notifications have
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

/** Returns how late an attempt was started, in milliseconds. */
export function latenessMs({ scheduledAt, startedAt }: { scheduledAt: Date; startedAt: Date }): number {
  return startedAt.getTime() - scheduledAt.getTime();
}

function delayMs(failed: number, delaysSeconds: readonly number[]): number {
  const seconds = failed === 0 ? 0 : (delaysSeconds[failed - 1] ?? delaysSeconds.at(-1) ?? 0);
  return Math.round(seconds * 1000);
}
