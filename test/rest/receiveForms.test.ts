import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeForm } from '../../src/rest/decodeForm.ts';
import { canonicalStringAs, libraryEncodings } from '../rules/libraryEncodings.ts';
import { anyParameters } from '../rules/parameterArbitraries.ts';
import { boundary, field, file, form, multipart, partsOf, receive } from '../support/receivedParameters.ts';

describe('a form or a query', () => {
  const cases: { text: string; parameters: Record<string, string> }[] = [
    { text: 'a=1&b=2', parameters: { a: '1', b: '2' } },
    { text: 'a', parameters: { a: '' } },
    { text: 'a=', parameters: { a: '' } },
    { text: '=x', parameters: { '': 'x' } },
    { text: '&a=1&&', parameters: { a: '1' } },
    { text: 'a=b=c', parameters: { a: 'b=c' } },
    { text: 'a+b=c+d', parameters: { 'a b': 'c d' } },
    { text: 'a%3D1%26b=2', parameters: { 'a=1&b': '2' } },
    { text: 'a=1;b=2', parameters: { a: '1;b=2' } },
    { text: 'a=%2b%2B', parameters: { a: '++' } },
    { text: 'a=%2520', parameters: { a: '%20' } },
    { text: 'a=%00', parameters: { a: '\0' } },
    { text: 'a=%EF%BB%BFx', parameters: { a: '\uFEFFx' } },
    { text: 'a=%EF%BF%BD', parameters: { a: '\uFFFD' } },
    { text: 'a=%25u4f1a', parameters: { a: '%u4f1a' } },
    { text: 'a?=1?2', parameters: { 'a?': '1?2' } },
    { text: '__proto__=x&constructor=y', parameters: { ['__proto__']: 'x', constructor: 'y' } },
  ];

  it.each(cases)('$text is read in both places', async ({ text, parameters }) => {
    expect(await receive({ query: text })).toEqual({ parameters });
    expect(await receive({ type: form, body: text })).toEqual({ parameters });
  });

  it('that is JSON is read as JSON, which curl -d calls a form', async () => {
    expect(await receive({ type: form, body: '{"title": "会员", "total_fee": 100}' })).toEqual({
      parameters: { title: '会员', total_fee: '100' },
    });
    expect(await receive({ type: form, body: '{"title": ' })).toBe('MALFORMED_BODY');
    expect(await receive({ query: '{"title": "a"}' })).toEqual({ parameters: { '{"title": "a"}': '' } });
  });

  it.each<{ that: string; text: string | Buffer }>([
    { that: 'ends in a percent sign', text: 'a=100%' },
    { that: 'has an escape of one digit', text: 'a=%4' },
    { that: 'has an escape that is not hexadecimal', text: 'a=%zz' },
    { that: 'has an escape of JavaScript', text: 'a=%u4f1a' },
    { that: 'has a malformed name', text: '%=1' },
    { that: 'escapes a byte that is not UTF-8', text: 'a=%FF' },
    { that: 'escapes a cut-off character', text: 'a=%E4%BC' },
    { that: 'escapes GBK', text: 'a=%BB%E1' },
    { that: 'escapes a surrogate', text: 'a=%ED%A0%80' },
    { that: 'escapes an overlong slash', text: 'a=%C0%AF' },
    { that: 'has a raw byte that is not UTF-8', text: Buffer.from('a=\xFF', 'latin1') },
    { that: 'has one malformed pair after a good one', text: 'a=1&b=%' },
  ])('that $that is refused in both places', async ({ text }) => {
    expect(await receive({ query: text })).toBe('MALFORMED_QUERY');
    expect(await receive({ type: form, body: text })).toBe('MALFORMED_BODY');
  });

  it.each(libraryEncodings)('made with $library is read as what was encoded', (encoding) => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        const pairs = decodeForm(Buffer.from(canonicalStringAs(encoding, any)));
        expect(new Map(pairs)).toEqual(any);
      }),
      { numRuns: 50 },
    );
  });

  it('made with the encoders of this platform is read as what was encoded', () => {
    fc.assert(
      fc.property(anyParameters, (any) => {
        const encoded = [
          new URLSearchParams([...any]).toString(),
          [...any].map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
        ];
        for (const text of encoded) expect(decodeForm(Buffer.from(text))).toEqual([...any]);
      }),
    );
  });
});

