/** An answer that took longer says too little about the time. */
const longestAnswerMs = 2_000;

/**
 * A clock that is read elsewhere now and then, and goes on by the monotonic clock in between. Leases that one process
 * writes are judged by others: were each to use its own clock, one that is ahead by more than a lease would take running
 * attempts for abandoned ones, and send them again.
 */
export class SharedClock {
  readonly #read: () => Promise<Date>;
  readonly #monotonicMs: () => number;
  #aheadOfMonotonicMs: number | undefined;

  constructor(read: () => Promise<Date>, monotonicMs = () => performance.now()) {
    this.#read = read;
    this.#monotonicMs = monotonicMs;
  }

  /** Rejects when it cannot be read; then it goes on as before. */
  async set(): Promise<void> {
    const askedMs = this.#monotonicMs();
    const time = await this.#read();
    const answerMs = this.#monotonicMs() - askedMs;
    if (answerMs > longestAnswerMs && this.#aheadOfMonotonicMs !== undefined) return;
    this.#aheadOfMonotonicMs = time.getTime() - (askedMs + answerMs / 2);
  }

  /** Sets it, unless it has been set before. */
  async ensureSet(): Promise<void> {
    if (this.#aheadOfMonotonicMs === undefined) await this.set();
  }

  now(): Date {
    if (this.#aheadOfMonotonicMs === undefined) throw new Error('The clock was read before it was set.');
    return new Date(this.#monotonicMs() + this.#aheadOfMonotonicMs);
  }
}
