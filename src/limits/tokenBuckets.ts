import { RecentEntries } from './recentEntries.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/** The limit of buckets, which take about 10 MB. */
const mostBuckets = 50_000;

/**
 * A bucket of `burst` tokens for each key, refilled with `perSecond`. Times are milliseconds of any clock that never goes
 * back.
 *
 * It replaces rate-limiter-flexible, whose memory has a timer for each key and no bound on the keys, and whose clock is the
 * wall's.
 */
export class TokenBuckets {
  readonly #buckets: RecentEntries<Bucket>;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    capacity = mostBuckets,
  ) {
    this.#buckets = new RecentEntries(capacity, (bucket, nowMs) => this.#tokensOf(bucket, nowMs) >= burst);
  }

  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Takes `count` tokens if there is one, goes below 0 if some are missing, and returns 0. Otherwise returns the whole
   * seconds, at least 1, until there is a token.
   */
  take(key: string, nowMs: number, count = 1): number {
    const waitSeconds = this.waitSeconds(key, nowMs);
    if (waitSeconds === 0) this.owe(key, nowMs, count);
    return waitSeconds;
  }

  /** Takes `count` tokens, however many there are. A `count` below 0 gives them back. */
  owe(key: string, nowMs: number, count: number): void {
    const tokens = Math.min(this.burst, this.#tokensOf(this.#buckets.get(key), nowMs) - count);
    this.#buckets.set(key, { tokens, atMs: nowMs }, nowMs);
  }

  /** Returns what `take` would, and takes nothing. */
  waitSeconds(key: string, nowMs: number): number {
    const missing = 1 - this.#tokensOf(this.#buckets.get(key), nowMs);
    return missing > rounding ? Math.ceil(missing / this.perSecond) : 0;
  }

  #tokensOf(bucket: Bucket | undefined, nowMs: number): number {
    if (!bucket) return this.burst;
    return Math.min(this.burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * this.perSecond);
  }
}

/** The part of a whole token that may be missing because of rounding. */
const rounding = 1e-9;
