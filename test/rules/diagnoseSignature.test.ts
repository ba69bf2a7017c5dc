import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseSignature, type SignatureClaim } from '../../src/rules/diagnoseSignature.ts';
import { canonicalStringAs, encodeAs, type LibraryEncoding, libraryEncodings } from './libraryEncodings.ts';
import { anyParameters, anySecret } from './parameterArbitraries.ts';

const secret = 'Zq81LmPw0cVtY3sKd9RfHb6NxJ2gUe5A';
const overlapping = 'overlapping0123456789abcdefghijk';
const expired = 'expired0123456789abcdefghijklmno';
const secrets = { current: [secret, overlapping], previous: [expired] };
const now = new Date(1_624_329_500_000);

const php = libraryEncodings[0]!;
const lowerHex = libraryEncodings.find(({ library }) => library === '.NET HttpUtility.UrlEncode')!;
const rfc3986 = libraryEncodings.find(({ library }) => library.startsWith('encodeURIComponent'))!;

type Given = Record<string, string>;
/** In an order that is not that of the names. */
const goods: Given = {
  title: '会员/1 年',
  plugin_id: 'plugtest',
  total_fee: '100',
  access_token: 'T'.repeat(32),
  timestamp: '1624329435',
};
const plain: Given = { timestamp: '1624329435', plugin_id: 'plugtest', out_order_id: 'ORDER-0001' };
const withEmpty: Given = { ...plain, attach: '', body: 'x' };

describe('the diagnosis of a signature', () => {
  it.each<{ code: string; of: string; claim: SignatureClaim; also?: string[] }>([
    { code: 'MATCHES_CANONICAL', of: 'a goods request', claim: signed(goods, right(goods)) },
    { code: 'MATCHES_CANONICAL', of: 'a plain request', claim: signed(plain, right(plain)) },
    { code: 'MATCHES_CANONICAL', of: 'an empty value', claim: signed(withEmpty, right(withEmpty)) },
    { code: 'MATCHES_CANONICAL', of: 'a secret in overlap', claim: claim(plain, hmac(right(plain), overlapping)) },
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

    ...[
      { of: 'an unknown secret', claim: claim(plain, hmac(right(plain), 'u'.repeat(32))) },
      { of: 'MD5', claim: claim(plain, createHmac('md5', secret).update(right(plain)).digest('hex')) },
      { of: 'SHA-512', claim: claim(plain, createHmac('sha512', secret).update(right(plain)).digest('hex')) },
      { of: '65 digits', claim: claim(plain, `${hmac(right(plain))}0`) },
      { of: 'other text', claim: claim(plain, 'signature goes here') },
      { of: 'a huge text', claim: claim(plain, 'f'.repeat(1_000_000)) },
      { of: 'missing &', claim: signed(plain, right(plain).replaceAll('&', '')) },
      { of: 'the values alone', claim: signed(plain, 'ORDER-0001plugtest1624329435') },
      { of: 'the ? of an address', claim: signed(plain, `?${right(plain)}`) },
      { of: 'string and secret exchanged', claim: claim(plain, hmac(secret, right(plain))) },
      { of: 'no secret', claim: claim(plain, hmac(right(plain), '')) },
      { of: 'a secret that is unset', claim: claim(plain, hmac(right(plain), 'undefined')) },
      { of: 'a clock read twice', claim: signed(plain, right({ ...plain, timestamp: '1624329436' })) },
      { of: 'separators in sign', claim: claim(plain, hmac(right(plain)).match(/../g)!.join('-')) },
      { of: 'a prefix of sign', claim: claim(plain, `sha256=${hmac(right(plain))}`) },
      { of: 'a JSON body', claim: { ...signed(plain, JSON.stringify(plain)), signedString: JSON.stringify(plain) } },
    ].map((row) => ({ code: 'UNEXPLAINED', ...row })),
  ])('is $code for $of', ({ code, claim: claimed, also = [] }) => {
    const { findings, canonicalString } = diagnose(claimed);

    expect(findings.map((finding) => finding.code).toSorted()).toEqual([code, ...also].toSorted());
    expect(canonicalString).toBe(right(Object.fromEntries(claimed.parameters.map(({ name, value }) => [name, value]))));
  });
});