describe('a multipart form', () => {
  it.each<{ that: string; body: string; parameters: Record<string, string> }>([
    { that: 'has empty values', body: partsOf([field('a', '')]), parameters: { a: '' } },
    {
      that: 'has lines and dashes in a value',
      body: partsOf([field('a', '--x\r\n--\r\n')]),
      parameters: { a: '--x\r\n--\r\n' },
    },
    { that: 'has spaces around a value', body: partsOf([field('a', ' x ')]), parameters: { a: ' x ' } },
    {
      that: 'has a value that looks encoded',
      body: partsOf([field('a', '%20+&amp;')]),
      parameters: { a: '%20+&amp;' },
    },
    { that: 'has a byte order mark in a value', body: partsOf([field('a', '\uFEFFx')]), parameters: { a: '\uFEFFx' } },
    { that: 'has NUL in a value', body: partsOf([field('a', '\0')]), parameters: { a: '\0' } },
    { that: 'has names in Chinese', body: partsOf([field('会员', '年')]), parameters: { 会员: '年' } },
    {
      that: 'types its parts, unquoted, as .NET does',
      body: partsOf(['Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=a\r\n\r\n会']),
      parameters: { a: '会' },
    },
    {
      that: 'has more headers in its parts, as Java clients do',
      body: partsOf([
        'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\nContent-Length: 3\r\n\r\n会',
      ]),
      parameters: { a: '会' },
    },
    {
      that: 'has lower-case headers',
      body: partsOf(['content-disposition: form-data; name="a"\r\n\r\nx']),
      parameters: { a: 'x' },
    },
    { that: 'ends without a line break', body: partsOf([field('a', 'x')]).trimEnd(), parameters: { a: 'x' } },
    { that: 'has no parts', body: `--${boundary}--\r\n`, parameters: {} },
    {
      that: 'has a field named __proto__',
      body: partsOf([field('__proto__', 'x')]),
      parameters: { ['__proto__']: 'x' },
    },
    {
      that: 'has a long value',
      body: partsOf([field('a', 'x'.repeat(60_000))]),
      parameters: { a: 'x'.repeat(60_000) },
    },
    {
      that: 'has a long name',
      body: partsOf([field('n'.repeat(10_000), 'x')]),
      parameters: { ['n'.repeat(10_000)]: 'x' },
    },
  ])('that $that is read', async ({ body, parameters }) => {
    expect(await receive({ type: multipart, body })).toEqual({ parameters });
  });

  it.each([
    { boundaryParameter: 'xYzZY', between: 'xYzZY' },
    { boundaryParameter: '"with space"', between: 'with space' },
    { boundaryParameter: `"0'()+_,-./:=?"`, between: `0'()+_,-./:=?` },
    { boundaryParameter: 'a'.repeat(70), between: 'a'.repeat(70) },
  ])('may have the boundary $boundaryParameter', async ({ boundaryParameter, between }) => {
    const type = `multipart/form-data; boundary=${boundaryParameter}`;

    expect(await receive({ type, body: partsOf([field('a', 'x')], between) })).toEqual({ parameters: { a: 'x' } });
  });

  it('has a problem where it has a file', async () => {
    expect(await receive({ type: multipart, body: partsOf([file('a'), field('b', 'x')]) })).toEqual({
      parameters: { b: 'x' },
      problems: { a: 'notText' },
    });
  });

  it.each<{ that: string; type?: string; body: string | Buffer }>([
    { that: 'names no boundary', type: 'multipart/form-data', body: partsOf([field('a', 'x')]) },
    { that: 'has another boundary', body: partsOf([field('a', 'x')], 'another') },
    { that: 'is JSON', body: '{"a":"x"}' },
    { that: 'is cut off in a header', body: `--${boundary}\r\nContent-Dispo` },
    { that: 'is cut off in a field', body: `--${boundary}\r\n${field('a', 'x')}` },
    { that: 'is cut off in a file', body: `--${boundary}\r\n${file('a')}` },
    {
      that: 'is cut off in a file after a field',
      body: `--${boundary}\r\n${field('a', 'x')}\r\n--${boundary}\r\n${file('b')}`,
    },
    { that: 'has a part without a name', body: partsOf(['Content-Disposition: form-data\r\n\r\nx']) },
    { that: 'is not UTF-8', body: Buffer.from(partsOf([field('a', '\xE9')]), 'latin1') },
  ])('that $that is refused', async ({ type = multipart, body }) => {
    expect(await receive({ type, body })).toBe('MALFORMED_BODY');
  });
});
