import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredMessage } from '../../src/admin/door/errorMessages.ts';
import { limits } from '../../src/admin/guards/queryLimits.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Failure {
  message: string;
  extensions: { code: string; fields?: Record<string, string[]> };
}

async function ask(body: { query: string; variables?: object; operationName?: string }) {
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThan(limits.bodyBytes);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: text,
  });
  const answer = await response.text();
  const { errors } = JSON.parse(answer) as { errors: Failure[] };
  return { status: response.status, answer, errors };
}

const orders = 'query Q($f: OrderFilter) { orders(filter: $f) { totalCount } }';
const diagnosis = 'query Q($i: DiagnoseSignatureInput!) { diagnoseSignature(input: $i) { valid } }';
const diagnose = (parameters: unknown) => ({ i: { pluginId: 'plugtest', sign: 'x', parameters } });
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
const suggestion = 'Did you mean ';

/** Values that take the process minutes if their cost grows faster than their text. The limit is the test's own. */
const wrongValues: { what: string; query: string; variables: object; field: string }[] = [
  {
    what: '120,000 numbers for objects',
    query: diagnosis,
    variables: diagnose(Array(120_000).fill(1)),
    field: 'parameters[0]',
  },
  { what: '50,000 nulls', query: diagnosis, variables: diagnose(Array(50_000).fill(null)), field: 'parameters[0]' },
  {
    what: '80,000 empty objects',
    query: diagnosis,
    variables: diagnose(Array.from({ length: 80_000 }, () => ({}))),
    field: 'parameters[0].name',
  },
  { what: '20,000 fields that are not known', query: orders, variables: { f: keys(20_000) }, field: 'filter.k0' },
  { what: 'a field with a long name', query: orders, variables: { f: { ['k'.repeat(250_000)]: 1 } }, field: 'filter' },
  {
    what: 'a value full of suggestions',
    query: orders,
    variables: { f: { status: suggestion.repeat(19_000) } },
    field: 'filter.status',
  },
  {
    what: 'a value of one long word',
    query: orders,
    variables: { f: { status: 'a'.repeat(250_000) } },
    field: 'filter.status',
  },
  {
    what: 'a value full of question marks',
    query: orders,
    variables: { f: { status: '?'.repeat(250_000) } },
    field: 'filter.status',
  },
  {
    what: 'a key like a path',
    query: orders,
    variables: { f: { status: { [` at "${'a'.repeat(250_000)}`]: 1 } } },
    field: 'filter.status',
  },
  {
    what: 'a key of many paths',
    query: orders,
    variables: { f: { status: { [' at "a'.repeat(35_000)]: 1 } } },
    field: 'filter.status',
  },
  {
    what: 'an instant of 250,000 digits',
    query: orders,
    variables: { f: { createdFrom: '1'.repeat(250_000) } },
    field: 'filter.createdFrom',
  },
];

describe('a variable that cannot be', () => {
  it.each(wrongValues)('is refused once and in few words: $what', async ({ query, variables, field }) => {
    const { status, answer, errors } = await ask({ query, variables });

    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(errors[0]!.extensions.fields ?? {})).toEqual([field]);
    expect(answer.length).toBeLessThan(2000);
  });
});

const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1`).join(' ');

/** Each with the most errors that are answered for one query. */
const wrongQueries: { what: string; query: string; operationName?: string; code: string }[] = [
  {
    what: 'a literal full of suggestions',
    query: `{ orders(filter: { status: "${suggestion.repeat(5000)}" }) { totalCount } }`,
    code: 'BAD_USER_INPUT',
  },
  { what: 'a field with a long name', query: `{ ${'a'.repeat(60_000)} }`, code: 'GRAPHQL_VALIDATION_FAILED' },
  { what: 'a long word where none may be', query: `{ plugins } ${'a'.repeat(60_000)}`, code: 'GRAPHQL_PARSE_FAILED' },
  {
    what: 'an operation that is not there',
    query: 'query A { plugins { totalCount } } query B { plugins { totalCount } }',
    operationName: suggestion.repeat(19_000),
    code: 'OPERATION_RESOLUTION_FAILURE',
  },
  {
    what: '1,900 fields that are not known',
    query: `{ orders(filter: { ${names(1900 / 3)} }) { totalCount } }`,
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'long values beside each other',
    query: `{ ${`plugin(id: "${'x'.repeat(550)}") { id } `.repeat(400)} }`,
    code: 'QUERY_TOO_LONG',
  },
  {
    what: '100 mistakes below 4,000 lines',
    query: `${'\n'.repeat(3990)}{ orders(filter: { ${names(1200)} }) { totalCount } }`,
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'mistakes below 120,000 lines',
    query: `${'\n'.repeat(120_000)}{ orders(filter: { ${names(1200)} }) { totalCount } }`,
    code: 'QUERY_TOO_LONG',
  },
  {
    what: 'mistakes below a text of 120,000 lines',
    query: `{ plugin(id: """${'\n'.repeat(120_000)}""") { id } orders(filter: { ${names(1200)} }) { totalCount } }`,
    code: 'QUERY_TOO_LONG',
  },
];

describe('a query that cannot be', () => {
  it.each(wrongQueries)('is refused in few words: $what', async ({ query, operationName, code }) => {
    const { status, answer, errors } = await ask({ query, ...(operationName !== undefined && { operationName }) });

    expect(status).toBe(400);
    expect(errors[0]!.extensions.code).toBe(code);
    expect(answer.length).toBeLessThan(40_000);
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(500);
  });

  it('is no fault of ours, says the log', () => {
    expect(service.complaints()).toEqual([]);
  });
});

describe('what is answered of a message', () => {
  it.each([
    ['Value "PAYED" does not exist in "OrderStatus" enum. Did you mean the enum value "PAID"?', /enum\.$/],
    [
      'Cannot query field "a Did you mean b?" on type "Query".',
      /^Cannot query field "a Did you mean b\?" on type "Query"\.$/,
    ],
    ['Did you mean it', /^Did you mean it$/],
  ])('is %s without its suggestion', (message, answered) => {
    expect(answeredMessage(message)).toMatch(answered);
  });

  it('is at most 500 characters, the last of which says that there were more', () => {
    expect(answeredMessage('x'.repeat(500))).toBe('x'.repeat(500));
    expect(answeredMessage('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
  });
});
