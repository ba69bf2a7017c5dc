import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalString, compareBytes } from '../../../src/rules/signing/canonicalString.ts';
import { canonicalStringAs, libraryEncodings } from './libraryEncodings.ts';
import { anyParameters, anyText } from './parameterArbitraries.ts';

const parametersOf = (values: Record<string, string>) => new Map(Object.entries(values));

describe('the canonical string', () => {
  it.each([
    { says: 'is empty without parameters', parameters: {}, canonical: '' },
    { says: 'joins names and values', parameters: { a: '1', b: '2' }, canonical: 'a=1&b=2' },
    { says: 'is sorted by name', parameters: { b: '2', a: '1', B: '3' }, canonical: 'B=3&a=1&b=2' },
    { says: 'sorts a name before its continuations', parameters: { 'a-': '1', a: '2' }, canonical: 'a=2&a-=1' },
    { says: 'leaves sign out', parameters: { sign: 'x', a: '1' }, canonical: 'a=1' },
    { says: 'leaves only sign out', parameters: { Sign: 'x', sign_: 'y' }, canonical: 'Sign=x&sign_=y' },
    { says: 'keeps empty values', parameters: { attach: '', a: '1' }, canonical: 'a=1&attach=' },
    { says: 'writes a space as +', parameters: { a: ' b ' }, canonical: 'a=+b+' },
    { says: 'tells a plus from a space', parameters: { a: '+ ' }, canonical: 'a=%2B+' },
    { says: 'encodes what is encoded already', parameters: { a: '%20' }, canonical: 'a=%2520' },
    { says: 'leaves letters, digits and -_. bare', parameters: { a: 'Zz09-_.' }, canonical: 'a=Zz09-_.' },
    { says: 'encodes all other ASCII', parameters: { a: `~*!'()` }, canonical: 'a=%7E%2A%21%27%28%29' },
    { says: 'encodes control characters', parameters: { a: '\0\r\n\x7F' }, canonical: 'a=%00%0D%0A%7F' },
    { says: 'encodes UTF-8', parameters: { a: 'é会😀' }, canonical: 'a=%C3%A9%E4%BC%9A%F0%9F%98%80' },
    { says: 'encodes names too', parameters: { 'é [0]': '1' }, canonical: '%C3%A9+%5B0%5D=1' },
    { says: 'keeps a name from posing as two', parameters: { 'a=1&b': '2' }, canonical: 'a%3D1%26b=2' },
    { says: 'keeps a value from posing as two', parameters: { a: '1&b=2' }, canonical: 'a=1%26b%3D2' },
    { says: 'takes an empty name', parameters: { '': 'x' }, canonical: '=x' },
    { says: 'normalizes nothing', parameters: { a: 'e\u0301' }, canonical: 'a=e%CC%81' },
  ])('$says', ({ parameters, canonical }) => {
    expect(canonicalString(parametersOf(parameters))).toBe(canonical);
  });

  it('sorts names by their UTF-8 bytes, in which an emoji comes after every character of the basic plane', () => {
    const names = ['😀', '\uFFFD', '\uE000', 'z', '会'];

    const canonical = canonicalString(new Map(names.map((name) => [name, ''])));

    expect(canonical.split('&').map((pair) => decodeURIComponent(pair.slice(0, -1)))).toEqual([
      'z',
      '会',
      '\uE000',
      '\uFFFD',
      '😀',
    ]);
  });

  it("is what PHP's http_build_query makes of any parameters", () => {
    const php = libraryEncodings[0]!;
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        expect(canonicalString(parameters)).toBe(canonicalStringAs(php, parameters));
      }),
    );
  });

  it('compares names as their UTF-8 bytes, whatever is in them', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
