import { createHmac } from 'node:crypto';
import { stringify } from 'qs';
import { describe, expect, it } from 'vitest';
import type { SignatureClaim } from '../../../src/rules/diagnosis/diagnoseSignature.ts';
import {
  asSent,
  claim,
  diagnose,
  type Given,
  goods,
  mapValues,
  plain,
  raw,
  right,
  secret,
  signed,
} from './signatureClaims.ts';

const accented = { ...goods, title: 'Café (1 année)!' };
const chinese = { ...goods, title: '会员 (A)! 一年' };
const other = (form: 'NFC' | 'NFD') => (text: string) => text.normalize(form);
const decomposed = mapValues(accented, other('NFD'));
const byName = (a: string, b: string) => (a < b ? -1 : 1);

function hmacOfLatin1(text: string): string {
  return createHmac('sha256', secret).update(Buffer.from(text, 'latin1')).digest('hex');
}

function found(claimed: SignatureClaim) {
  const { valid, findings } = diagnose(claimed);
  return { valid, codes: findings.map(({ code }) => code), says: findings.map(({ message }) => message).join('\n') };
}

describe('text that became other bytes', () => {
  it.each<[did: string, claim: SignatureClaim, codes: string[], says: string]>([
    ['NFD signed, NFC sent', signed(accented, right(decomposed)), ['UNEXPLAINED'], 'form NFD'],
    ['NFC signed, NFD sent', signed(decomposed, right(accented)), ['UNEXPLAINED'], 'form NFC'],
    [
      'NFD signed without encoding',
      signed(accented, raw(decomposed)),
      ['UNEXPLAINED', 'VALUES_NOT_ENCODED'],
      'form NFD',
    ],
    ['NFD signed, in the order sent', signed(accented, asSent(decomposed)), ['NOT_SORTED', 'UNEXPLAINED'], 'form NFD'],
    [
      'URL-encoded as Latin-1 by qs',
      signed({ ...accented, title: 'Café, année' }, latin1ByQs({ ...accented, title: 'Café, année' })),
      ['UNEXPLAINED'],
      'Latin-1',
    ],
    [
      'not encoded, and Latin-1 bytes',
      claim(accented, hmacOfLatin1(raw(accented))),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'Latin-1',
    ],
    [
      'not encoded, and what Latin-1 leaves of Chinese',
      claim(chinese, hmacOfLatin1(raw(chinese))),
      ['VALUES_NOT_ENCODED', 'UNEXPLAINED'],
      'Latin-1',
    ],
    [
      "JavaScript's escape",
      signed({ ...goods, title: '会员/1' }, right({ ...goods, title: '' }).replace('title=', 'title=%u4F1A%u5458/1')),
      ['UNEXPLAINED'],
      'escape()',
    ],
  ])('is explained: %s', (_, claimed, codes, says) => {
    const answer = found(claimed);
    expect(answer.valid).toBe(false);
    expect(answer.codes.toSorted()).toEqual(codes.toSorted());
    expect(answer.says).toContain(says);
    expect(answer.says).toContain('Sign the text exactly as it is sent, in UTF-8.');
  });

  it('is named in the string that a developer says was signed', () => {
    const text = right(decomposed);
    const answer = found({ ...signed(accented, text), signedString: text });
    expect(answer).toMatchObject({ valid: false, codes: ['UNEXPLAINED'] });
    expect(answer.says).toContain('form NFD');
  });

  function latin1ByQs(parameters: Given): string {
    return stringify(parameters, { charset: 'iso-8859-1', format: 'RFC1738', sort: byName });
  }
});

describe('the encoding of qs', () => {
  it.each(['RFC1738', 'RFC3986'] as const)('is recognised in the format %s', (format) => {
    for (const parameters of [accented, chinese]) {
      const text = stringify(parameters, { format, sort: byName });
      expect(found(signed(parameters, text))).toMatchObject({ valid: true, codes: ['MATCHES_OTHER_ENCODING'] });
      expect(found(signed(parameters, text)).says).toContain('qs');
      expect(found({ ...signed(parameters, text), signedString: text }).codes).toEqual(['MATCHES_OTHER_ENCODING']);

      expect(found(signed(parameters, stringify(parameters, { format }))).codes).toEqual(['NOT_SORTED']);
      const withMark = stringify(parameters, { format, sort: byName, addQueryPrefix: true });
      expect(found(signed(parameters, withMark)).codes).toEqual(['UNEXPLAINED']);
    }
  });
});

describe('the address before the parameters', () => {
  const both = { timestamp: '1624329435', plugin_id: 'plugtest', access_token: 'T'.repeat(32) };

  it.each([goods, plain, both])(
    'is named, whichever endpoint it is of, for parameters as of request %#',
    (parameters) => {
      for (const path of ['/goods', '/baseinfo', '/payments/record']) {
        for (const prefix of [`${path}?`, path, `GET ${path}?`, `POST ${path}?`]) {
          const isPossible = !prefix.startsWith(path === '/goods' ? 'GET' : 'POST');
          if (!isPossible) continue;
          const answer = found(signed(parameters, prefix + right(parameters)));
          expect([prefix, answer.codes]).toEqual([prefix, ['UNEXPLAINED']]);
          expect(answer.says).toContain('contains the method or the address');
          expect(answer.says).toContain('Sign the parameters alone');
        }
        const unsorted = stringify(parameters, { format: 'RFC1738' });
        expect(found(signed(parameters, `${path}?${unsorted}`)).codes).toEqual(['NOT_SORTED', 'UNEXPLAINED']);
      }
      const answer = found(signed(parameters, `?${right(parameters)}`));
      expect(answer.says).toContain('begins with the ? of the address');
    },
  );
});
