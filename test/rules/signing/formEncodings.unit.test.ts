import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalString } from '../../../src/rules/signing/canonicalString.ts';
import { acceptedSpellings, describeEncoding, type FormEncoding } from '../../../src/rules/signing/formEncodings.ts';
import { canonicalStringAs, encodeAs, everyEncoding, libraryEncodings, oddText } from './libraryEncodings.ts';
import { anyParameters, anyText, textAndItsEdit } from './parameterArbitraries.ts';

const parametersOf = (values: Record<string, string>) => new Map(Object.entries(values));

function acceptedTexts(canonical: string, first?: FormEncoding): string[] {
  return Array.from(acceptedSpellings(canonical, first), ({ text }) => text.toString());
}

describe('an accepted encoding', () => {
  const parameters = parametersOf({ title: oddText, plugin_id: 'plugtest' });
  const accepted = acceptedTexts(canonicalString(parameters));

  it.each(libraryEncodings)('may be that of $library', (encoding) => {
    expect(encodeAs(encoding, oddText)).toBe(encoding.encodedOddText);
    expect(accepted).toContain(`plugin_id=plugtest&title=${encoding.encodedOddText}`);
  });

  it.each(libraryEncodings)('may be that of $library for any parameters', (encoding) => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        expect(acceptedTexts(canonicalString(any))).toContain(canonicalStringAs(encoding, any));
      }),
      { numRuns: 50 },
    );
  });

  it('comes first in the spelling that the service itself emits', () => {
    expect(accepted[0]).toBe(canonicalString(parameters));
  });

  it('is the only one of text that all libraries encode alike', () => {
    expect(acceptedTexts('plugin_id=plugtest&timestamp=1624329435')).toHaveLength(1);
  });

  it('may leave each mark bare or not, whatever becomes of the others', () => {
    const texts = everyEncoding.map((encoding) => canonicalStringAs(encoding, parameters));
    expect(texts).toHaveLength(256);
    expect(accepted.toSorted()).toEqual(texts.toSorted());
  });

  it.each([
    { text: 'Gold 2', ways: 2, of: 'the space' },
    { text: 'Gold (2)', ways: 8, of: 'the space and two marks' },
    { text: '5*5', ways: 3, of: 'the asterisk bare, and the two cases of its escape' },
    { text: "it's", ways: 2, of: 'the apostrophe, whose escape has no letter' },
    { text: '会员', ways: 2, of: 'the case of the digits' },
    { text: '+', ways: 2, of: 'the case of the digits, as a plus is no space' },
  ])('is one of $ways for $text: $of', ({ text, ways }) => {
    expect(acceptedTexts(canonicalString(parametersOf({ title: text })))).toHaveLength(ways);
  });

  it('is each tried once, whatever was sent', () => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        const texts = acceptedTexts(canonicalString(any));
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });

  it('of a known library comes before all others', () => {
    const known = new Set(libraryEncodings.map((encoding) => canonicalStringAs(encoding, parameters)));
    expect(new Set(accepted.slice(0, known.size))).toEqual(known);
  });

  it.each(libraryEncodings)('of $library is tried for the longest text too', (encoding) => {
    const longest = parametersOf({ note: oddText.repeat(500) });
    expect(acceptedTexts(canonicalString(longest))).toContain(canonicalStringAs(encoding, longest));
  });

  it.each<[endpoint: string, own: Record<string, string>]>([
    ['GET /payments/record', { out_order_id: odd(64) }],
    ['POST /goods', { title: odd(50), access_token: 'T'.repeat(32), total_fee: '2147483647', pay_limit: '2147483647' }],
  ])('of no known library is tried for the longest parameters of %s', (_, own) => {
    const longest = parametersOf({ plugin_id: 'plugtest', timestamp: '1624329435', ...own });
    expect(acceptedTexts(canonicalString(longest))).toHaveLength(256);
  });

  it('of no known library is hardly tried for text that is much longer', () => {
    expect(bytesOf(parametersOf({ note: odd(500) }))).toBeLessThan(270 * 1024);
    const note = parametersOf({ note: odd(4_000) });
    expect(acceptedTexts(canonicalString(note))).toHaveLength(12);
  });

  it('comes first if it is the one that was remembered', () => {
    const remembered = everyEncoding.at(-1)!;
    const [first, ...rest] = acceptedTexts(canonicalString(parameters), { ...remembered, bare: `!'()*~` });
    expect(first).toBe(canonicalStringAs(remembered, parameters));
    expect(rest).toHaveLength(255);
  });

  it('decodes to the values that were sent, by any form decoder', () => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        for (const text of acceptedTexts(canonicalString(any))) {
          expect(new Map(new URLSearchParams(text))).toEqual(any);
        }
      }),
    );
  });

  it('is never that of other parameters as well', () => {
    fc.assert(
      fc.property(twoParameterSets, ([one, other]) => {
        const acceptedForOne = new Set(acceptedTexts(canonicalString(one)));
        const acceptedForBoth = acceptedTexts(canonicalString(other)).filter((text) => acceptedForOne.has(text));
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
    expect(acceptedTexts(canonicalString(sent))).not.toContain(text);
  });

  it('is sorted by whole pairs, in which a- comes before a=', () => {
    expect(acceptedTexts(canonicalString(parametersOf({ a: '1', 'a-': '2' })))).not.toContain('a-=2&a=1');
  });

  it.each([
    { of: 'spaces', text: 'a=+*&b=%20*' },
    { of: 'asterisks', text: 'a=+*&b=+%2A' },
    { of: 'asterisks, the escaped one in lower case', text: 'a=+*&b=+%2a' },
  ])('has $of of both kinds', ({ text }) => {
    expect(acceptedTexts(canonicalString(parametersOf({ a: ' *', b: ' *' })))).not.toContain(text);
  });

  it('lets a name carry the next pair', () => {
    expect(acceptedTexts(canonicalString(parametersOf({ 'a=1&b': '2' })))).not.toContain('a=1&b=2');
  });
});

describe('an encoding in words', () => {
  it.each<[FormEncoding, string]>([
    [{ library: 'qs', bare: '~', space: '+', hexDigits: 'upper' }, 'that of qs'],
    [
      { bare: '!~', space: '%20', hexDigits: 'lower' },
      'with ! ~ as they are, %20 for a space and lower-case hexadecimal digits',
    ],
    [{ bare: '', space: '+', hexDigits: 'lower' }, 'with + for a space and lower-case hexadecimal digits'],
  ])('%o is %s', (encoding, words) => {
    expect(describeEncoding(encoding)).toBe(words);
  });
});

/** Returns text that is long when it is encoded, and that encodings write differently. */
function odd(characters: number): string {
  const marks = ` ~*!'()`;
  return marks + '😀'.repeat(characters - marks.length);
}

function bytesOf(parameters: ReadonlyMap<string, string>): number {
  return acceptedTexts(canonicalString(parameters)).reduce((sum, text) => sum + text.length, 0);
}

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
