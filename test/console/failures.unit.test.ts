import { CombinedError } from 'urql';
import { describe, expect, it } from 'vitest';
import { askedWaitMs, isLate, isPassing, isRefusedForNow, isUnreached } from '../../src/console/app/failures.ts';

const answered = (status: number, headers: Record<string, string> = {}) =>
  new CombinedError({ graphQLErrors: ['refused'], response: new Response(null, { status, headers }) });
const broken = (name: string, response?: Response) =>
  new CombinedError({ networkError: Object.assign(new Error('broken'), { name }), response });

describe('an answer', () => {
  it.each([
    ['12', 12_000],
    ['0', 0],
    [null, 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
    ['-5', 0],
    ['86400', 300_000],
  ])('with Retry-After %s asks for %i ms', (retryAfter, waitMs) => {
    expect(askedWaitMs(answered(429, retryAfter === null ? {} : { 'retry-after': retryAfter }))).toBe(waitMs);
  });

  it.each([
    [429, { 'retry-after': '1' }, true],
    [503, { 'retry-after': '5' }, true],
    [503, {}, false],
    [500, { 'retry-after': '5' }, false],
  ])('%i with %o refuses for now: %s', (status, headers, isRefused) => {
    expect(isRefusedForNow(answered(status, headers as Record<string, string>))).toBe(isRefused);
  });

  it.each([
    ['that did not come', broken('TypeError'), { unreached: true, late: false, passing: true }],
    ['that did not come in time', broken('TimeoutError'), { unreached: true, late: true, passing: true }],
    ['that broke off', broken('TypeError', new Response()), { unreached: true, late: false, passing: true }],
    [
      'of a proxy, which is no GraphQL',
      broken('SyntaxError', new Response(null, { status: 502 })),
      { unreached: false, late: false, passing: true },
    ],
    ['that refuses', answered(400), { unreached: false, late: false, passing: false }],
  ])('%s', (_, error, expected) => {
    expect({ unreached: isUnreached(error), late: isLate(error), passing: isPassing(error) }).toEqual(expected);
  });
});
