/** A map that keeps its latest `capacity` entries, so that made-up keys cannot fill the memory. */
export class RecentEntries<Value> {
  // The entries in the order in which they were last set.
  readonly #entries = new Map<string, Value>();

  constructor(
    private readonly capacity: number,
    /** Says whether an entry means no more than a missing one. */
    private readonly isOver: (value: Value, nowMs: number) => boolean,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value, nowMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#forget(nowMs);
  }

  /**
   * Removes up to two entries for each that is set: old ones go faster than new ones come, and no request waits for more.
   */
  #forget(nowMs: number): void {
    let looked = 0;
    for (const [key, value] of this.#entries) {
      const isTooMany = this.#entries.size > this.capacity;
      if (looked === 2 || !(isTooMany || this.isOver(value, nowMs))) return;
      this.#entries.delete(key);
      looked += 1;
    }
  }
}
