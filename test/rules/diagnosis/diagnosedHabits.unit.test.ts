import { describe, expect, it } from 'vitest';
import type { SignatureClaim } from '../../../src/rules/diagnosis/diagnoseSignature.ts';
import { libraryEncodings } from '../signing/libraryEncodings.ts';
import {
  base64,
  claim,
  diagnose,
  expired,
  type Given,
  goods,
  hmac,
  plain,
  raw,
  rawAsSent,
  right,
  secret,
  sha256,
  signed,
  withEmpty,
  written,
} from './signatureClaims.ts';

function without(parameters: Given, ...names: string[]): Given {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}

/** As a foreach loop makes them. */
function runTogether(parameters: Given): string {
  return Object.keys(parameters)
    .toSorted()
    .map((name) => name + parameters[name])
    .join('');
}

describe('a habit of developers', () => {
  it.each<[did: string, claim: SignatureClaim, codes: string[], says: string]>([
    [
      'plugin_id and timestamp not signed',
      signed(goods, right(without(goods, 'plugin_id', 'timestamp'))),
      ['PARAMETER_MISSING'],
      '"plugin_id", "timestamp" were sent',
    ],
    [
      'only business parameters signed',
      signed(goods, right(without(goods, 'plugin_id', 'timestamp', 'access_token'))),
      ['PARAMETER_MISSING'],
      '"plugin_id", "access_token", "timestamp" were sent',
    ],
    [
      'two of many not signed',
      signed(
        { ...goods, a: '1', b: '2', c: '3', d: '4' },
        right({ ...without(goods, 'plugin_id', 'timestamp'), a: '1', b: '2', c: '3', d: '4' }),
      ),
      ['PARAMETER_MISSING'],
      '"plugin_id", "timestamp" were sent',
    ],

    [
      'sha256sum',
      claim(goods, `${sha256(right(goods) + secret)}  -`),
      ['PLAIN_SHA256', 'UNEXPLAINED'],
      'sha256sum prints',
    ],
    [
      'sha256sum of a file',
      claim(plain, `${sha256(right(plain) + secret)} *body.txt\n`),
      ['PLAIN_SHA256', 'TRAILING_NEWLINE', 'UNEXPLAINED'],
      'sha256sum prints',
    ],
    ['openssl 1', claim(goods, `(stdin)= ${hmac(right(goods))}`), ['UNEXPLAINED'], 'openssl prints'],
    ['openssl 3', claim(goods, `SHA2-256(stdin)= ${hmac(right(goods))}`), ['UNEXPLAINED'], 'openssl prints'],
    [
      'openssl with echo',
      claim(plain, `HMAC-SHA2-256(stdin)= ${hmac(`${right(plain)}\n`)}`),
      ['TRAILING_NEWLINE', 'UNEXPLAINED'],
      'openssl prints',
    ],
    ["Python's bytes in hex", claim(goods, `b'${hmac(right(goods))}'`), ['UNEXPLAINED'], "Python's b''"],
    [
      "Python's bytes in base64",
      claim(goods, `b'${base64(right(goods), 'base64')}'`),
      ['UNEXPLAINED', 'BASE64_INSTEAD_OF_HEX'],
      "Python's b''",
    ],
    [
      "Python's bytes in base64, double quotes",
      claim(plain, `b"${base64(right(plain), 'base64')}"`),
      ['UNEXPLAINED', 'BASE64_INSTEAD_OF_HEX'],
      "Python's b''",
    ],

    [
      'the secret around names and values, hashed',
      claim(goods, sha256(secret + runTogether(goods) + secret)),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED', 'PLAIN_SHA256'],
      'names and values run together',
    ],
    [
      'the same of plain values, in capitals',
      claim(plain, sha256(secret + runTogether(plain) + secret).toUpperCase()),
      ['UNEXPLAINED', 'PLAIN_SHA256', 'UPPERCASE_HEX'],
      'two copies of the secret',
    ],
    [
      'names and values run together',
      claim(goods, hmac(runTogether(goods)).toUpperCase()),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED', 'UPPERCASE_HEX'],
      'names and values run together',
    ],
    [
      'the secret around the string, as key too',
      signed(plain, secret + right(plain) + secret),
      ['UNEXPLAINED'],
      'before and after',
    ],
    [
      'raw values and &key=, in capitals',
      claim(goods, sha256(`${raw(goods)}&key=${secret}`).toUpperCase()),
      ['VALUES_NOT_ENCODED', 'PLAIN_SHA256', 'UPPERCASE_HEX'],
      '&key=',
    ],
    [
      'raw values and &key=, empty ones dropped',
      claim({ ...goods, note: '' }, hmac(`${raw(goods)}&key=${secret}`)),
      ['EMPTY_VALUES_DROPPED', 'VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      '&key=',
    ],
    ['a foreach loop', signed(goods, `${raw(goods)}&`), ['VALUES_NOT_ENCODED', 'UNEXPLAINED'], 'ends in &'],
    [
      'a foreach loop without sorting',
      signed(goods, `${rawAsSent(goods)}&`),
      ['NOT_SORTED', 'VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'ends in &',
    ],

    [
      'a string from Windows, raw',
      signed(goods, `${raw(goods)}\r\n`),
      ['VALUES_NOT_ENCODED', 'TRAILING_NEWLINE'],
      'echo or a file',
    ],
    [
      'a secret from a file',
      claim(goods, hmac(raw(goods), `${secret}\n`)),
      ['VALUES_NOT_ENCODED', 'TRAILING_NEWLINE'],
      'The secret that was used ends in a newline',
    ],
    [
      'a secret from a Windows file',
      claim(goods, hmac(right(goods), `${secret}\r\n`)),
      ['TRAILING_NEWLINE'],
      'The secret that was used ends in a newline',
    ],
    [
      'an expired secret from a file',
      claim(plain, hmac(right(plain), `${expired}\n`)),
      ['MATCHES_PREVIOUS_SECRET', 'TRAILING_NEWLINE'],
      'earlier secret',
    ],

    ['path and query', signed(plain, `/payments/record?${right(plain)}`), ['UNEXPLAINED'], 'the method or the address'],
    [
      'method, path and query',
      signed(plain, `GET /payments/record?${right(plain)}`),
      ['UNEXPLAINED'],
      'the method or the address',
    ],
    [
      'lines of method, path and raw parameters',
      signed(goods, `POST\n/goods\n${raw(goods)}`),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'the method or the address',
    ],

    ...['None', 'null', 'undefined', 'nil'].map((word): [string, SignatureClaim, string[], string] => [
      `the word ${word} for an empty value`,
      signed(withEmpty, right({ ...withEmpty, attach: word })),
      ['UNEXPLAINED'],
      `the word ${word}`,
    ]),

    ['a secret in quotes', claim(goods, hmac(right(goods), `"${secret}"`)), ['UNEXPLAINED'], 'quotes around it'],
    ['a secret in single quotes', claim(goods, hmac(right(goods), `'${secret}'`)), ['UNEXPLAINED'], 'quotes around it'],
    [
      'a secret and a blank',
      claim(goods, hmac(right(goods), `${secret} `)),
      ['UNEXPLAINED'],
      'white space before or after it',
    ],
    [
      'a blank and a secret',
      claim(goods, hmac(raw(goods), ` ${secret}`)),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'white space before or after it',
    ],
    [
      'a secret in small letters',
      claim(goods, hmac(right(goods), secret.toLowerCase())),
      ['UNEXPLAINED'],
      'capital or small letters',
    ],
    [
      'plugin_id as the key',
      claim(goods, hmac(right(goods), goods['plugin_id'])),
      ['UNEXPLAINED'],
      'The value of plugin_id was used as the key',
    ],
    [
      'access_token as the key',
      claim(goods, hmac(raw(goods), goods['access_token'])),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'The value of access_token was used as the key',
    ],
    ['a file with a byte order mark', signed(goods, `\uFEFF${right(goods)}`), ['UNEXPLAINED'], 'byte order mark'],
  ])('is explained: %s', (_, claimed, codes, says) => {
    const { valid, findings } = diagnose(claimed);

    expect(valid).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    expect(findings.map(({ message }) => message).join('\n')).toContain(says);
  });
});

describe('an expired secret', () => {
  it.each(libraryEncodings)('is named in the encoding of $library', (encoding) => {
    const parameters = { ...goods, title: `会员 (VIP)/1 年 ~*!'` };
    const codes = diagnose(claim(parameters, hmac(written(parameters, encoding), expired))).findings.map(
      ({ code }) => code,
    );

    expect(codes.filter((code) => code !== 'MATCHES_OTHER_ENCODING')).toEqual(['MATCHES_PREVIOUS_SECRET']);
  });
});
