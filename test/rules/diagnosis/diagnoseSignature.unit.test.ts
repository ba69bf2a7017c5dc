import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeAs } from '../signing/libraryEncodings.ts';
import {
  type DiagnosedClaim,
  diagnosisOf,
  expectedOf,
  secret,
  overlapping,
  expired,
  php,
  lowerHex,
  rfc3986,
  goods,
  plain,
  withEmpty,
  claim,
  signed,
  written,
  right,
  pairs,
  asSent,
  raw,
  rawAsSent,
  mapValues,
  hmac,
  base64,
  sha256,
} from './signatureClaims.ts';

describe('the diagnosis of a signature', () => {
  it.each<DiagnosedClaim>([
    { code: 'MATCHES_CANONICAL', of: 'a goods request', claim: signed(goods, right(goods)) },
    { code: 'MATCHES_CANONICAL', of: 'a plain request', claim: signed(plain, right(plain)) },
    { code: 'MATCHES_CANONICAL', of: 'an empty value', claim: signed(withEmpty, right(withEmpty)) },
    {
      code: 'MATCHES_CANONICAL',
      of: 'sign among the parameters',
      claim: signed({ sign: 'x', ...plain }, right(plain)),
    },

    { code: 'MATCHES_OTHER_ENCODING', of: '%20', claim: signed(goods, written(goods, rfc3986)) },
    { code: 'MATCHES_OTHER_ENCODING', of: 'lower-case escapes', claim: signed(goods, written(goods, lowerHex)) },
    {
      code: 'MATCHES_OTHER_ENCODING',
      of: 'a bare !',
      claim: signed({ ...plain, a: '!~' }, written({ ...plain, a: '!~' }, rfc3986)),
    },
    {
      code: 'MATCHES_OTHER_ENCODING',
      of: 'capitals',
      claim: claim(goods, hmac(written(goods, rfc3986)).toUpperCase()),
      also: ['UPPERCASE_HEX'],
    },

    {
      code: 'MATCHES_CANONICAL',
      of: 'a secret in overlap',
      claim: claim(plain, hmac(right(plain), overlapping)),
      also: ['MATCHES_PREVIOUS_SECRET'],
    },
    {
      code: 'MATCHES_OTHER_ENCODING',
      of: 'a secret in overlap',
      claim: claim(goods, hmac(written(goods, rfc3986), overlapping)),
      also: ['MATCHES_PREVIOUS_SECRET'],
    },
    { code: 'MATCHES_PREVIOUS_SECRET', of: 'a goods request', claim: claim(goods, hmac(right(goods), expired)) },
    { code: 'MATCHES_PREVIOUS_SECRET', of: 'a plain request', claim: claim(plain, hmac(right(plain), expired)) },
    {
      code: 'MATCHES_PREVIOUS_SECRET',
      of: 'lower-case escapes',
      claim: claim(goods, hmac(written(goods, lowerHex), expired)),
      also: ['MATCHES_OTHER_ENCODING'],
    },
    {
      code: 'MATCHES_PREVIOUS_SECRET',
      of: 'the order sent',
      claim: claim(plain, hmac(asSent(plain), expired)),
      also: ['NOT_SORTED'],
    },
    {
      code: 'SIGN_PARAMETER_INCLUDED',
      of: 'an empty sign in its place',
      claim: signed(plain, 'out_order_id=ORDER-0001&plugin_id=plugtest&sign=&timestamp=1624329435'),
    },
    {
      code: 'SIGN_PARAMETER_INCLUDED',
      of: 'a sign at the end',
      claim: signed({ ...plain, sign: 'todo' }, `${right(plain)}&sign=todo`),
    },
    {
      code: 'SIGN_PARAMETER_INCLUDED',
      of: 'a sign that was given',
      claim: signed(
        { sign: 'abc', ...plain },
        'out_order_id=ORDER-0001&plugin_id=plugtest&sign=abc&timestamp=1624329435',
      ),
    },
    {
      code: 'SIGN_PARAMETER_INCLUDED',
      of: 'a string with some other sign',
      claim: { ...signed(plain, `${right(plain)}&sign=unknown`), signedString: `${right(plain)}&sign=unknown` },
    },

    { code: 'NOT_SORTED', of: 'the order sent', claim: signed(plain, asSent(plain)) },
    { code: 'NOT_SORTED', of: 'descending names', claim: signed(goods, pairs(goods).toReversed().join('&')) },
    {
      code: 'NOT_SORTED',
      of: 'an order of their own',
      claim: signed(plain, 'plugin_id=plugtest&out_order_id=ORDER-0001&timestamp=1624329435'),
    },
    {
      code: 'NOT_SORTED',
      of: 'names sorted without regard to capitals',
      claim: signed({ Zone: '1', ...plain }, `${right(plain)}&Zone=1`),
    },
    {
      code: 'NOT_SORTED',
      of: 'UTF-16 order',
      claim: signed({ '\uFFFD': '2', '😀': '1', ...plain }, `${right(plain)}&%F0%9F%98%80=1&%EF%BF%BD=2`),
    },
    {
      code: 'NOT_SORTED',
      of: 'whole pairs',
      claim: signed({ ...plain, a: '1', 'a-': '2' }, `a-=2&a=1&${right(plain)}`),
    },

    { code: 'VALUES_NOT_ENCODED', of: 'raw values', claim: signed(goods, raw(goods)) },
    { code: 'VALUES_NOT_ENCODED', of: 'encodeURI', claim: signed(goods, encodeURI(raw(goods))) },
    { code: 'VALUES_NOT_ENCODED', of: 'a bare slash', claim: signed(goods, right(goods).replaceAll('%2F', '/')) },
    {
      code: 'VALUES_NOT_ENCODED',
      of: 'raw values in the order sent',
      claim: signed(
        goods,
        Object.entries(goods)
          .map((pair) => pair.join('='))
          .join('&'),
      ),
      also: ['NOT_SORTED'],
    },

    {
      code: 'DOUBLE_ENCODED',
      of: 'values',
      claim: signed(
        goods,
        written(
          mapValues(goods, (text) => encodeAs(php, text)),
          php,
        ),
      ),
    },
    {
      code: 'DOUBLE_ENCODED',
      of: 'values by encodeURIComponent',
      claim: signed(goods, written(mapValues(goods, encodeURIComponent), rfc3986)),
    },
    { code: 'DOUBLE_ENCODED', of: 'the whole string', claim: signed(plain, encodeURIComponent(right(plain))) },
    {
      code: 'DOUBLE_ENCODED',
      of: 'values that are given encoded',
      claim: signed(mapValues(goods, encodeURIComponent), written(goods, rfc3986)),
    },

    { code: 'EMPTY_VALUES_DROPPED', of: 'one', claim: signed(withEmpty, right({ ...plain, body: 'x' })) },
    { code: 'EMPTY_VALUES_DROPPED', of: 'two', claim: signed({ ...withEmpty, z: '' }, right({ ...plain, body: 'x' })) },
    {
      code: 'EMPTY_VALUES_DROPPED',
      of: 'its =',
      claim: signed(withEmpty, right(withEmpty).replace('attach=', 'attach')),
    },
    {
      code: 'EMPTY_VALUES_DROPPED',
      of: 'zero too',
      claim: signed({ ...withEmpty, pay_limit: '0' }, right({ ...plain, body: 'x' })),
    },

    { code: 'BASE64_INSTEAD_OF_HEX', of: 'the digest', claim: claim(goods, base64(right(goods), 'base64')) },
    {
      code: 'BASE64_INSTEAD_OF_HEX',
      of: 'the digest for URLs',
      claim: claim(goods, base64(right(goods), 'base64url')),
    },
    {
      code: 'BASE64_INSTEAD_OF_HEX',
      of: 'the digits',
      claim: claim(plain, Buffer.from(hmac(right(plain))).toString('base64')),
    },
    {
      code: 'BASE64_INSTEAD_OF_HEX',
      of: 'base64 in hex',
      claim: claim(plain, Buffer.from(base64(right(plain), 'base64')).toString('hex')),
    },
    {
      code: 'BASE64_INSTEAD_OF_HEX',
      of: 'a string with a newline',
      claim: claim(plain, base64(`${right(plain)}\n`, 'base64')),
      also: ['TRAILING_NEWLINE'],
    },

    {
      code: 'UPPERCASE_HEX',
      of: 'a plain request',
      claim: claim(plain, hmac(right(plain)).toUpperCase()),
      also: ['MATCHES_CANONICAL'],
    },
    {
      code: 'UPPERCASE_HEX',
      of: 'a goods request',
      claim: claim(goods, hmac(right(goods)).toUpperCase()),
      also: ['MATCHES_CANONICAL'],
    },
    {
      code: 'UPPERCASE_HEX',
      of: 'the order sent',
      claim: claim(plain, hmac(asSent(plain)).toUpperCase()),
      also: ['NOT_SORTED'],
    },

    { code: 'PLAIN_SHA256', of: 'secret and string', claim: claim(plain, sha256(secret + right(plain))) },
    { code: 'PLAIN_SHA256', of: 'string and secret', claim: claim(goods, sha256(right(goods) + secret)) },
    { code: 'PLAIN_SHA256', of: 'the string', claim: claim(plain, sha256(right(plain))) },
    { code: 'PLAIN_SHA256', of: 'the string and &key=', claim: claim(plain, sha256(`${right(plain)}&key=${secret}`)) },
    {
      code: 'PLAIN_SHA256',
      of: 'raw values',
      claim: claim(goods, sha256(raw(goods) + secret)),
      also: ['VALUES_NOT_ENCODED'],
    },
    {
      code: 'PLAIN_SHA256',
      of: 'raw values in the order sent, in base64',
      claim: claim(
        goods,
        createHash('sha256')
          .update(`${rawAsSent(goods)}${secret}`)
          .digest('base64'),
      ),
      also: ['NOT_SORTED', 'VALUES_NOT_ENCODED', 'BASE64_INSTEAD_OF_HEX'],
    },
    {
      code: 'PLAIN_SHA256',
      of: 'an expired secret',
      claim: claim(plain, sha256(right(plain) + expired)),
      also: ['MATCHES_PREVIOUS_SECRET'],
    },
  ])('is $code for $of', (diagnosed) => {
    expect(diagnosisOf(diagnosed)).toEqual(expectedOf(diagnosed));
  });
});
