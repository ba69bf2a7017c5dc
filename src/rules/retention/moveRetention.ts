const dayMs = 24 * 60 * 60 * 1000;

/** The days of history that are removed in a day, however much is too old: a mistake leaves time to be noticed. */
export const daysRemovedInADay = 7;
/**
 * The longest time between two runs, which come every minute. If they lie further apart by the clock, it was set or
 * nothing ran.
 */
export const longestGapMs = 2 * dayMs;
/** Time for somebody to set the clock right. */
export const holdMs = 3 * dayMs;

export interface RetentionState {
  /** The time before which the last run was to remove everything. */
  removedBefore: Date;
  /** The time of that move, by the clock. */
  movedAt: Date;
  /** The time for which nothing is removed from now on. */
  heldMs: number;
}

export interface RetentionRun {
  now: Date;
  /** The time before which everything is too old. */
  wanted: Date;
  /** The time since the last call in this process, by a clock that nobody sets. */
  elapsedMs: number;
}

/**
 * Moves the bound of what is removed on to what is wanted, by no more than `daysRemovedInADay` in a day. A day is what both
 * the clock and the process have seen pass: neither a clock that is set ahead, nor a process that is started after that, nor
 * several processes make it faster. When the clock has jumped ahead, the bound is held for `holdMs`; when it is set back, it
 * is held no longer.
 */
export function moveRetention(state: RetentionState, { now, wanted, elapsedMs }: RetentionRun): RetentionState {
  const gapMs = now.getTime() - state.movedAt.getTime();
  const passedMs = Math.max(0, Math.min(gapMs, elapsedMs));
  const heldMs = heldAfter(state, gapMs, passedMs);
  const movedMs = heldMs > 0 ? 0 : passedMs * daysRemovedInADay;
  const removedBefore = new Date(Math.min(wanted.getTime(), state.removedBefore.getTime() + movedMs));
  return { removedBefore, movedAt: now, heldMs };
}

function heldAfter({ heldMs }: RetentionState, gapMs: number, passedMs: number): number {
  if (gapMs > longestGapMs) return holdMs;
  return gapMs < -longestGapMs ? 0 : Math.max(0, heldMs - passedMs);
}
