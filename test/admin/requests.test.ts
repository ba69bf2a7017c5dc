import { parseValue, valueFromASTUntyped } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOrder, makeDeveloper } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { OrderDocument } from './generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: { data?: unknown; errors?: { message: string; extensions: { code: string; fields?: unknown } }[] };
}

async function send(init: RequestInit & { headers?: Record<string, string> }, query = ''): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${service.adminToken}`,
    'content-type': 'application/json',
    ...init.headers,
  };
  const response = await fetch(`${service.url}/graphql${query}`, { method: 'POST', ...init, headers });
  const text = await response.text();
  const body = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, body };
}

const valid = () => service.adminToken;
const ask = (query: string, variables: object = {}) => send({ body: JSON.stringify({ query, variables }) });
const codeOf = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

function expectNothingInternal({ text }: Answer): void {
  expect(text).not.toMatch(/stack|node_modules|at .+:\d+:\d+|\.ts\b|\.js\b|prisma|select /i);
}

describe('without a valid key', () => {
  it.each([
    ['no key', () => ''],
    ['a wrong key', () => `Bearer ${valid()}x`],
    ['part of the key', () => `Bearer ${valid().slice(0, -1)}`],
    ['the key in another case', () => `Bearer ${valid().toUpperCase()}`],
    ['no scheme', () => valid()],
    ['another scheme', () => `Basic ${Buffer.from(`admin:${valid()}`).toString('base64')}`],
    ['another scheme around the key', () => `Token ${valid()}`],
    ['two keys', () => `Bearer ${valid()} ${valid()}`],
  ])('refuses %s', async (_what, authorization) => {
    const answer = await send({ headers: { authorization: authorization() }, body: '{"query":"{ __typename }"}' });

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual({
      errors: [
        {
          message: 'Send a valid key as Authorization: Bearer <key>.',
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ],
    });
  });

  it('refuses introspection too', async () => {
    const body = JSON.stringify({ query: '{ __schema { types { name } } }' });
    expect(codeOf(await send({ headers: { authorization: '' }, body }))).toBe('UNAUTHENTICATED');
  });

  it.each(['{"query":', '{"query":"{ nothing }"}', 'x'.repeat(1024 * 1024)])(
    'reads nothing of what is sent (%.20s)',
    async (body) => {
      const answer = await send({ headers: { authorization: '' }, body });
      expect(answer.status).toBe(401);
      expect(codeOf(answer)).toBe('UNAUTHENTICATED');
    },
  );

  it('does not take the key from the query string', async () => {
    const answer = await send(
      { headers: { authorization: '' }, body: '{"query":"{ __typename }"}' },
      `?authorization=${valid()}&access_token=${valid()}&key=${valid()}`,
    );
    expect(answer.status).toBe(401);
  });
});

describe('with the key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('takes the scheme as %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${service.adminToken}` };
    expect((await send({ headers, body: '{"query":"{ __typename }"}' })).body).toEqual({
      data: { __typename: 'Query' },
    });
  });

  it('describes the schema to tools', async () => {
    const { body } = await ask('{ __type(name: "Plugin") { fields { name } } }');
    expect(body.data).toMatchObject({ __type: { fields: expect.arrayContaining([{ name: 'callbackUrl' }]) } });
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['an empty body', {}, 400],
    ['an empty object', { body: '{}' }, 400],
    ['an empty query', { body: '{"query":""}' }, 400],
    ['malformed JSON', { body: '{"query":' }, 400],
    ['a JSON text that is no object', { body: '"{ __typename }"' }, 400],
    ['null', { body: 'null' }, 400],
    ['a batch', { body: '[{"query":"{ __typename }"}]' }, 400],
    ['an empty batch', { body: '[]' }, 400],
    ['a query that is no text', { body: '{"query":{"a":1}}' }, 400],
    ['variables that are no object', { body: '{"query":"{ __typename }","variables":"x"}' }, 400],
    ['plain text', { body: '{"query":"{ __typename }"}', headers: { 'content-type': 'text/plain' } }, 415],
    ['a form', { body: 'query={__typename}', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['an unknown charset', { body: '{}', headers: { 'content-type': 'application/json; charset=klingon' } }, 415],
    ['an unknown encoding', { body: '{}', headers: { 'content-encoding': 'klingon' } }, 415],
    ['a body of 1 MB', { body: JSON.stringify({ query: '{ __typename }', x: 'x'.repeat(1024 * 1024) }) }, 413],
    ['a query without its closing brace', { body: '{"query":"{ __typename"}' }, 400],
    ['a query for what does not exist', { body: '{"query":"{ nothing }"}' }, 400],
    ['a request without the operation it names', { body: '{"query":"{ __typename }","operationName":"Other"}' }, 400],
  ])('answers %s with an error in the usual shape', async (_what, init, status) => {
    const answer = await send(init);
    expect(answer.status).toBe(status);
    expect(answer.body.errors?.[0]).toMatchObject({
      message: expect.any(String),
      extensions: { code: expect.any(String) },
    });
    expect(answer.body.data).toBeUndefined();
    expectNothingInternal(answer);
  });

  it('does not run a query that a browser could send from another site: it has no key', async () => {
    const url = `${service.url}/graphql?query=${encodeURIComponent('{ __typename }')}`;
    const answer = await fetch(url, { headers: { 'apollo-require-preflight': 'yes' } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('"data"');
  });

  it('does not change anything by GET', async () => {
    const order = await makeOrder(service.admin, await makeDeveloper(service.admin));
    const query = `mutation { payOrder(input: { orderId: "${order.id}" }) { order { id } } }`;
    const answer = await fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${service.adminToken}` },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'Send mutations by POST.', extensions: { code: 'METHOD_NOT_ALLOWED' } }],
    });
    expect((await service.admin(OrderDocument, { id: order.id })).order?.status).toBe('UNPAID');
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('is told what to send instead of %s', async (method) => {
    const answer = await send({ method, body: '{"query":"{ __typename }"}' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST, OPTIONS');
    expect(answer.body).toEqual({
      errors: [
        {
          message: `Send queries by POST, or by GET; ${method} does nothing here.`,
          extensions: { code: 'METHOD_NOT_ALLOWED' },
        },
      ],
    });
  });

  it.each([
    ['subscription { __typename }', undefined],
    ['subscription A { plugins { totalCount } } query B { __typename }', 'A'],
  ])('is told that there are no subscriptions: %s', async (query, operationName) => {
    const answer = await send({ body: JSON.stringify({ query, operationName }) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      {
        message: 'There are no subscriptions here: repeat a query instead.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
  });

  it('does not log the caller’s mistakes as faults of ours', async () => {
    expect(service.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

describe('input that GraphQL itself refuses', () => {
  const createGoods = 'mutation M($input: CreateGoodsInput!) { createGoods(input: $input) { goods { id } } }';
  it.each([
    ['a missing variable', 'query Q($id: ID!) { plugin(id: $id) { id } }', {}, 'id'],
    ['a variable that is null', 'query Q($id: ID!) { plugin(id: $id) { id } }', { id: null }, 'id'],
    ['a variable of another type', 'query Q($id: ID!) { plugin(id: $id) { id } }', { id: 1.5 }, 'id'],
    ['a missing argument', createGoods, { input: { pluginId: 'p', title: 't' } }, 'totalFee'],
    ['an argument that is null', createGoods, { input: { pluginId: 'p', title: null, totalFee: 1 } }, 'title'],
    ['a number that is text', createGoods, { input: { pluginId: 'p', title: 't', totalFee: '1' } }, 'totalFee'],
    [
      'a text with quotes in it',
      createGoods,
      { input: { pluginId: 'p', title: 't', totalFee: 'a at "b"; c' } },
      'totalFee',
    ],
    [
      'an unknown argument',
      createGoods,
      { input: { pluginId: 'p', title: 't', totalFee: 1, colour: 'red' } },
      'colour',
    ],
    ['a variable of another name', 'query Q($n: Int) { plugins(first: $n) { totalCount } }', { n: 1.5 }, 'first'],
    [
      'a variable in a fragment',
      'query Q($n: Int) { ...F } fragment F on Query { plugins(first: $n) { totalCount } }',
      { n: 'x' },
      'first',
    ],
    [
      'a variable within an argument',
      'query Q($s: OrderStatus) { orders(filter: { status: $s }) { totalCount } }',
      { s: 'LOST' },
      'filter.status',
    ],
    [
      'an argument that is null in spite of its default',
      'query Q($id: ID = "x") { plugin(id: $id) { id } }',
      { id: null },
      'id',
    ],
  ])('names %s', async (_what, query, variables, argument) => {
    const answer = await ask(query, variables);
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [expect.any(String)] },
    });
    expectNothingInternal(answer);
  });
});

describe('input of one kind', () => {
  const diagnose = { operation: 'query', field: 'diagnoseSignature', type: 'DiagnoseSignatureInput!' };
  const makeGoods = { operation: 'mutation', field: 'createGoods', type: 'CreateGoodsInput!' };
  const listOrders = { operation: 'query', field: 'orders', type: 'OrderFilter' };

  it.each([
    { at: listOrders, given: '{ status: LOST }', path: 'filter.status' },
    { at: listOrders, given: '{ createdFrom: "yesterday" }', path: 'filter.createdFrom' },
    { at: listOrders, given: '{ unacknowledged: 1 }', path: 'filter.unacknowledged' },
    { at: listOrders, given: '{ colour: 1 }', path: 'filter.colour' },
    { at: listOrders, given: '{ pluginId: "a\\u0000b" }', path: 'filter.pluginId' },
    { at: listOrders, given: '7', path: 'filter' },
    { at: makeGoods, given: '{ pluginId: "p", title: "t" }', path: 'totalFee' },
    { at: makeGoods, given: '{ pluginId: "p", title: null, totalFee: 1 }', path: 'title' },
    { at: makeGoods, given: '{ pluginId: "p", title: "", totalFee: 1 }', path: 'title' },
    { at: makeGoods, given: '{ pluginId: "p", title: "t", totalFee: 1, titel: "" }', path: 'titel' },
    { at: makeGoods, given: 'null', path: 'input' },
    { at: diagnose, given: '{ pluginId: "p", sign: "", parameters: [{ name: "n" }] }', path: 'parameters[0].value' },
    {
      at: diagnose,
      given: '{ pluginId: "p", sign: "", parameters: [{ name: "n", value: "" }, { name: 1, value: "" }] }',
      path: 'parameters[1].name',
    },
  ])('is named alike in the query and in a variable: $given', async ({ at, given, path }) => {
    const { operation, field, type } = at;
    const argument = field === 'orders' ? 'filter' : 'input';
    const asked = (value: string) => `${field}(${argument}: ${value}) { __typename }`;
    const literal = await ask(`${operation} { ${asked(given)} }`);
    const variable = await ask(`${operation} Q($given: ${type}) { ${asked('$given')} }`, { given: asJson(given) });

    for (const { body } of [literal, variable]) {
      expect(body.errors?.map(({ extensions }) => extensions)).toMatchObject([
        { code: 'BAD_USER_INPUT', fields: { [path]: [expect.any(String)] } },
      ]);
    }
  });
});

/** A literal of GraphQL as the JSON of the same value. */
function asJson(literal: string): unknown {
  return valueFromASTUntyped(parseValue(literal));
}
