import { describe, expect, it } from 'vitest';
import {
  claim,
  type DiagnosedClaim,
  diagnose,
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

describe('a value that is refused for its shape', () => {
  it.each<[name: string, value: string, of: Record<string, string>, says: string]>([
    ['total_fee', '1e2', goods, 'must be a whole number from 1 to 2147483647.'],
    ['total_fee', '100.0', goods, 'must be a whole number from 1 to 2147483647.'],
    ['total_fee', '0', goods, 'must be a whole number from 1 to 2147483647.'],
    ['pay_limit', '-1', goods, 'must be a whole number from 0 to 2147483647.'],
    ['pay_limit', '', goods, 'must be a whole number from 0 to 2147483647.'],
    ['title', '会'.repeat(51), goods, 'must be 1 to 50 characters long.'],
    ['title', 'a\nb', goods, 'must not contain control characters.'],
    ['title', '  ', goods, 'is required.'],
    ['access_token', 'short', goods, 'must be exactly 32 characters long.'],
    ['access_token', `${'T'.repeat(32)} `, goods, 'must be exactly 32 characters long.'],
    ['out_order_id', 'x'.repeat(65), plain, 'must be 1 to 64 characters long.'],
    ['plugin_id', 'p\0', plain, 'must not contain control characters.'],
  ])('is PARAMETER_INVALID, last and in the words of the service: %s %j', (name, value, of, says) => {
    const parameters = { ...of, [name]: value };
    const { valid, findings } = diagnose(signed(parameters, right(parameters)));

    expect(valid).toBe(true);
    expect(findings.map(({ code }) => code)).toEqual(['MATCHES_CANONICAL', 'PARAMETER_INVALID']);
    expect(findings[1]!.message).toContain(`${name} ${says}`);
  });

  it('is named for each of them, whatever is wrong with the signature', () => {
    const parameters = { ...goods, timestamp: '1', total_fee: '-5', title: '\t', access_token: '' };
    const { findings } = diagnose({
      sign: '',
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
    });

    expect(findings.map(({ code, message }) => [code, /take (\w+)/.exec(message)?.[1]])).toEqual([
      ['PARAMETER_MISSING', undefined],
      ['TIMESTAMP_OUTSIDE_WINDOW', undefined],
      ['PARAMETER_INVALID', 'access_token'],
      ['PARAMETER_INVALID', 'title'],
      ['PARAMETER_INVALID', 'total_fee'],
    ]);
    expect(findings[0]!.message).toMatch(/^No signature was given: sign is missing or empty\./);
  });

  it.each([
    ['title', '会'.repeat(50)],
    ['pay_limit', '0'],
    ['total_fee', '2147483647'],
    ['other', '\0'],
  ])('is not %s %s', (name, value) => {
    const parameters = { ...goods, [name]: value };
    const { findings } = diagnose(signed(parameters, right(parameters)));

    expect(findings.map(({ code }) => code)).toEqual(['MATCHES_CANONICAL']);
  });
});
