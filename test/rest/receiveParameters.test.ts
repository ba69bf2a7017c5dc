import type { Request } from 'express';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeForm } from '../../src/rest/decodeForm.ts';
import { receiveParameters } from '../../src/rest/receiveParameters.ts';
import type { Problem } from '../../src/rules/problems.ts';
import { Refusal } from '../../src/rules/refusal.ts';
import { canonicalStringAs, encodeAs, libraryEncodings, oddText } from '../rules/libraryEncodings.ts';
import { anyParameters } from '../rules/parameterArbitraries.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const boundary = '------------------------d74496d66958873e';
const multipart = `multipart/form-data; boundary=${boundary}`;

interface Sent {
  query?: string | Buffer;
  type?: string;
  body?: string | Buffer;
}

/** What was received, or the code of the refusal. */
type Outcome = { parameters: Record<string, string>; problems?: Record<string, Problem['code']> } | Refusal['code'];

describe('parameters travel', () => {
  const parameters = { title: oddText, total_fee: '100', attach: '' };
  const query =
    'title=%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80&total_fee=100&attach=';

  it.each<{ as: string; sent: Sent }>([
    { as: 'a query string', sent: { query } },
    { as: 'a query string with %20 for a space', sent: { query: query.replaceAll('+', '%20') } },
    {
      as: 'a query string with unescaped UTF-8',
      sent: { query: `title=${oddText.replace(`+%&`, '%2B%25%26')}&total_fee=100&attach` },
    },
    { as: 'a JSON object', sent: { type: json, body: JSON.stringify({ ...parameters, total_fee: 100 }) } },
    { as: 'a JSON object of strings', sent: { type: json, body: JSON.stringify(parameters) } },
    { as: 'a urlencoded form', sent: { type: form, body: query } },
    { as: 'a multipart form', sent: { type: multipart, body: multipartOf(parameters) } },
    {
      as: 'query and JSON',
      sent: { query: 'total_fee=100&attach=', type: json, body: JSON.stringify({ title: oddText }) },
    },
    {
      as: 'query and form',
      sent: { query: 'total_fee=100', type: form, body: query.split('&total_fee=100').join('') },
    },
    {
      as: 'query and multipart form',
      sent: { query: 'attach=&total_fee=100', type: multipart, body: multipartOf({ title: oddText }) },
    },
    { as: 'query and JSON, the same twice', sent: { query, type: json, body: JSON.stringify(parameters) } },
    { as: 'query and form, the same twice', sent: { query, type: form, body: query } },
  ])('as $as', async ({ sent }) => {
    expect(await receive(sent)).toEqual({ parameters });
  });

  it('not at all', async () => {
    expect(await receive({})).toEqual({ parameters: {} });
    expect(await receive({ query: '' })).toEqual({ parameters: {} });
  });
});

