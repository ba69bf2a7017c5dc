import { getIntrospectionQuery } from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let orderId: string;
const statements = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  service = await startTestService();
  orderId = (await makeOrder(service.admin, await makeDeveloper(service.admin))).id;
});
afterAll(async () => {
  statements.mockRestore();
  await service.stop();
});
beforeEach(() => {
  statements.mockClear();
});

interface Answer {
  status: number;
  text: string;
  body: { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
}

async function send(body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
}

const ask = (query: string, variables: object = {}) => send(JSON.stringify({ query, variables }));
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const nested = (depth: number, before: string, inner: string, after: string) =>
  before.repeat(depth) + inner + after.repeat(depth);

/** Fragments of which each spreads the next one twice. */
const bomb = (count: number) =>
  `{ ...F0 } ${times(count, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${count} on Query { plugins { totalCount } }`;
const cycle = '{ ...A } fragment A on Query { ...B } fragment B on Query { plugins { totalCount } ...A }';
const lists = (size: number) =>
  `{ plugins(first: ${size}) { edges { node { orders(first: ${size}) { edges { node { id } } } } } } }`;

/** Far more than any refusal needs on a busy machine. */
const boundMs = 3000;

const abuses: [string, () => Promise<Answer>, string, RegExp][] = [
  [
    '1,000 aliases',
    () => ask(`{ ${times(1000, (i) => `a${i}: __typename`)} }`),
    'TOO_MANY_ALIASES',
    /at most 50 aliases/,
  ],
  [
    '51 aliases of a query',
    () => ask(`{ ${times(51, (i) => `a${i}: order(id: "${orderId}") { id }`)} }`),
    'TOO_MANY_ALIASES',
    /at most 50/,
  ],
  [
    '1,000 aliases of a mutation',
    () => ask(`mutation { ${times(1000, (i) => `a${i}: payOrder(input: {orderId: "${orderId}"}) { order { id } }`)} }`),
    'QUERY_TOO_LONG',
    /at most 4000/,
  ],
  [
    'aliases in fragments',
    () => ask(`{ ...A ...A } fragment A on Query { ${times(26, (i) => `a${i}: __typename`)} }`),
    'TOO_MANY_ALIASES',
    /at most 50/,
  ],
  [
    'connections ten deep',
    () => ask(`{ plugins { edges { node { ${nested(9, 'orders { edges { node { plugin { ', 'id', ' } } } }')} } } } }`),
    'QUERY_TOO_DEEP',
    /at most 15 deep/,
  ],
  [
    'six diagnoses at once',
    () =>
      ask(
        `{ ${Array.from({ length: 6 }, (_, n) => `d${n}: diagnoseSignature(input: { pluginId: "plugtest", sign: "", parameters: [] }) { valid }`).join(' ')} }`,
      ),
    'QUERY_TOO_COSTLY',
    /6000 objects; at most 5000/,
  ],
  [
    'six statistics at once',
    () =>
      ask(
        `{ ${times(6, (n) => `s${n}: deliveryStats(from: "2020-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z", bucketSeconds: 864000) { pending }`)} }`,
      ),
    'QUERY_TOO_COSTLY',
    /6000 objects; at most 5000/,
  ],
  [
    'the attempts of 200 orders at once',
    () =>
      ask(`{ ${times(2, (n) => `a${n}: orders(first: 100) { edges { node { delivery { attempts { id } } } } }`)} }`),
    'QUERY_TOO_COSTLY',
    /6400 objects; at most 5000/,
  ],
  [
    'long texts of 3,000 attempts, again and again',
    () =>
      ask(
        `{ deliveryAttempts(first: 100) { edges { node { delivery { attempts { ${times(45, (n) => `a${n}: responseBody`)} } } } } } }`,
      ),
    'QUERY_TOO_COSTLY',
    /28513 objects; at most 5000.*long texts once/,
  ],
  [
    'the same statistics 48 times',
    () =>
      ask(
        `{ deliveryStats(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", bucketSeconds: 100) { ${times(48, (n) => `b${n}: buckets { attempts }`)} } }`,
      ),
    'QUERY_TOO_COSTLY',
    /48000 objects; at most 5000/,
  ],
  [
    'a change whose answer may be long',
    () =>
      ask(
        `mutation { ${times(7, (n) => `r${n}: resendDelivery(input: { orderId: "${orderId}" }) { delivery { attempts { responseBody } } }`)} }`,
      ),
    'QUERY_TOO_COSTLY',
    /5264 objects; at most 5000/,
  ],
  [
    'a change that is answered with many names of the query',
    () =>
      ask(
        `mutation { payOrder(input: { orderId: "${orderId}" }) { order { plugin { orders(first: 100) { edges { node { delivery { attempts { ${times(40, (n) => `${'a'.repeat(90)}${n}: __typename`)} } } } } } } } } }`,
      ),
    'QUERY_TOO_COSTLY',
    /objects; at most 5000/,
  ],
  [
    'an alias of 101 letters',
    () => ask(`{ ${'a'.repeat(101)}: plugins { totalCount } }`),
    'QUERY_TOO_LONG',
    /An alias may have at most 100 characters/,
  ],
  ['wide lists in wide lists', () => ask(lists(100)), 'QUERY_TOO_COSTLY', /\d+ objects; at most 5000/],
  [
    'wide lists whose size is a variable',
    () => ask(`query Q($n: Int!) ${lists(100).replaceAll('100', '$n')}`, { n: 100 }),
    'QUERY_TOO_COSTLY',
    /at most 5000/,
  ],
  [
    'a cheap operation beside a costly one that is asked for',
    () => send(JSON.stringify({ query: `query A { __typename } query B ${lists(100)}`, operationName: 'B' })),
    'QUERY_TOO_COSTLY',
    /at most 5000/,
  ],
  [
    'a query by its hash',
    () => send(JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'ab'.repeat(32) } } })),
    'PERSISTED_QUERY_NOT_SUPPORTED',
    /NotSupported/,
  ],
  [
    'a batch of 1,000',
    () => send(JSON.stringify(Array.from({ length: 1000 }, () => ({ query: '{ __typename }' })))),
    'BAD_REQUEST',
    /batch/i,
  ],
  ['first: -1', () => ask('{ plugins(first: -1) { totalCount } }'), 'BAD_USER_INPUT', /from 1 to 100/],
  ['first: 1e9', () => ask('{ plugins(first: 1e9) { totalCount } }'), 'BAD_USER_INPUT', /Int/],
  ['first: 1000000000', () => ask('{ plugins(first: 1000000000) { totalCount } }'), 'BAD_USER_INPUT', /from 1 to 100/],
  [
    'first: 1e9 in a variable',
    () => ask('query Q($n: Int) { plugins(first: $n) { totalCount } }', { n: 1e9 }),
    'BAD_USER_INPUT',
    /from 1 to 100/,
  ],
  [
    'first: 1e10 in a variable',
    () => ask('query Q($n: Int) { plugins(first: $n) { totalCount } }', { n: 1e10 }),
    'BAD_USER_INPUT',
    /Int/,
  ],
  [
    'first: 1000000000 below a list',
    () => ask('{ plugins { edges { node { orders(first: 1000000000) { totalCount } } } } }'),
    'BAD_USER_INPUT',
    /from 1 to 100/,
  ],
  [
    'a query of 5 MB',
    () => ask(`{ ${'plugins { totalCount } '.repeat(230_000)} }`),
    'BAD_REQUEST',
    /at most 262144 bytes/,
  ],
  ['a variable of 5 MB', () => ask('{ __typename }', { a: 'x'.repeat(5e6) }), 'BAD_REQUEST', /at most 262144 bytes/],
  ['fragments in a cycle', () => ask(cycle), 'FRAGMENT_CYCLE', /spread itself/],
  [
    'a cycle that nothing spreads',
    () => ask(cycle.replace('...A }', '__typename }')),
    'FRAGMENT_CYCLE',
    /spread itself/,
  ],
  ['a fragment bomb', () => ask(bomb(30)), 'TOO_MANY_FIELDS', /at most 1000 fields/],
  ['a large fragment bomb', () => ask(bomb(250)), 'TOO_MANY_FIELDS', /at most 1000 fields/],
  [
    'a fragment bomb in introspection',
    () => ask(bomb(30).replaceAll('plugins { totalCount }', '__schema { types { name } }')),
    'TOO_MANY_FIELDS',
    /at most 1000 fields/,
  ],
  [
    '10,000 directives',
    () => ask(`{ __typename ${'@include(if: true) '.repeat(10_000)} }`),
    'QUERY_TOO_LONG',
    /at most 4000/,
  ],
  ['51 directives', () => ask(`{ __typename ${'@a '.repeat(51)} }`), 'TOO_MANY_DIRECTIVES', /at most 50 directives/],
  ['100,000 tokens', () => ask(`{ ${'a '.repeat(100_000)} }`), 'QUERY_TOO_LONG', /at most 4000/],
  ['200,000 brackets', () => ask('{'.repeat(200_000)), 'QUERY_TOO_DEEP', /at most 64 deep/],
  [
    'lists 10,000 deep',
    () => ask(`{ order(id: ${nested(10_000, '[', '1', ']')}) { id } }`),
    'QUERY_TOO_DEEP',
    /at most 64 deep/,
  ],
  [
    'objects 10,000 deep',
    () => ask(`{ plugins(first: ${nested(10_000, '{a: ', '1', '}')}) { totalCount } }`),
    'QUERY_TOO_DEEP',
    /at most 64 deep/,
  ],
  [
    'lists as deep as a query may be long',
    () => ask(`{ order(id: ${nested(1990, '[', '1', ']')}) { id } }`),
    'QUERY_TOO_DEEP',
    /at most 64 deep/,
  ],
  [
    'lists 100,000 deep in a variable',
    () =>
      send(`{"query":"query Q($id: ID!) { order(id: $id) { id } }","variables":{"id":${nested(1e5, '[', '1', ']')}}}`),
    'BAD_USER_INPUT',
    /ID cannot represent/,
  ],
  ['a field 10,000 times', () => ask(`{ ${'__typename '.repeat(10_000)} }`), 'QUERY_TOO_LONG', /at most 4000/],
  ['a field 3,000 times', () => ask(`{ ${'__typename '.repeat(3000)} }`), 'TOO_MANY_FIELDS', /at most 1000 fields/],
  ['brackets 2,000 deep', () => ask('{a'.repeat(2000)), 'QUERY_TOO_DEEP', /at most 64 deep/],
  ['1,000 operations', () => ask(times(1000, (i) => `query Q${i} { __typename }`)), 'QUERY_TOO_LONG', /at most 4000/],
  [
    'introspection without a key',
    () => send(JSON.stringify({ query: getIntrospectionQuery() }), { authorization: '' }),
    'UNAUTHENTICATED',
    /valid key/,
  ],
  [
    'introspection in circles',
    () => ask(`{ __schema { types { ${nested(6, 'fields { type { ', 'name', ' } }')} } } }`),
    'GRAPHQL_VALIDATION_FAILED',
    /introspection depth/,
  ],
];

describe('a request that asks for too much', () => {
  it.each(abuses)('is refused at once and says why: %s', async (_what, request, code, message) => {
    const startedAt = performance.now();
    const answer = await request();

    expect(performance.now() - startedAt).toBeLessThan(boundMs);
    expect(answer.body.errors?.[0]?.extensions.code).toBe(code);
    expect(answer.body.errors?.[0]?.message).toMatch(message);
    expect(answer.body.data ?? null).toBeNull();
    expect(statements).not.toHaveBeenCalled();
    expect(answer.text.length).toBeLessThan(20_000);
    expect(answer.text).not.toMatch(/Did you mean|stacktrace|node_modules|\.[tj]s:\d|prisma|select /i);
  });

  it('is refused by GET too', async () => {
    const answer = await fetch(`${service.url}/graphql?query=${encodeURIComponent(bomb(30))}`, {
      headers: { authorization: `Bearer ${service.adminToken}`, 'apollo-require-preflight': 'yes' },
    });
    expect(((await answer.json()) as Answer['body']).errors?.[0]?.extensions.code).toBe('TOO_MANY_FIELDS');
  });

  it('is no fault of ours, says the log', () => {
    expect(service.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
