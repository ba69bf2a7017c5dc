import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalString } from '../../../src/rules/signing/canonicalString.ts';
import { sign, signedEnvelope, verifySignature } from '../../../src/rules/signing/signature.ts';
import { canonicalStringAs, libraryEncodings } from './libraryEncodings.ts';
import { anyName, anyParameters, anySecret, anyText, textAndItsEdit } from './parameterArbitraries.ts';

const secret = '0123456789abcdef0123456789abcdef';
const parameters = new Map([
  ['plugin_id', 'plugtest'],
  ['timestamp', '1624329435'],
  ['title', '会员 1年'],
  ['total_fee', '100'],
]);
const canonical = 'plugin_id=plugtest&timestamp=1624329435&title=%E4%BC%9A%E5%91%98+1%E5%B9%B4&total_fee=100';
const signature = '843ced4087244c5ac2848c5c199b3aa74c380d2a1d5028deacb0f528764a4112';

describe('the signature', () => {
  it('of no parameters is the HMAC of nothing', () => {
    expect(sign('', secret)).toBe(createHmac('sha256', secret).digest('hex'));
  });
});

describe('a request is authentic', () => {
  it('when its signature has lower-case digits', () => {
    expect(verifySignature(parameters, signature, [secret]).secret).toBe(secret);
  });

  it('when its signature has upper-case digits', () => {
    expect(verifySignature(parameters, signature.toUpperCase(), [secret]).secret).toBe(secret);
  });

  it('whatever stands in sign itself', () => {
    expect(verifySignature(new Map([...parameters, ['sign', signature]]), signature, [secret]).secret).toBe(secret);
  });

  it('whatever order it was sent in', () => {
    expect(verifySignature(new Map([...parameters].toReversed()), signature, [secret]).secret).toBe(secret);
  });

  it('under the secret that signed it, of several', () => {
    const newest = 'f'.repeat(32);
    expect(verifySignature(parameters, signature, [newest, secret]).secret).toBe(secret);
    expect(verifySignature(parameters, sign(canonical, newest), [newest, secret]).secret).toBe(newest);
  });

  it.each(libraryEncodings)('when it is signed with $library, whatever is sent', (encoding) => {
    fc.assert(
      fc.property(anyParameters, anySecret, (any, itsSecret) => {
        const presented = hmac(canonicalStringAs(encoding, any), itsSecret);
        expect(verifySignature(any, presented, [itsSecret]).secret).toBe(itsSecret);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the work to verify', () => {
  const odd = new Map([...parameters, ['note', "~*!'() é".repeat(300)]]);
  const java = libraryEncodings.find(({ library }) => library === 'Java URLEncoder')!;

  it('is one digest for a client that encodes as it did the last time', () => {
    const text = canonicalStringAs(java, odd);
    const { encoding, hashedBytes } = verifySignature(odd, hmac(text, secret), [secret]);
    expect(hashedBytes).toBeGreaterThan(text.length);
    expect(verifySignature(odd, hmac(text, secret), [secret], encoding)).toEqual({
      secret,
      encoding,
      hashedBytes: text.length,
    });
  });

  it('finds a client that encodes otherwise than the last time all the same', () => {
    const { encoding } = verifySignature(odd, hmac(canonicalStringAs(java, odd), secret), [secret]);
    expect(verifySignature(odd, hmac(canonicalString(odd), secret), [secret], encoding).secret).toBe(secret);
  });

  it('is bounded for a wrong signature of the longest request', () => {
    const longest = new Map([['note', "~*!'() é".repeat(2_000)]]);
    expect(verifySignature(longest, signature, [secret]).hashedBytes).toBeLessThan(700 * 1024);
  });
});

describe('a request is not authentic', () => {
  it.each([
    { when: 'it is signed with another secret', presented: hmac(canonical, 'f'.repeat(32)) },
    { when: 'it is signed with the secret in another case', presented: hmac(canonical, secret.toUpperCase()) },
    {
      when: 'it is signed with the bytes that the secret spells',
      presented: hmac(canonical, Buffer.from(secret, 'hex')),
    },
    { when: 'it is signed without a secret', presented: hmac(canonical, '') },
    { when: 'a newline follows the canonical string', presented: hmac(`${canonical}\n`, secret) },
    { when: 'text and key are exchanged', presented: hmac(secret, canonical) },
    { when: 'the secret is appended to the text', presented: sha256(`${canonical}&key=${secret}`) },
    { when: 'it is a plain SHA-256 of secret and text', presented: sha256(`${secret}${canonical}`) },
    { when: 'it is a plain SHA-256 of the text', presented: sha256(canonical) },
    {
      when: 'it is signed with SHA-512, cut to size',
      presented: createHmac('sha512', secret).update(canonical).digest('hex').slice(0, 64),
    },
    { when: 'it is signed with MD5', presented: createHmac('md5', secret).update(canonical).digest('hex') },
    { when: 'the digest is in base64', presented: createHmac('sha256', secret).update(canonical).digest('base64') },
    {
      when: 'the digest is in base64, then in hex',
      presented: Buffer.from(createHmac('sha256', secret).update(canonical).digest('base64')).toString('hex'),
    },
    { when: 'a digit is missing', presented: signature.slice(0, 63) },
    { when: 'the first digit differs', presented: `9${signature.slice(1)}` },
    { when: 'the last digit differs', presented: `${signature.slice(0, 63)}3` },
    { when: 'a byte is added', presented: `${signature}00` },
    { when: 'the signature is empty', presented: '' },
    { when: 'the signature is not hexadecimal', presented: 'z'.repeat(64) },
  ])('when $when', ({ presented }) => {
    expect(verifySignature(parameters, presented, [secret]).secret).toBeUndefined();
  });

  it('when no secret is valid', () => {
    expect(verifySignature(parameters, signature, []).secret).toBeUndefined();
  });

  it('when a parameter is removed, added or renamed', () => {
    for (const name of parameters.keys()) {
      const others = new Map([...parameters].filter(([other]) => other !== name));
      expect(verifySignature(others, signature, [secret]).secret).toBeUndefined();
      const renamed = new Map([...others, [name.toUpperCase(), parameters.get(name)!]]);
      expect(verifySignature(renamed, signature, [secret]).secret).toBeUndefined();
    }
    expect(verifySignature(new Map([...parameters, ['note', '']]), signature, [secret]).secret).toBeUndefined();
  });

  it('when one character of a value changes', () => {
    fc.assert(
      fc.property(anyParameters, anyName, textAndItsEdit, anyEncoding, (others, name, [before, after], encoding) => {
        const presented = hmac(canonicalStringAs(encoding, new Map([...others, [name, before]])), secret);
        expect(verifySignature(new Map([...others, [name, after]]), presented, [secret]).secret).toBeUndefined();
      }),
    );
  });

  it('when one character of a name changes', () => {
    const names = textAndItsEdit.filter((both) => !both.includes('sign'));
    fc.assert(
      fc.property(anyParameters, names, anyText, anyEncoding, (others, [before, after], value, encoding) => {
        fc.pre(!others.has(before) && !others.has(after));
        const presented = hmac(canonicalStringAs(encoding, new Map([...others, [before, value]])), secret);
        expect(verifySignature(new Map([...others, [after, value]]), presented, [secret]).secret).toBeUndefined();
      }),
    );
  });

  it('when one character of the secret changes', () => {
    fc.assert(
      fc.property(anyParameters, anySecret, anySecret, fc.nat(31), anyEncoding, (any, one, other, at, encoding) => {
        const changed = one.slice(0, at) + other[at] + one.slice(at + 1);
        fc.pre(changed !== one);
        const presented = hmac(canonicalStringAs(encoding, any), one);
        expect(verifySignature(any, presented, [changed]).secret).toBeUndefined();
      }),
    );
  });

  it('when one bit of the signature changes', () => {
    for (let bit = 0; bit < 256; bit++) {
      const bytes = Buffer.from(signature, 'hex');
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifySignature(parameters, bytes.toString('hex'), [secret]).secret).toBeUndefined();
    }
  });
});

describe('the signed envelope', () => {
  it('carries the resource and the signature of every field of it', () => {
    const resource = { total_fee: 100, title: '会员 1年', timestamp: 1_624_329_435, plugin_id: 'plugtest' };

    expect(signedEnvelope(resource, secret)).toEqual({ resource, sign: signature });
  });

  it('is signed over empty fields too', () => {
    expect(signedEnvelope({ paid_at: '', attach: '' }, secret).sign).toBe(hmac('attach=&paid_at=', secret));
  });

  it("is signed in the encoding of PHP's http_build_query", () => {
    expect(signedEnvelope({ body: `~*!'() +` }, secret).sign).toBe(hmac('body=%7E%2A%21%27%28%29+%2B', secret));
  });
});

const anyEncoding = fc.constantFrom(...libraryEncodings);

function hmac(text: string, key: string | Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