describe('one name', () => {
  it.each<{ sent: string; request: Sent; outcome: Outcome }>([
    { sent: 'twice in the query, alike', request: { query: 'a=1&a=1' }, outcome: { parameters: { a: '1' } } },
    {
      sent: 'twice in the query, spelled differently',
      request: { query: 'a=%7E+&%61=~%20' },
      outcome: { parameters: { a: '~ ' } },
    },
    { sent: 'twice in the query, differing', request: { query: 'a=1&a=2' }, outcome: differing('a') },
    { sent: 'thrice in the query, the last as the first', request: { query: 'a=1&a=2&a=1' }, outcome: differing('a') },
    { sent: 'with and without a value', request: { query: 'a=1&a' }, outcome: differing('a') },
    { sent: 'as an array of PHP', request: { query: 'a[]=1&a[]=2' }, outcome: differing('a[]') },
    { sent: 'twice in a form, alike', request: { type: form, body: 'a=1&a=1' }, outcome: { parameters: { a: '1' } } },
    { sent: 'twice in a form, differing', request: { type: form, body: 'a=1&a=2' }, outcome: differing('a') },
    {
      sent: 'in query and form, differing',
      request: { query: 'a=1', type: form, body: 'a=2' },
      outcome: differing('a'),
    },
    {
      sent: 'in query and JSON, alike',
      request: { query: 'a=1.0', type: json, body: '{"a":1.0}' },
      outcome: { parameters: { a: '1.0' } },
    },
    {
      sent: 'in query and JSON, as another numeral',
      request: { query: 'a=1', type: json, body: '{"a":1.0}' },
      outcome: differing('a'),
    },
    {
      sent: 'in query and, null, in JSON',
      request: { query: 'a=1', type: json, body: '{"a":null}' },
      outcome: { parameters: { a: '1' } },
    },
    {
      sent: 'in query and, as an object, in JSON',
      request: { query: 'a=1', type: json, body: '{"a":{}}' },
      outcome: { parameters: {}, problems: { a: 'notText' } },
    },
    {
      sent: 'twice in JSON, alike',
      request: { type: json, body: '{"a":"1","a":"1"}' },
      outcome: { parameters: { a: '1' } },
    },
    {
      sent: 'twice in JSON, as number and string',
      request: { type: json, body: '{"a":1,"a":"1"}' },
      outcome: { parameters: { a: '1' } },
    },
    { sent: 'twice in JSON, differing', request: { type: json, body: '{"a":"1","a":"2"}' }, outcome: differing('a') },
    {
      sent: 'thrice in JSON, the last as the first',
      request: { type: json, body: '{"a":1,"a":2,"a":1}' },
      outcome: differing('a'),
    },
    {
      sent: 'twice in JSON, first null',
      request: { type: json, body: '{"a":null,"a":"1"}' },
      outcome: { parameters: { a: '1' } },
    },
    {
      sent: 'twice in JSON, then null',
      request: { type: json, body: '{"a":"1","a":null}' },
      outcome: { parameters: { a: '1' } },
    },
    {
      sent: 'twice in JSON, null between',
      request: { type: json, body: '{"a":1,"a":null,"a":2}' },
      outcome: differing('a'),
    },
    {
      sent: 'in a multipart form as field and file',
      request: { type: multipart, body: partsOf([field('a', '1'), file('a')]) },
      outcome: { parameters: {}, problems: { a: 'notText' } },
    },
    {
      sent: 'twice in a multipart form, differing',
      request: { type: multipart, body: partsOf([field('a', '1'), field('a', '2')]) },
      outcome: differing('a'),
    },
    { sent: 'in two cases', request: { query: 'a=1&A=2' }, outcome: { parameters: { a: '1', A: '2' } } },
    {
      sent: 'in two Unicode normal forms',
      request: { query: '%C3%A9=1&e%CC%81=2' },
      outcome: { parameters: { '\u00E9': '1', 'e\u0301': '2' } },
    },
  ])('$sent', async ({ request, outcome }) => {
    expect(await receive(request)).toEqual(outcome);
  });
});

describe('a JSON value', () => {
  it.each([
    { written: '"text"', received: 'text' },
    { written: '""', received: '' },
    { written: '"\\u4f1a\\ud83d\\ude00\\n\\/"', received: '会😀\n/' },
    { written: '"\\u0000"', received: '\0' },
    { written: '"\uFEFFx"', received: '\uFEFFx' },
    { written: '100', received: '100' },
    { written: '0', received: '0' },
    { written: '-5', received: '-5' },
    { written: '1.0', received: '1.0' },
    { written: '0.10', received: '0.10' },
    { written: '12345678901234567890', received: '12345678901234567890' },
    { written: '0.1000000000000000055511151231257827', received: '0.1000000000000000055511151231257827' },
    { written: ' 100 ', received: '100' },
  ])('$written is received as it was written', async ({ written, received }) => {
    expect(await receive({ type: json, body: `{"a":${written}}` })).toEqual({ parameters: { a: received } });
  });

  it('null is as if absent', async () => {
    expect(await receive({ type: json, body: '{"a":null,"b":1}' })).toEqual({ parameters: { b: '1' } });
  });

  it.each([
    '1e2',
    '1E2',
    '1.5e-3',
    'true',
    'false',
    '{}',
    '{"b":"x"}',
    '[]',
    '["x"]',
    '[["x"],null]',
    '{"isLosslessNumber":true,"value":"7"}',
  ])('%s is a problem of its name, and of no other', async (written) => {
    expect(await receive({ type: json, body: `{"a":${written},"z":"x"}` })).toEqual({
      parameters: { z: 'x' },
      problems: { a: 'notText' },
    });
  });

  it.each(['"\\ud800"', '"\\udc00x"', '"\\ude00\\ud83d"'])('%s, a lone surrogate, is malformed', async (written) => {
    expect(await receive({ type: json, body: `{"a":${written}}` })).toEqual({
      parameters: {},
      problems: { a: 'malformedText' },
    });
  });
});

