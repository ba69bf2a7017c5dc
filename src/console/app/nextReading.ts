/** The longest wait that failures lead to by themselves, in milliseconds. */
const longestWaitMs = 60_000;

/** The end of a reading, on the clock of `performance.now()`. */
export interface EndedReading {
  endedAtMs: number;
  /** The failures since the last success, this one included; 0: it succeeded. */
  failures: number;
  /** The wait that the service requested; 0: none. */
  askedMs: number;
}

export interface LiveState {
  /** Since when the page is visible and the service is reached; null: it is hidden or lost. */
  awakeSinceMs: number | null;
  /** The reading that ended last; null: one is under way. */
  ended: EndedReading | null;
}

/**
 * Returns when to read next; null: not before the state changes. That is `everyMs` after the last reading ended,
 * immediately when the page wakes, and later after failures: twice the wait for each of them. A wait that the service
 * requested is always kept.
 */
export function nextReadingAtMs({ awakeSinceMs, ended }: LiveState, everyMs: number): number | null {
  if (awakeSinceMs === null || ended === null) return null;
  const { endedAtMs, failures, askedMs } = ended;
  const waitMs = Math.min(everyMs * 2 ** failures, Math.max(everyMs, longestWaitMs));
  const dueMs = awakeSinceMs > endedAtMs ? awakeSinceMs : endedAtMs + waitMs;
  return Math.max(dueMs, endedAtMs + askedMs);
}

/** Returns how a reading ended that failed, with the wait that the service requested. */
export function failedReading(before: EndedReading | null, askedMs: number, endedAtMs: number): EndedReading {
  return { endedAtMs, failures: (before?.failures ?? 0) + 1, askedMs };
}
