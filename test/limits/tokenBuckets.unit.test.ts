import { describe, expect, it } from 'vitest';
import { TokenBuckets } from '../../src/limits/tokenBuckets.ts';

describe('a bucket', () => {
  it('lets its burst through at once, and then as many as flow in', () => {
    const buckets = new TokenBuckets(2, 3);
    const waits = [0, 0, 0, 0, 499, 500, 500].map((nowMs) => buckets.take('a', nowMs));
    expect(waits).toEqual([0, 0, 0, 1, 1, 0, 1]);
  });

  it('tells whole seconds to wait, after which there is a token', () => {
    const buckets = new TokenBuckets(0.1, 1);
    expect(buckets.take('a', 0)).toBe(0);
    expect(buckets.take('a', 0)).toBe(10);
    expect(buckets.take('a', 8_500)).toBe(2);
    expect(buckets.take('a', 10_000)).toBe(0);
  });

  it('never holds more than its burst', () => {
    const buckets = new TokenBuckets(1, 2);
    expect([0, 1e9, 1e9, 1e9].map((nowMs) => buckets.take('a', nowMs))).toEqual([0, 0, 0, 1]);
  });

  it('lets several be taken at once, and owes what it has not', () => {
    const buckets = new TokenBuckets(1, 10);
    expect([buckets.take('a', 0, 8), buckets.take('a', 0, 8), buckets.take('a', 0)]).toEqual([0, 0, 7]);
    expect([buckets.take('a', 6_999), buckets.take('a', 7_000)]).toEqual([1, 0]);
  });

  it('is of one key', () => {
    const buckets = new TokenBuckets(1, 1);
    expect([buckets.take('a', 0), buckets.take('a', 0), buckets.take('b', 0)]).toEqual([0, 1, 0]);
  });
});

describe('a flood of 100,000 made-up keys', () => {
  it('is kept up to the bound, and the latest of it', () => {
    const buckets = new TokenBuckets(1 / 60, 1, 1000);
    for (let n = 0; n < 100_000; n += 1) buckets.take(`key ${n}`, 0);
    expect(buckets.size).toBe(1000);
    expect(buckets.waitSeconds('key 99999', 0)).toBe(60);
  });

  it('is forgotten as soon as it makes no difference any more', () => {
    const buckets = new TokenBuckets(1, 1);
    for (let n = 0; n < 5_000; n += 1) buckets.take(`key ${n}`, 0);
    expect(buckets.size).toBe(5_000);
    for (let n = 0; n < 5_000; n += 1) buckets.take('another', 1000 + n * 1000);
    expect(buckets.size).toBe(1);
  });
});