describe('a JSON name', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '', ' ', '会', 'a\0b'])(
    '%j is a name as any other',
    async (name) => {
      const { parameters, unreadable } = await receiveParameters(
        requestOf({ type: json, body: `{${JSON.stringify(name)}:"x"}` }),
      );

      expect([...parameters]).toEqual([[name, 'x']]);
      expect(unreadable.size).toBe(0);
    },
  );

  it('that every object inherits may come twice, or with an object, like any other', async () => {
    const twice = await receiveParameters(requestOf({ type: json, body: '{"__proto__":"x","__proto__":"y"}' }));
    const nested = await receiveParameters(requestOf({ type: json, body: '{"__proto__":{"plugin_id":"x"}}' }));

    expect([...twice.unreadable]).toEqual([['__proto__', { code: 'differentValues' }]]);
    expect([...nested.unreadable]).toEqual([['__proto__', { code: 'notText' }]]);
    expect(nested.parameters.size).toBe(0);
  });

  it('with a lone surrogate is malformed', async () => {
    expect(await receive({ type: json, body: '{"\\ud800":"x"}' })).toEqual({
      parameters: {},
      problems: { '\uD800': 'malformedText' },
    });
  });
});

describe('a JSON body', () => {
  it('may begin with a byte order mark', async () => {
    expect(await receive({ type: json, body: '\uFEFF{"a":"x"}' })).toEqual({ parameters: { a: 'x' } });
  });

  it('may be an empty object', async () => {
    expect(await receive({ type: json, body: ' {} ' })).toEqual({ parameters: {} });
  });

  it.each<{ that: string; body: string | Buffer }>([
    { that: 'is an array', body: '[{"a":"x"}]' },
    { that: 'is a string', body: '"a"' },
    { that: 'is a number', body: '1' },
    { that: 'is null', body: 'null' },
    { that: 'is white space', body: '  ' },
    { that: 'is a form', body: 'a=x' },
    { that: 'is cut off', body: '{"a":"x"' },
    { that: 'goes on after its end', body: '{"a":"x"}{}' },
    { that: 'has a trailing comma', body: '{"a":"x",}' },
    { that: 'has single quotes', body: "{'a':'x'}" },
    { that: 'has a leading zero', body: '{"a":01}' },
    { that: 'has a leading plus', body: '{"a":+1}' },
    { that: 'has NaN', body: '{"a":NaN}' },
    { that: 'has a comment', body: '{"a":"x"/**/}' },
    { that: 'has a raw line feed in a string', body: '{"a":"x\n"}' },
    { that: 'is not UTF-8', body: Buffer.from('{"a":"é"}', 'latin1') },
    { that: 'is GBK', body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xbb, 0xe1, 0x22, 0x7d]) },
    { that: 'has a surrogate in UTF-8', body: Buffer.from('7b2261223a22eda080227d', 'hex') },
    { that: 'has an overlong NUL', body: Buffer.from('7b2261223a22c080227d', 'hex') },
    { that: 'is UTF-16', body: Buffer.from('\uFEFF{"a":"x"}', 'utf16le') },
    { that: 'is nothing but brackets', body: '['.repeat(65_536) },
    { that: 'is nested deeper than the stack', body: `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}` },
  ])('that $that is refused', async ({ body }) => {
    expect(await receive({ type: json, body })).toBe('MALFORMED_BODY');
  });

  it('that is nested deeply, but readable, has a problem', async () => {
    expect(await receive({ type: json, body: `{"a":${'['.repeat(500)}${']'.repeat(500)}}` })).toEqual({
      parameters: {},
      problems: { a: 'notText' },
    });
  });
});

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