describe('a claim is valid', () => {
  it.each<[string, SignatureClaim]>([
    ['when the signature is right', signed(plain, right(plain))],
    ['in another encoding', signed(goods, written(goods, lowerHex))],
    ['in capitals', claim(goods, hmac(right(goods)).toUpperCase())],
    [
      'with a parameter given twice alike',
      { ...signed(plain, right(plain)), parameters: [...list(plain), ...list(plain)] },
    ],
    ['though another string is given', { ...signed(plain, right(plain)), signedString: 'something=else' }],
  ])('%s', (_, claimed) => {
    expect(diagnose(claimed).valid).toBe(true);
  });

  it.each<[string, SignatureClaim]>([
    ['under an expired secret', claim(plain, hmac(right(plain), expired))],
    ['in base64', claim(plain, base64(right(plain), 'base64'))],
    ['out of time', signed({ ...plain, timestamp: '1624328900' }, right({ ...plain, timestamp: '1624328900' }))],
    ['without plugin_id', signed({ timestamp: '1624329435' }, 'timestamp=1624329435')],
    [
      'with two values for one name',
      { ...signed(plain, right(plain)), parameters: [{ name: 'plugin_id', value: 'x' }, ...list(plain)] },
    ],
    ['with half of an emoji', signed({ ...plain, a: '\uD83D' }, right({ ...plain, a: '\uFFFD' }))],
    [
      'though the string given is right',
      { ...claim(plain, hmac(right(plain), 'u'.repeat(32))), signedString: right(plain) },
    ],
  ])('not %s', (_, claimed) => {
    expect(diagnose(claimed).valid).toBe(false);
  });
});

describe('the signed string that a developer gives', () => {
  const wrongSecret = 'u'.repeat(32);

  it.each([
    { of: 'the order sent', parameters: goods, text: asSent(goods), codes: ['NOT_SORTED'] },
    { of: 'raw values', parameters: goods, text: raw(goods), codes: ['VALUES_NOT_ENCODED'] },
    {
      of: 'a dropped empty value',
      parameters: withEmpty,
      text: right({ ...plain, body: 'x' }),
      codes: ['EMPTY_VALUES_DROPPED'],
    },
    { of: 'a newline', parameters: plain, text: `${right(plain)}\n`, codes: ['TRAILING_NEWLINE'] },
    {
      of: 'another value',
      parameters: plain,
      text: right({ ...plain, out_order_id: 'ORDER-0002' }),
      codes: ['UNEXPLAINED'],
    },
    { of: 'nothing', parameters: plain, text: '', codes: ['UNEXPLAINED'] },
    { of: 'an address', parameters: plain, text: `https://example.com/goods?${right(plain)}`, codes: ['UNEXPLAINED'] },
    {
      of: 'four mistakes',
      parameters: withEmpty,
      text: 'timestamp=1624329435&plugin_id=plugtest&body=x&sign=1&unknown=1\n',
      codes: [
        'SIGN_PARAMETER_INCLUDED',
        'EMPTY_VALUES_DROPPED',
        'PARAMETER_MISSING',
        'UNEXPLAINED',
        'NOT_SORTED',
        'TRAILING_NEWLINE',
      ],
    },
  ])('tells of $of, whatever the secret', ({ parameters, text, codes }) => {
    const known = diagnose({ ...claim(parameters, hmac(text)), signedString: text });
    const unknown = diagnose({ ...claim(parameters, hmac(text, wrongSecret)), signedString: text });
    const unreadable = diagnose({ ...claim(parameters, 'not a digest'), signedString: text });

    expect(known.findings.map(({ code }) => code)).toEqual(codes);
    expect(known.findings[0]!.message).toContain('was indeed made of this string with a known secret');
    for (const { findings } of [unknown, unreadable]) {
      expect(findings.map(({ code }) => code)).toEqual([...codes, 'UNEXPLAINED']);
    }
    expect(unknown.findings.at(-1)!.message).toContain('no known secret explains the signature');
  });

  it('is right, and then the secret is wrong', () => {
    const { findings } = diagnose({ ...claim(plain, hmac(right(plain), wrongSecret)), signedString: right(plain) });

    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: 'UNEXPLAINED',
      message: expect.stringContaining('The signed string is right'),
    });
  });

  it('may not be what was signed', () => {
    const { findings } = diagnose({ ...signed(goods, raw(goods)), signedString: right(goods) });

    expect(findings.map(({ code }) => code)).toEqual(['VALUES_NOT_ENCODED', 'UNEXPLAINED']);
  });
});

