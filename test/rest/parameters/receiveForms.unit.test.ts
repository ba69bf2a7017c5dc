import fc from 'fast-check';
import { MIMEType } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decodeForm } from '../../../src/rules/parameters/decodeForm.ts';
import { decodeMultipart } from '../../../src/rest/parameters/decodeMultipart.ts';
import { failureOf } from '../../../src/http/refusalMessages.ts';
import { canonicalStringAs, libraryEncodings } from '../../rules/signing/libraryEncodings.ts';
import { anyParameters, anyText } from '../../rules/signing/parameterArbitraries.ts';
import {
  boundary,
  field,
  file,
  form,
  multipart,
  partsOf,
  receive,
  receivedOrRefusal,
} from '../../support/receivedParameters.ts';

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
    expect(receive({ query: text })).toEqual({ parameters });
    expect(receive({ type: form, body: text })).toEqual({ parameters });
  });

  it('that is JSON is read as JSON, which curl -d calls a form', async () => {
    expect(receive({ type: form, body: '{"title": "会员", "total_fee": 100}' })).toEqual({
      parameters: { title: '会员', total_fee: '100' },
    });
    expect(receive({ type: form, body: '{"title": ' })).toBe('MALFORMED_BODY');
    expect(receive({ query: '{"title": "a"}' })).toEqual({ parameters: { '{"title": "a"}': '' } });
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
    expect(receive({ query: text })).toBe('MALFORMED_QUERY');
    expect(receive({ type: form, body: text })).toBe('MALFORMED_BODY');
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
      that: 'has a part with nothing after its headers',
      body: `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n--${boundary}--`,
      parameters: { a: '' },
    },
    {
      that: 'has text before its first part and after its last',
      body: `before\r\n${partsOf([field('a', 'x')])}after`,
      parameters: { a: 'x' },
    },
    {
      that: 'has spaces after a boundary',
      body: partsOf([field('a', 'x')]).replace('\r\n', ' \t\r\n'),
      parameters: { a: 'x' },
    },
    {
      that: 'has a line in a value that begins as the boundary does',
      body: partsOf([field('a', `x\r\n--${boundary}x\r\ny`)]),
      parameters: { a: `x\r\n--${boundary}x\r\ny` },
    },
    {
      that: 'has its headers in several lines',
      body: partsOf(['Content-Disposition: form-data;\r\n name="a"\r\n\r\nx']),
      parameters: { a: 'x' },
    },
    {
      that: 'has quotes, backslashes and semicolons in a name',
      body: partsOf([field(String.raw`a\"; filename=\\b\c`, 'x')]),
      parameters: { [String.raw`a"; filename=\b\c`]: 'x' },
    },
    {
      that: 'has a separator of lines in a name',
      body: partsOf([field('a\u2028b', 'x')]),
      parameters: { 'a\u2028b': 'x' },
    },
    {
      that: 'has a long name',
      body: partsOf([field('n'.repeat(10_000), 'x')]),
      parameters: { ['n'.repeat(10_000)]: 'x' },
    },
  ])('that $that is read', async ({ body, parameters }) => {
    expect(receive({ type: multipart, body })).toEqual({ parameters });
  });

  it.each([
    { boundaryParameter: 'xYzZY', between: 'xYzZY' },
    { boundaryParameter: '"with space"', between: 'with space' },
    { boundaryParameter: `"0'()+_,-./:=?"`, between: `0'()+_,-./:=?` },
    { boundaryParameter: 'a'.repeat(70), between: 'a'.repeat(70) },
  ])('may have the boundary $boundaryParameter', async ({ boundaryParameter, between }) => {
    const type = `multipart/form-data; boundary=${boundaryParameter}`;

    expect(receive({ type, body: partsOf([field('a', 'x')], between) })).toEqual({ parameters: { a: 'x' } });
  });

  it('made with the FormData of this platform is read as what was put in', async () => {
    const withoutLineBreaks = anyText.map((text) => text.replaceAll(/[\r\n"]/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(withoutLineBreaks, withoutLineBreaks)), async (pairs) => {
        const data = new FormData();
        for (const pair of pairs) data.append(...pair);
        const response = new Response(data);
        const type = new MIMEType(response.headers.get('content-type')!);
        expect(decodeMultipart(Buffer.from(await response.arrayBuffer()), type)).toEqual(pairs);
      }),
    );
  });

  it('whose Content-Type has no boundary is refused with a message that names it', () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=""',
      'multipart/form-data; charset=utf-8',
    ]) {
      const refusal = receivedOrRefusal({ type, body: partsOf([field('a', 'x')]) });
      expect(refusal).toMatchObject({ code: 'MISSING_BOUNDARY' });
      expect(failureOf(refusal, 'en')).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('multipart/form-data without a boundary') },
      });
      expect(failureOf(refusal, 'zh').body.message).toContain('缺少 boundary');
    }
  });

  it('without a boundary or anything in it is refused in the same way, unless the query has parameters', () => {
    const empty = { type: 'multipart/form-data', body: '' };
    expect(receivedOrRefusal(empty)).toMatchObject({ code: 'MISSING_BOUNDARY' });
    expect(receive({ ...empty, type: multipart })).toEqual({ parameters: {} });
    expect(receive({ ...empty, query: 'a=x' })).toEqual({ parameters: { a: 'x' } });
    // Without Content-Length there is no body.
    expect(receive({ type: empty.type })).toEqual({ parameters: {} });
  });

  it('that has another boundary than its Content-Type is refused with a message that names it', () => {
    const refusal = receivedOrRefusal({ type: multipart, body: partsOf([field('a', 'x')], 'another') });
    expect(failureOf(refusal, 'en').body.message).toContain('lines of the boundary that Content-Type names');
    expect(failureOf(refusal, 'zh').body.message).toContain('Content-Type 所给 boundary');
  });

  it('has a problem where it has a file', async () => {
    expect(receive({ type: multipart, body: partsOf([file('a'), field('b', 'x')]) })).toEqual({
      parameters: { b: 'x' },
      problems: { a: 'notText' },
    });
  });

  it.each<{ that: string; type?: string; body: string | Buffer }>([
    { that: 'has another boundary', body: partsOf([field('a', 'x')], 'another') },
    { that: 'names a field in no form', body: partsOf(['Content-Disposition: attachment; name="a"\r\n\r\nx']) },
    { that: 'has a part without headers', body: partsOf(['\r\nx']) },
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
    expect(receive({ type, body })).toBe('MALFORMED_BODY');
  });
});
