import { describe, expect, it } from 'vitest';
import {
  claim,
  type DiagnosedClaim,
  diagnosisOf,
  expectedOf,
  goods,
  hmac,
  plain,
  right,
  secret,
  signed,
} from './signatureClaims.ts';

describe('the diagnosis of the rest of a request', () => {
  it.each<DiagnosedClaim>([
    ...[
      { of: 'now', timestamp: '1624329500123' },
      { of: 'five minutes ago', timestamp: '1624329200000' },
      { of: 'five minutes ahead', timestamp: '1624329800999' },
    ].map(({ of, timestamp }) => ({
      code: 'TIMESTAMP_IN_MILLISECONDS',
      of,
      claim: signed({ ...plain, timestamp }, right({ ...plain, timestamp })),
      also: ['MATCHES_CANONICAL'],
    })),
    {
      code: 'TIMESTAMP_IN_MILLISECONDS',
      of: 'what was signed in seconds',
      claim: signed({ ...plain, timestamp: '1624329435000' }, right(plain)),
    },

    ...[
      { of: 'the limit itself', timestamp: '1624328900' },
      { of: 'the future', timestamp: '1624330100' },
      { of: 'another time zone', timestamp: String(1_624_329_500 + 8 * 3600) },
      { of: 'a fraction', timestamp: '1624329435.25' },
      { of: 'a date', timestamp: '2021-06-22 10:37:15' },
      { of: 'a very great number', timestamp: '9'.repeat(400) },
    ].map(({ of, timestamp }) => ({
      code: 'TIMESTAMP_OUTSIDE_WINDOW',
      of,
      claim: signed({ ...plain, timestamp }, right({ ...plain, timestamp })),
      also: ['MATCHES_CANONICAL'],
    })),

    { code: 'TRAILING_NEWLINE', of: 'the string', claim: signed(plain, `${right(plain)}\n`) },
    { code: 'TRAILING_NEWLINE', of: 'the string, from Windows', claim: signed(goods, `${right(goods)}\r\n`) },
    { code: 'TRAILING_NEWLINE', of: 'sign itself', claim: claim(plain, `${hmac(right(plain))}\n`) },
    { code: 'TRAILING_NEWLINE', of: 'the secret', claim: claim(plain, hmac(right(plain), `${secret}\n`)) },
    {
      code: 'TRAILING_NEWLINE',
      of: 'the string, that was copied without it',
      claim: { ...signed(plain, `${right(plain)}\n`), signedString: right(plain) },
    },

    ...['plugin_id', 'timestamp'].map((name) => {
      const { [name]: _, ...others } = plain;
      return { code: 'PARAMETER_MISSING', of: name, claim: signed(others, right(others)), also: ['MATCHES_CANONICAL'] };
    }),
    {
      code: 'PARAMETER_MISSING',
      of: 'an empty one',
      claim: signed({ ...plain, plugin_id: '' }, right({ ...plain, plugin_id: '' })),
      also: ['MATCHES_CANONICAL'],
    },
    {
      code: 'PARAMETER_MISSING',
      of: 'one in the string',
      claim: signed(plain, 'plugin_id=plugtest&timestamp=1624329435'),
    },
    { code: 'PARAMETER_MISSING', of: 'sign', claim: claim(plain, '') },
  ])('is $code for $of', (diagnosed) => {
    expect(diagnosisOf(diagnosed)).toEqual(expectedOf(diagnosed));
  });
});
