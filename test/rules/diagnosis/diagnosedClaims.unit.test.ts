import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseSignature, type SignatureClaim } from '../../../src/rules/diagnosis/diagnoseSignature.ts';
import { likelyEndpoint, type LikelyEndpoint } from '../../../src/rules/diagnosis/likelyEndpoint.ts';
import { libraryEncodings } from '../signing/libraryEncodings.ts';
import { anyParameters, anySecret } from '../signing/parameterArbitraries.ts';
import {
  secret,
  expired,
  secrets,
  now,
  lowerHex,
  goods,
  plain,
  withEmpty,
  diagnose,
  list,
  claim,
  signed,
  written,
  right,
  asSent,
  raw,
  hmac,
  base64,
  type Given,
} from './signatureClaims.ts';

describe('the diagnosis of a signature', () => {
  it.each<{ of: string; claim: SignatureClaim }>([
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
  ])('is UNEXPLAINED for $of', ({ claim: claimed }) => {
    const { findings, canonicalString } = diagnose(claimed);

    expect(findings.map((finding) => finding.code)).toEqual(['UNEXPLAINED']);
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
  const marked: Given = { ...goods, title: '会员 (VIP) *1!' };
  const qs = libraryEncodings.find(({ library }) => library === 'qs (npm) with format RFC1738')!;

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
    [signed(marked, written(marked, qs)), 'that of qs with the format RFC1738. The service accepts that encoding.'],
    [
      { ...signed(marked, written(marked, qs)), signedString: written(marked, qs) },
      'that of qs with the format RFC1738. The service accepts that encoding.',
    ],
    [
      signed(marked, written(marked, { bare: '-_.!*', space: '%20', hexDigits: 'upper' })),
      'with ! * as they are, %20 for a space and upper-case hexadecimal digits. The service accepts that encoding.',
    ],
  ])('say it in words', (claimed, words) => {
    expect(
      diagnose(claimed)
        .findings.map(({ message }) => message)
        .join('\n'),
    ).toContain(words);
  });

  it('name what the endpoint requires', () => {
    const diagnoseAs = (endpoint: LikelyEndpoint) =>
      diagnoseSignature(signed(plain, right(plain)), secrets, endpoint, now, 600);
    const { valid, findings } = diagnoseAs(likelyEndpoint([], '/baseinfo'));

    expect(valid).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(['MATCHES_CANONICAL', 'PARAMETER_MISSING']);
    const says =
      'The parameter "access_token" is required by GET /baseinfo, but it is not among the parameters. Send it and sign it.';
    expect(findings[1]!.message).toBe(says);
    const [, unsure] = diagnoseAs(likelyEndpoint(['access_token'])).findings;
    expect(unsure!.message).toBe(`${says} If you call another endpoint, give its address as well.`);
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