describe('the media type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; version=1',
    'application/json;',
  ])('may be %s', async (type) => {
    expect(await receive({ type, body: '{"a":"会"}' })).toEqual({ parameters: { a: '会' } });
  });

  it.each([
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-8 "',
    `${form}; charset=GBK`,
    `${multipart}; charset=gb18030`,
  ])('must not be %s', async (type) => {
    expect(await receive({ type, body: '{"a":"x"}' })).toBe('UNSUPPORTED_CHARSET');
  });

  it.each([
    undefined,
    '',
    'json',
    'text/plain',
    'text/json',
    'application/xml',
    'application/octet-stream',
    'application/vnd.api+json',
    'multipart/mixed; boundary=x',
    'application/json, application/json',
    '__proto__/constructor',
  ])('of a body must not be %s', async (type) => {
    expect(await receive({ ...(type !== undefined && { type }), body: '{"a":"x"}' })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([undefined, '', 'json', 'text/plain', json, `${json}; charset=gbk`, form, 'multipart/form-data'])(
    'is of no consequence without a body: %s',
    async (type) => {
      const typed = type === undefined ? {} : { type };

      expect(await receive({ ...typed, query: 'a=1' })).toEqual({ parameters: { a: '1' } });
      expect(await receive({ ...typed, query: 'a=1', body: '' })).toEqual({ parameters: { a: '1' } });
    },
  );
});

describe('the number of parameters', () => {
  it.each<{ of: string; sent: Sent; read: boolean }>([
    { of: '1000 in the query', sent: { query: pairsOf(1000) }, read: true },
    { of: '1001 in the query', sent: { query: pairsOf(1001) }, read: false },
    { of: '1000 in a form', sent: { type: form, body: pairsOf(1000) }, read: true },
    { of: '1001 in a form', sent: { type: form, body: pairsOf(1001) }, read: false },
    { of: '1000 in JSON', sent: { type: json, body: membersOf(1000) }, read: true },
    { of: '1001 in JSON', sent: { type: json, body: membersOf(1001) }, read: false },
    {
      of: '500 in the query, 500 in JSON',
      sent: { query: pairsOf(500), type: json, body: membersOf(500) },
      read: true,
    },
    {
      of: '500 in the query, 501 in JSON',
      sent: { query: pairsOf(500), type: json, body: membersOf(501) },
      read: false,
    },
    { of: '1001 times the same', sent: { query: 'a=1&'.repeat(1001) }, read: false },
  ])('may be at most 1000: $of', async ({ sent, read }) => {
    const received = await receive(sent);

    expect(received === 'TOO_MANY_PARAMETERS').toBe(!read);
  });
});

describe('whatever is sent', () => {
  const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const anyPieces = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"a"',
          ':',
          ',',
          '1e5',
          'null',
          '\\ud800',
          '%',
          '%00',
          '%ff',
          '&',
          '=',
          '+',
        ),
        fc.constantFrom(
          `--${boundary}`,
          '--',
          '\r\n',
          '\r\n\r\n',
          '\r',
          '\n',
          field('a', 'x'),
          file('a'),
          'name=',
          '"',
        ),
        fc.constantFrom(
          'Content-Type: text/plain; charset=utf-16le',
          'Content-Transfer-Encoding: base64',
          "; name*=x''%",
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 16 },
    )
    .map((pieces) => Buffer.from(pieces.join('')));
  const anyForm = fc
    .tuple(fc.array(fc.constantFrom(field('a', 'x'), field('b', ''), file('c')), { maxLength: 3 }), fc.nat())
    .map(([parts, end]) => Buffer.from(partsOf(parts)).subarray(0, end % 700));
  const anyJson = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), anyBytes)
    .map(([text, at, bytes]) => Buffer.concat([Buffer.from(text).subarray(0, at % 300), bytes.subarray(0, at % 3)]));
  const anyType = fc.oneof(
    fc.constantFrom(
      json,
      form,
      multipart,
      'multipart/form-data',
      'multipart/form-data; boundary="',
      'text/plain',
      undefined,
    ),
    fc.string({ maxLength: 20 }),
  );

  it('is received as well-formed text, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(Buffer.from('')), anyBytes, anyPieces),
        anyType,
        fc.oneof(anyBytes, anyPieces, anyForm, anyJson),
        async (query, type, body) => {
          const received = await receivedOrRefusal({ query, ...(type !== undefined && { type }), body });
          const { parameters } = received instanceof Refusal ? { parameters: new Map<string, string>() } : received;
          for (const pair of parameters) expect(pair.every((text) => text.isWellFormed())).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('arrives the same by every transport', async () => {
    const php = libraryEncodings[0]!;
    await fc.assert(
      fc.asyncProperty(anyParameters, async (any) => {
        const encoded = canonicalStringAs(php, any);
        const members = [...any].map((pair) => pair.map((text) => JSON.stringify(text)).join(':'));
        // Names in multipart headers are escaped differently by every client.
        const parts = [...any.values()].map((value, index) => field(`field${index}`, value));

        expect((await receiveParameters(requestOf({ query: encoded }))).parameters).toEqual(any);
        expect((await receiveParameters(requestOf({ type: form, body: encoded }))).parameters).toEqual(any);
        const object = `{${members.join()}}`;
        expect((await receiveParameters(requestOf({ type: json, body: object }))).parameters).toEqual(any);
        const fields = await receiveParameters(requestOf({ type: multipart, body: partsOf(parts) }));
        expect([...fields.parameters.values()]).toEqual([...any.values()]);
      }),
    );
  });

  it('may be encoded by any library', async () => {
    for (const encoding of libraryEncodings) {
      expect(await receive({ query: `title=${encodeAs(encoding, oddText)}` })).toEqual({
        parameters: { title: oddText },
      });
    }
  });
});

