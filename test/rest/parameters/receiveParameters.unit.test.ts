import { describe, expect, it } from 'vitest';
import { oddText } from '../../rules/signing/libraryEncodings.ts';
import {
  field,
  file,
  form,
  json,
  multipart,
  partsOf,
  receive,
  type Outcome,
  type Sent,
} from '../../support/receivedParameters.ts';

describe('parameters travel', () => {
  const parameters = { title: oddText, total_fee: '100', attach: '' };
  const query =
    'title=%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80&total_fee=100&attach=';

  it.each<{ as: string; sent: Sent }>([
    { as: 'a query string', sent: { query } },
    { as: 'a query string with %20 for a space', sent: { query: query.replaceAll('+', '%20') } },
    {
      as: 'a urlencoded form with unescaped UTF-8',
      sent: { type: form, body: `title=${oddText.replace(`+%&`, '%2B%25%26')}&total_fee=100&attach` },
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
    expect(receive(sent)).toEqual({ parameters });
  });

  it('not at all', async () => {
    expect(receive({})).toEqual({ parameters: {} });
    expect(receive({ query: '' })).toEqual({ parameters: {} });
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
    expect(receive(request)).toEqual(outcome);
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
    expect(receive({ type, body: '{"a":"会"}' })).toEqual({ parameters: { a: '会' } });
  });

  it.each([
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-8 "',
    `${form}; charset=GBK`,
    `${multipart}; charset=gb18030`,
  ])('must not be %s', async (type) => {
    expect(receive({ type, body: '{"a":"x"}' })).toBe('UNSUPPORTED_CHARSET');
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
    expect(receive({ ...(type !== undefined && { type }), body: '{"a":"x"}' })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([undefined, '', 'json', 'text/plain', json, `${json}; charset=gbk`, form, 'multipart/form-data'])(
    'is of no consequence without a body: %s',
    async (type) => {
      const typed = type === undefined ? {} : { type };

      expect(receive({ ...typed, query: 'a=1' })).toEqual({ parameters: { a: '1' } });
      expect(receive({ ...typed, query: 'a=1', body: '' })).toEqual({ parameters: { a: '1' } });
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
    const received = receive(sent);

    expect(received === 'TOO_MANY_PARAMETERS').toBe(!read);
  });
});

function multipartOf(fields: Record<string, string>): string {
  return partsOf(Object.entries(fields).map(([name, value]) => field(name, value)));
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