describe('the messages', () => {
  it.each([
    [
      signed(plain, 'plugin_id=plugtest&timestamp=1624329435'),
      '"out_order_id" was sent, but is not in the signed string',
    ],
    [signed({ timestamp: '1624329435' }, 'timestamp=1624329435'), '"plugin_id" is required, but it is not among'],
    [signed({ ...plain, timestamp: '1624300700' }, 'x'), '8 hours behind the clock of the service'],
    [signed({ ...plain, timestamp: '1624300700' }, 'x'), 'time zone'],
    [claim(plain, 'a'.repeat(32)), 'as MD5 gives'],
    [{ ...signed(plain, '{}'), signedString: '{}' }, 'A JSON body was signed'],
    [
      { ...signed(plain, 'x'), parameters: [...list(plain), { name: 'plugin_id', value: 'other' }] },
      '"plugin_id" is given more than once',
    ],
  ])('say it in words', (claimed, words) => {
    expect(
      diagnose(claimed)
        .findings.map(({ message }) => message)
        .join('\n'),
    ).toContain(words);
  });

  it('name what the endpoint requires', () => {
    const required = ['plugin_id', 'timestamp', 'sign', 'access_token'];
    const { valid, findings } = diagnoseSignature(signed(plain, right(plain)), secrets, required, now, 600);

    expect(valid).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(['MATCHES_CANONICAL', 'PARAMETER_MISSING']);
  });
});

describe('a diagnosis never gives away', () => {
  it('a secret, the expected signature, or whether a part of one is right', () => {
    fc.assert(
      fc.property(
        anyParameters,
        anySecret,
        anySecret,
        fc.nat(63),
        fc.option(fc.string()),
        (any, current, previous, at, text) => {
          const parameters = Object.fromEntries(any);
          const expected = hmac(right(parameters), current);
          const digit = expected[at] === '0' ? '1' : '0';
          const nearly = expected.slice(0, at) + digit + expected.slice(at + 1);
          const about = (sign: string) => {
            const claimed = { ...claim(parameters, sign), ...(text === null ? {} : { signedString: text }) };
            return JSON.stringify(
              diagnoseSignature(claimed, { current: [current], previous: [previous] }, undefined, now, 600),
            );
          };

          const [nearlyRight, entirelyRight] = [about(nearly), about(expected)];
          for (const kept of [expected, nearly, current, previous, hmac(right(parameters), previous)]) {
            expect(nearlyRight).not.toContain(kept);
            expect(entirelyRight).not.toContain(kept);
          }
          expect(nearlyRight).toBe(about('a'.repeat(64)));
        },
      ),
      { numRuns: 10 },
    );
  }, 60_000);
});

describe('hostile input', () => {
  const long = 64 * 1024;
  it.each<[string, Given]>([
    ['a long value', { ...plain, a: 'a'.repeat(long) }],
    ['a long value that every encoder treats differently', { ...plain, a: ` ~*!'()会`.repeat(long / 8) }],
    ['a long name', { ...plain, [`会 !`.repeat(long / 3)]: '' }],
    [
      'thousands of parameters',
      { ...plain, ...Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`p${at}`, ''])) },
    ],
    ['a value of escapes', { ...plain, a: '%25'.repeat(long / 3) }],
    ['twenty odd parameters', Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, ` ~*!'()会`]))],
  ])('of %s is answered in bounded time', (_, parameters) => {
    const text = `${right(parameters)}&x`;
    const started = performance.now();
    const { findings } = diagnose({ ...claim(parameters, hmac('unrelated')), signedString: text });

    expect(findings.map(({ code }) => code)).toContain('UNEXPLAINED');
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

function diagnose(claimed: SignatureClaim) {
  return diagnoseSignature(claimed, secrets, undefined, now, 600);
}

function list(parameters: Given) {
  return Object.entries(parameters).map(([name, value]) => ({ name, value }));
}

function claim(parameters: Given, sign: string): SignatureClaim {
  return { sign, parameters: list(parameters) };
}

/** The parameters, with the signature of some text under the newest secret. */
function signed(parameters: Given, text: string): SignatureClaim {
  return claim(parameters, hmac(text));
}

function written(parameters: Given, encoding: LibraryEncoding): string {
  return canonicalStringAs(encoding, new Map(Object.entries(parameters).filter(([name]) => name !== 'sign')));
}

function right(parameters: Given): string {
  return written(parameters, php);
}

function pairs(parameters: Given): string[] {
  return right(parameters).split('&');
}

function asSent(parameters: Given): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeAs(php, value)}`)
    .join('&');
}

/** Sorted, but not encoded. */
function raw(parameters: Given): string {
  return Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}

function rawAsSent(parameters: Given): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function mapValues(parameters: Given, change: (text: string) => string): Given {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, change(value)]));
}

function hmac(text: string, key = secret): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function base64(text: string, form: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(form);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
