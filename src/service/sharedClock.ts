/** A clock that is read elsewhere now and then, and goes on by the monotonic clock in between. */
export interface SharedClock {
  now(): Date;
  /** Reads it anew. Rejects when it cannot be read; then it goes on as before. */
  set(): Promise<void>;
}

/** An answer that took longer says too little about the time. */
const longestAnswerMs = 2_000;

/**
 * What one process writes is judged by others: leases, due times, expiries. Were each to use its own clock, one that is
 * ahead by more than a lease would take running attempts for abandoned ones and send them again, and one that is ahead
 * when it records a payment would put off the callback. Rejects when the clock cannot be read at first.
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
