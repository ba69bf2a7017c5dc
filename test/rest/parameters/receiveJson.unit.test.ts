import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../src/rules/parameters/decodeJson.ts';
import { receiveParameters } from '../../../src/rest/parameters/receiveParameters.ts';
import { anyText } from '../../rules/signing/parameterArbitraries.ts';
import { json, receive, requestOf } from '../../support/receivedParameters.ts';

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
    expect(receive({ type: json, body: `{"a":${written}}` })).toEqual({ parameters: { a: received } });
  });

  it('null is as if absent', async () => {
    expect(receive({ type: json, body: '{"a":null,"b":1}' })).toEqual({ parameters: { b: '1' } });
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
    '["}","]","\\"",{"b":["{"]}]',
    `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
  ])('%s is a problem of its name, and of no other', async (written) => {
    expect(receive({ type: json, body: `{"a":${written},"z":"x"}` })).toEqual({
      parameters: { z: 'x' },
      problems: { a: 'notText' },
    });
  });

  it.each(['"\\ud800"', '"\\udc00x"', '"\\ude00\\ud83d"'])('%s, a lone surrogate, is malformed', async (written) => {
    expect(receive({ type: json, body: `{"a":${written}}` })).toEqual({
      parameters: {},
      problems: { a: 'malformedText' },
    });
  });
});

describe('a JSON name', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '', ' ', '会', 'a\0b'])(
    '%j is a name as any other',
    async (name) => {
      const { parameters, unreadable } = receiveParameters(
        requestOf({ type: json, body: `{${JSON.stringify(name)}:"x"}` }),
      );

      expect([...parameters]).toEqual([[name, 'x']]);
      expect(unreadable.size).toBe(0);
    },
  );

  it('that every object inherits may come twice, or with an object, like any other', async () => {
    const twice = receiveParameters(requestOf({ type: json, body: '{"__proto__":"x","__proto__":"y"}' }));
    const nested = receiveParameters(requestOf({ type: json, body: '{"__proto__":{"plugin_id":"x"}}' }));

    expect([...twice.unreadable]).toEqual([['__proto__', { code: 'differentValues' }]]);
    expect([...nested.unreadable]).toEqual([['__proto__', { code: 'notText' }]]);
    expect(nested.parameters.size).toBe(0);
  });

  it('with a lone surrogate is malformed', async () => {
    expect(receive({ type: json, body: '{"\\ud800":"x"}' })).toEqual({
      parameters: {},
      problems: { '\uD800': 'malformedText' },
    });
  });
});

describe('a JSON body', () => {
  it('may begin with a byte order mark', async () => {
    expect(receive({ type: json, body: '\uFEFF{"a":"x"}' })).toEqual({ parameters: { a: 'x' } });
  });

  it('may be an empty object', async () => {
    expect(receive({ type: json, body: ' {} ' })).toEqual({ parameters: {} });
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
  ])('that $that is refused', async ({ body }) => {
    expect(receive({ type: json, body })).toBe('MALFORMED_BODY');
  });

  it('that is nested deeply, but readable, has a problem', async () => {
    expect(receive({ type: json, body: `{"a":${'['.repeat(500)}${']'.repeat(500)}}` })).toEqual({
      parameters: {},
      problems: { a: 'notText' },
    });
  });

  it('is read as JSON.parse reads it, but for how numbers were written', () => {
    const members = fc.uniqueArray(fc.tuple(anyText, fc.oneof(anyText, fc.jsonValue())), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(members, fc.constantFrom(0, 2), (any, indent) => {
        const body = Buffer.from(JSON.stringify(Object.fromEntries(any), null, indent));
        const expected = any.map(([name, value]) => [name, receivedOf(value)]);
        expect(new Map(decodeJson(body))).toEqual(new Map(expected as []));
      }),
    );
  });
});

function receivedOf(value: unknown): unknown {
  if (typeof value === 'string' || value === null) return value;
  const written = JSON.stringify(value);
  return typeof value === 'number' && !written.includes('e') ? written : { code: 'notText' };
}
