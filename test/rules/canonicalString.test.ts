import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedCanonicalStrings, canonicalString } from '../../src/rules/canonicalString.ts';
import { canonicalStringAs, encodeAs, libraryEncodings, oddText } from './libraryEncodings.ts';
import { anyParameters, anyText, textAndItsEdit } from './parameterArbitraries.ts';

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
});

describe('an accepted encoding', () => {
  const parameters = parametersOf({ title: oddText, plugin_id: 'plugtest' });
  const accepted = acceptedCanonicalStrings(canonicalString(parameters));

  it.each(libraryEncodings)('may be that of $library', (encoding) => {
    expect(encodeAs(encoding, oddText)).toBe(encoding.encodedOddText);
    expect(accepted).toContain(`plugin_id=plugtest&title=${encoding.encodedOddText}`);
  });

  it.each(libraryEncodings)('may be that of $library for any parameters', (encoding) => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        expect(acceptedCanonicalStrings(canonicalString(any))).toContain(canonicalStringAs(encoding, any));
      }),
      { numRuns: 50 },
    );
  });

  it('comes first in the spelling that the service itself emits', () => {
    expect(accepted[0]).toBe(canonicalString(parameters));
  });

  it('is the only one of text that all libraries encode alike', () => {
    expect(acceptedCanonicalStrings('plugin_id=plugtest&timestamp=1624329435')).toHaveLength(1);
  });

  it('is one of at most 64, whatever was sent', () => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        expect(acceptedCanonicalStrings(canonicalString(any)).length).toBeLessThanOrEqual(64);
      }),
    );
  });

  it('decodes to the values that were sent, by any form decoder', () => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        for (const text of acceptedCanonicalStrings(canonicalString(any))) {
          expect(new Map(new URLSearchParams(text))).toEqual(any);
        }
      }),
    );
  });

  it('is never that of other parameters as well', () => {
    fc.assert(
      fc.property(twoParameterSets, ([one, other]) => {
        const acceptedForOne = new Set(acceptedCanonicalStrings(canonicalString(one)));
        const acceptedForBoth = acceptedCanonicalStrings(canonicalString(other)).filter((text) =>
          acceptedForOne.has(text),
        );
        expect(acceptedForBoth).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a string that is not accepted', () => {
  const sent = parametersOf({ title: '会员/1 年', plugin_id: 'plugtest', attach: '', '😀': '1', '\uFFFD': '2' });
  const title = '%E4%BC%9A%E5%91%98%2F1+%E5%B9%B4';
  const rest = '%EF%BF%BD=2&%F0%9F%98%80=1';

  it('is none of these but for the mistake', () => {
    expect(canonicalString(sent)).toBe(`attach=&plugin_id=plugtest&title=${title}&${rest}`);
  });

  it.each([
    { mistake: 'has unencoded values', text: `attach=&plugin_id=plugtest&title=会员/1 年&${rest}` },
    {
      mistake: 'is encoded twice',
      text: `attach=&plugin_id=plugtest&title=${encodeURIComponent(title)}&${rest}`,
    },
    { mistake: 'is encoded as a whole', text: encodeURIComponent(`attach=&plugin_id=plugtest&title=${title}&${rest}`) },
    { mistake: 'is in the order sent', text: `title=${title}&plugin_id=plugtest&attach=&%F0%9F%98%80=1&%EF%BF%BD=2` },
    {
      mistake: 'is sorted by UTF-16 code units, as JavaScript and Java compare text',
      text: `attach=&plugin_id=plugtest&title=${title}&%F0%9F%98%80=1&%EF%BF%BD=2`,
    },
    { mistake: 'drops empty values', text: `plugin_id=plugtest&title=${title}&${rest}` },
    { mistake: 'writes empty values without =', text: `attach&plugin_id=plugtest&title=${title}&${rest}` },
    { mistake: 'includes sign', text: `attach=&plugin_id=plugtest&sign=&title=${title}&${rest}` },
    { mistake: 'ends in a newline', text: `attach=&plugin_id=plugtest&title=${title}&${rest}\n` },
    { mistake: 'ends in &', text: `attach=&plugin_id=plugtest&title=${title}&${rest}&` },
    { mistake: 'begins with ?', text: `?attach=&plugin_id=plugtest&title=${title}&${rest}` },
    { mistake: 'has the values only', text: `plugtest${title}21` },
    { mistake: 'is joined with &amp;', text: `attach=&amp;plugin_id=plugtest&amp;title=${title}&amp;${rest}` },
    { mistake: 'encodes GBK', text: `attach=&plugin_id=plugtest&title=%BB%E1%D4%B1%2F1+%C4%EA&${rest}` },
    {
      mistake: "leaves the slash bare, as Python's quote does unless told safe=''",
      text: `attach=&plugin_id=plugtest&title=${title.replace('%2F', '/')}&${rest}`,
    },
    {
      mistake: 'leaves text unencoded and encodes the rest, as browsers show addresses',
      text: `attach=&plugin_id=plugtest&title=会员%2F1+年&${rest}`,
    },
    {
      mistake: 'has hex digits of both cases',
      text: `attach=&plugin_id=plugtest&title=${title.replace('%E4', '%e4')}&${rest}`,
    },
    { mistake: 'has unencoded names', text: `attach=&plugin_id=plugtest&title=${title}&\uFFFD=2&😀=1` },
    { mistake: 'is upper-case', text: `attach=&plugin_id=plugtest&title=${title}&${rest}`.toUpperCase() },
    { mistake: 'is empty', text: '' },
  ])('$mistake', ({ text }) => {
    expect(acceptedCanonicalStrings(canonicalString(sent))).not.toContain(text);
  });

  it('is sorted by whole pairs, in which a- comes before a=', () => {
    expect(acceptedCanonicalStrings(canonicalString(parametersOf({ a: '1', 'a-': '2' })))).not.toContain('a-=2&a=1');
  });

  it('lets a name carry the next pair', () => {
    expect(acceptedCanonicalStrings(canonicalString(parametersOf({ 'a=1&b': '2' })))).not.toContain('a=1&b=2');
  });
});

/** Two sets that differ, mostly in what an encoder could confuse. */
const twoParameterSets = fc
  .oneof(
    fc.tuple(anyParameters, anyParameters),
    // One value edited.
    fc
      .tuple(anyParameters, anyText, textAndItsEdit)
      .map(([others, name, [before, after]]) => [
        new Map([...others, [name, before] as const]),
        new Map([...others, [name, after] as const]),
      ]),
    // One name edited.
    fc
      .tuple(anyParameters, anyText, textAndItsEdit)
      .map(([others, value, [before, after]]) => [
        new Map([...others, [before, value] as const]),
        new Map([...others, [after, value] as const]),
      ]),
    // A value, and the text that encodes it.
    fc
      .tuple(anyText, anyText)
      .map(([name, value]) => [new Map([[name, value]]), new Map([[name, encodeURIComponent(value)]])]),
    // Two parameters, and one whose value or name spells both.
    fc.tuple(anyText, anyText).map(([first, second]) => [
      new Map([
        ['a', first],
        ['b', second],
      ]),
      new Map([['a', `${first}&b=${second}`]]),
    ]),
    fc.tuple(anyText, anyText).map(([first, second]) => [
      new Map([
        ['a', first],
        ['b', second],
      ]),
      new Map([[`a=${first}&b`, second]]),
    ]),
  )
  .filter(([one, other]) => !sameSigned(one, other)) as fc.Arbitrary<[Map<string, string>, Map<string, string>]>;

function sameSigned(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return signedPart(one) === signedPart(other);
}

function signedPart(parameters: ReadonlyMap<string, string>): string {
  return JSON.stringify([...parameters].filter(([name]) => name !== 'sign').toSorted());
}