async function receive(sent: Sent): Promise<Outcome> {
  const received = await receivedOrRefusal(sent);
  if (received instanceof Refusal) return received.code;
  const { parameters, unreadable } = received;
  // What has a problem is refused by it, whatever else was read under that name.
  const readable = [...parameters].filter(([name]) => !unreadable.has(name));
  const problems = [...unreadable].map(([name, problem]) => [name, problem.code]);
  return {
    parameters: Object.fromEntries(readable),
    ...(problems.length > 0 && { problems: Object.fromEntries(problems) as Record<string, Problem['code']> }),
  };
}

async function receivedOrRefusal(sent: Sent) {
  try {
    return await receiveParameters(requestOf(sent));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** As it comes from Express: the target's bytes one a character, the body in bytes if there is one. */
function requestOf({ query, type, body }: Sent): Request {
  return {
    url: query === undefined ? '/goods' : `/goods?${Buffer.from(query).toString('latin1')}`,
    headers: type === undefined ? {} : { 'content-type': type },
    body: body === undefined ? undefined : Buffer.from(body),
  } as Request;
}

function multipartOf(fields: Record<string, string>): string {
  return partsOf(Object.entries(fields).map(([name, value]) => field(name, value)));
}

function partsOf(parts: string[], between = boundary): string {
  return `${parts.map((part) => `--${between}\r\n${part}\r\n`).join('')}--${between}--\r\n`;
}

function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function file(name: string): string {
  return `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntext`;
}

function pairsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `p${index}=${index}`).join('&');
}

function membersOf(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index])));
}

function differing(name: string): Outcome {
  return { parameters: {}, problems: { [name]: 'differentValues' } };
}
