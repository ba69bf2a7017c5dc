import { beforeEach, describe, expect, it } from 'vitest';
import { CallerLimits, type Subject } from '../../src/limits/callerLimits.ts';
import { Refusal, type RefusalCode } from '../../src/rules/failures/refusal.ts';

const guesser = '192.0.2.66';
const server = '198.51.100.7';
const plugin: Subject = { pluginId: 'abcdefgh' };

let nowMs: number;
let met: string[];

beforeEach(() => {
  nowMs = 0;
  met = [];
});

function limits(given: { perAddress?: number; perPlugin?: number; failures?: number }): CallerLimits {
  return new CallerLimits({
    perAddress: 0,
    perPlugin: 0,
    failures: 0,
    ...given,
    onRateLimited: (limit) => met.push(limit),
    nowMs: () => nowMs,
  });
}

/** Returns the result of an attempt: 'proved', 'failed', or the seconds to wait and whether the proof was looked at. */
async function attempt(of: CallerLimits, address: string, isRight: boolean, subject = plugin): Promise<unknown> {
  let isLookedAt = false;
  try {
    const proof = await of.requireProof(address, subject, async () => {
      isLookedAt = true;
      return isRight ? 'proved' : null;
    });
    return proof ?? 'failed';
  } catch (error) {
    return { waitSeconds: secondsOf(error, 'TOO_MANY_FAILURES'), isLookedAt };
  }
}

function secondsOf(error: unknown, code: RefusalCode): unknown {
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).code).toBe(code);
  return (error as Refusal).facts['retryAfterSeconds'];
}

async function fail(of: CallerLimits, times: number, subject = plugin): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await attempt(of, guesser, false, subject)).toBe('failed');
}

describe('wrong proof', () => {
  it('beyond the failures of a minute is not looked at, nor is right proof from there', async () => {
    const some = limits({ failures: 6 });
    await fail(some, 6);
    expect(await attempt(some, guesser, false)).toEqual({ waitSeconds: 10, isLookedAt: false });
    expect(await attempt(some, guesser, true)).toEqual({ waitSeconds: 10, isLookedAt: false });
    expect(met).toEqual(['failures', 'failures']);
  });

  it('is looked at again when the wait is over', async () => {
    const some = limits({ failures: 6 });
    await fail(some, 6);
    nowMs = 10_000;
    expect(await attempt(some, guesser, false)).toBe('failed');
    expect(await attempt(some, guesser, false)).toMatchObject({ waitSeconds: 10 });
  });

  it('does nothing to those at other addresses, and nothing to other plugins', async () => {
    const some = limits({ failures: 6 });
    await fail(some, 6);
    expect(await attempt(some, server, true)).toBe('proved');
    expect(await attempt(some, guesser, true, { pluginId: 'another1' })).toBe('proved');
    expect(await attempt(some, guesser, true, 'staff')).toBe('proved');
  });

  it('does not shut out who gave proof from that same address lately', async () => {
    const some = limits({ failures: 6 });
    expect(await attempt(some, guesser, true)).toBe('proved');
    await fail(some, 6);
    expect(await attempt(some, guesser, false)).toEqual({ waitSeconds: 10, isLookedAt: true });
    expect(await attempt(some, guesser, true)).toBe('proved');
  });

  it('ten minutes after the last proof shuts out that address too', async () => {
    const some = limits({ failures: 6 });
    expect(await attempt(some, guesser, true)).toBe('proved');
    nowMs = 10 * 60_000;
    await fail(some, 6);
    expect(await attempt(some, guesser, true)).toEqual({ waitSeconds: 10, isLookedAt: false });
  });

  it('for many plugins is counted together', async () => {
    const some = limits({ failures: 6 });
    for (let n = 0; n < 10; n += 1) await fail(some, 6, { pluginId: `plugin${n}` });
    expect(await attempt(some, guesser, false, { pluginId: 'another1' })).toEqual({
      waitSeconds: 1,
      isLookedAt: false,
    });
  });

  it('from one IPv6 network is from one caller', async () => {
    const some = limits({ failures: 1 });
    expect(await attempt(some, '2001:db8:0:1::1', false)).toBe('failed');
    expect(await attempt(some, '2001:db8:0:1:ffff::2', false)).toMatchObject({ waitSeconds: 60 });
    expect(await attempt(some, '2001:db8:0:2::1', false)).toBe('failed');
  });

  it('is not looked at more often when all of it comes at once', async () => {
    const some = limits({ failures: 6 });
    const all = await Promise.all(Array.from({ length: 10 }, () => attempt(some, guesser, false)));
    expect(all.filter((one) => one === 'failed')).toHaveLength(6);
    expect(all.slice(6)).toEqual(Array.from({ length: 4 }, () => ({ waitSeconds: 10, isLookedAt: false })));
  });

  it('is charged as much as it may cost to look at, before it is', () => {
    const some = limits({ failures: 6 });
    some.reserveProof(guesser, plugin, 5);
    some.reserveProof(guesser, plugin, 5);
    expect(() => some.reserveProof(guesser, plugin)).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_FAILURES', facts: { retryAfterSeconds: 50 } }),
    );
  });

  it.each(['proved', 'release'] as const)('is not charged for what ends as %s, even if that is said twice', (how) => {
    const some = limits({ failures: 6 });
    const reserved = some.reserveProof(guesser, plugin, 20);
    reserved[how]();
    reserved.release();
    for (let n = 0; n < 6; n += 1) some.reserveProof(guesser, { pluginId: 'another1' });
    expect(() => some.reserveProof(guesser, { pluginId: 'another1' })).toThrow('TOO_MANY_FAILURES');
  });

  it('of a caller who is trusted does not use up the failures of others at that address', async () => {
    const some = limits({ failures: 6 });
    expect(await attempt(some, guesser, true)).toBe('proved');
    for (let n = 0; n < 100; n += 1) await attempt(some, guesser, false);
    expect(await attempt(some, guesser, true, { pluginId: 'another1' })).toBe('proved');
    nowMs = 10 * 60_000;
    expect(await attempt(some, guesser, true)).toBe('proved');
  });

  it('is never counted when there is no limit', async () => {
    const none = limits({});
    await fail(none, 1000);
    expect(await attempt(none, guesser, true)).toBe('proved');
  });
});

