import { describe, expect, it } from 'vitest';
import { clockSkewSeconds, isFresh, unixSeconds } from '../../../src/rules/signing/timestamp.ts';

const toleranceSeconds = 600;

describe('a timestamp is fresh when it differs by less than ten minutes from the server', () => {
  it.each([
    { timestamp: '1624329435', now: '10:37:15.000', fresh: true, because: 'it is now' },
    { timestamp: '1624328836', now: '10:37:15.000', fresh: true, because: 'it is 599 s old' },
    { timestamp: '1624328835', now: '10:37:15.000', fresh: false, because: 'it is 600 s old' },
    { timestamp: '1624328834', now: '10:37:15.000', fresh: false, because: 'it is 601 s old' },
    { timestamp: '1624330034', now: '10:37:15.000', fresh: true, because: 'it is 599 s ahead' },
    { timestamp: '1624330035', now: '10:37:15.000', fresh: false, because: 'it is 600 s ahead' },
    { timestamp: '1624330036', now: '10:37:15.000', fresh: false, because: 'it is 601 s ahead' },
    { timestamp: '1624328836', now: '10:37:15.999', fresh: true, because: 'a fraction of a second does not age it' },
    { timestamp: '1624328835', now: '10:37:15.001', fresh: false, because: 'nor renew it' },
    { timestamp: '1624330034', now: '10:37:15.001', fresh: true, because: 'nor put it further ahead' },
    { timestamp: '1624330035', now: '10:37:15.999', fresh: false, because: 'nor less' },
    { timestamp: '1624329435000', now: '10:37:15.000', fresh: false, because: 'it is in milliseconds' },
    { timestamp: '0', now: '10:37:15.000', fresh: false, because: 'it is of 1970' },
    { timestamp: '9'.repeat(400), now: '10:37:15.000', fresh: false, because: 'it is beyond all numbers' },
    { timestamp: '0001624329435', now: '10:37:15.000', fresh: true, because: 'leading zeros change nothing' },
  ])('$timestamp at $now: $fresh, because $because', ({ timestamp, now, fresh }) => {
    expect(isFresh(timestamp, new Date(`2021-06-22T${now}+08:00`), toleranceSeconds)).toBe(fresh);
  });

  it('or by less than another tolerance', () => {
    const now = new Date(1_624_329_435_000);

    expect(isFresh('1624329433', now, 3)).toBe(true);
    expect(isFresh('1624329432', now, 3)).toBe(false);
  });
});

describe('the clock skew', () => {
  it("is how far the caller's clock is ahead, in whole seconds", () => {
    const now = new Date(1_624_329_435_750);

    expect(clockSkewSeconds('1624329440', now)).toBe(5);
    expect(clockSkewSeconds('1624329435', now)).toBe(0);
    expect(clockSkewSeconds('1624329430', now)).toBe(-5);
  });
});

describe('Unix seconds', () => {
  it.each([
    { instant: '2021-06-22T02:37:15.000Z', seconds: 1_624_329_435 },
    { instant: '2021-06-22T02:37:15.999Z', seconds: 1_624_329_435 },
    { instant: '1970-01-01T00:00:00.000Z', seconds: 0 },
    { instant: '2038-01-19T03:14:08.000Z', seconds: 2_147_483_648 },
  ])('of $instant are $seconds', ({ instant, seconds }) => {
    expect(unixSeconds(new Date(instant))).toBe(seconds);
  });
});