describe('right proof', () => {
  it('makes the next from there trusted, also when failures have no limit', async () => {
    for (const some of [limits({}), limits({ failures: 6 })]) {
      expect(some.reserveProof(server, plugin).isTrusted).toBe(false);
      expect(await attempt(some, server, true)).toBe('proved');
      expect(some.reserveProof(server, plugin).isTrusted).toBe(true);
      expect(some.reserveProof(guesser, plugin).isTrusted).toBe(false);
    }
  });
});

describe('rates', () => {
  it.each([
    ['address', { perAddress: 2 }, (some: CallerLimits, who: string) => some.countRequest(who)],
    ['plugin', { perPlugin: 2 }, (some: CallerLimits, who: string) => some.countVerified(who)],
  ] as const)('of one %s: ten seconds of it at once, then so many a second', (limit, given, count) => {
    const some = limits(given);
    for (let n = 0; n < 20; n += 1) count(some, 'one');
    expect(() => count(some, 'one')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', facts: { retryAfterSeconds: 1 } }),
    );
    expect(met).toEqual([limit]);
    expect(() => count(some, 'other')).not.toThrow();
    nowMs = 500;
    expect(() => count(some, 'one')).not.toThrow();
  });

  it('of a plugin are looked at, before its proof is, without being used up', () => {
    const some = limits({ perPlugin: 1 });
    for (let n = 0; n < 20; n += 1) some.requireRate('one');
    some.countVerified('one', 10);
    expect(() => some.requireRate('one')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    expect(() => some.requireRate('other')).not.toThrow();
  });

  it('of a plugin are used up by costly requests as by several', () => {
    const some = limits({ perPlugin: 1 });
    some.countVerified('one', 9);
    some.countVerified('one', 4);
    expect(() => some.countVerified('one')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', facts: { retryAfterSeconds: 4 } }),
    );
  });
});

describe('the answer to a refused request', () => {
  it('is held back one to two seconds once its address has had fifty in this second, and others hear at once', () => {
    const some = limits({});
    expect(Array.from({ length: 50 }, () => some.delayOfRefusal(guesser))).toEqual(Array<number>(50).fill(0));
    // Each by a time of its own: callers who try again at once would otherwise all come back together.
    const delays = Array.from({ length: 100 }, () => some.delayOfRefusal(guesser));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...delays)).toBeLessThan(2_000);
    expect(new Set(delays).size).toBeGreaterThan(90);
    expect(some.delayOfRefusal(server)).toBe(0);
    nowMs = 3_000;
    expect(some.delayOfRefusal(guesser)).toBe(0);
  });
});
