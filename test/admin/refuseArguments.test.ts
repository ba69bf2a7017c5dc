import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { everyRow } from '../support/everyRow.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

interface Answer {
  status: number;
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown; extensions: { code: string; fields?: Record<string, string[]> } }[];
}

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const range = (name: string) => ({ [name]: [`${name} must be a whole number from 1 to 100.`] });
const noCursor = (name: string) => ({ [name]: [`${name} must be a cursor that this list has returned.`] });
const tooLong = (name: string) => ({ [name]: [`${name} must be 1 to 64 characters long.`] });

const pluginMutations = {
  createPlugin: () => 'createPlugin(input: { name: "B" })',
  updatePlugin: () => `updatePlugin(input: { id: "${developer.pluginId}", name: "C" })`,
  resetPluginSecret: () => `resetPluginSecret(input: { pluginId: "${developer.pluginId}" })`,
};

describe('a mistake below a mutation', () => {
  it.each(Object.entries(pluginMutations))('is found before anything is done: %s', async (_name, mutation) => {
    const before = await everyRow(service.databaseUrl);
    const { status, data, errors } = await ask(
      `mutation { ${mutation()} { plugin { orders(first: 0) { totalCount } } } }`,
    );

    expect([status, data]).toEqual([400, undefined]);
    expect(errors).toMatchObject([
      { message: range('first')['first']![0], extensions: { code: 'BAD_USER_INPUT', fields: range('first') } },
    ]);
    expect(await everyRow(service.databaseUrl)).toBe(before);
  });

  it('is found in a later mutation of the same request', async () => {
    const before = await everyRow(service.databaseUrl);
    const { errors } = await ask(`mutation {
      a: createPlugin(input: { name: "First" }) { secret }
      b: createApiKey(input: { name: "Second", role: VIEWER }) { key }
      c: issueAccessToken(input: { pluginId: "${developer.pluginId}", userId: "${developer.userId}" }) { accessToken }
      d: createUser(input: { nickname: "Third" }) { user { openId(pluginId: "${'x'.repeat(65)}") } }
    }`);

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: tooLong('pluginId') } }]);
    expect(await everyRow(service.databaseUrl)).toBe(before);
  });

  it('is none when the page can be: the secret is answered', async () => {
    const { data, errors } = await ask(
      `mutation M($n: Int = 1) { ${pluginMutations.resetPluginSecret()} {
         secret plugin { consoleGoods(first: $n) { totalCount } orders(first: 100) { totalCount } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      resetPluginSecret: {
        secret: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        plugin: { consoleGoods: { totalCount: 0 }, orders: { totalCount: 0 } },
      },
    });
  });
});

const below = (field: string) => `plugins { edges { node { ${field} { totalCount } } } }`;
const long = 'x'.repeat(65);

describe('an argument below a list that cannot be', () => {
  it.each<{ what: string; query: string; variables?: object; fields: object }>([
    { what: 'a page of 1e9', query: `{ ${below('orders(first: 1000000000)')} }`, fields: range('first') },
    { what: 'a page of -1', query: `{ ${below('consoleGoods(first: -1)')} }`, fields: range('first') },
    { what: 'no cursor', query: `{ ${below('deliveries(after: "x")')} }`, fields: noCursor('after') },
    {
      what: 'a size and a cursor',
      query: `{ ${below('deliveries(first: 0, after: "x")')} }`,
      fields: { ...range('first'), ...noCursor('after') },
    },
    {
      what: 'both directions',
      query: '{ plugins { totalCount } orders(first: 1, last: 1) { totalCount } }',
      fields: { last: ['last cannot go with first: a page has the first rows or the last ones.'] },
    },
    {
      what: 'a variable',
      query: `query Q($n: Int) { ${below('orders(first: $n)')} }`,
      variables: { n: 101 },
      fields: range('first'),
    },
    {
      what: "a variable's default",
      query: `query Q($n: Int = 0) { ${below('orders(first: $n)')} }`,
      fields: range('first'),
    },
    {
      what: 'a fragment in a fragment',
      query: `{ ...A } fragment A on Query { plugins { edges { node { ...B } } } }
        fragment B on Plugin { ... { ... on Plugin { orders(first: 0) { totalCount } } } }`,
      fields: range('first'),
    },
    {
      what: 'included and not skipped',
      query: `query Q($yes: Boolean!, $no: Boolean = false) {
        ${below('orders(first: 0) @include(if: $yes) @skip(if: $no)')} }`,
      variables: { yes: true },
      fields: range('first'),
    },
    {
      what: 'a filter',
      query: `{ ${below(`orders(filter: { goodsId: "${long}" })`)} }`,
      fields: tooLong('filter.goodsId'),
    },
    {
      what: 'a filter in a variable',
      query: `query Q($filter: DeliveryFilter) { ${below('deliveries(filter: $filter)')} }`,
      variables: { filter: { pluginId: long } },
      fields: tooLong('filter.pluginId'),
    },
    {
      what: 'an argument that is no page',
      query: `{ users { edges { node { openId(pluginId: "${long}") } } } }`,
      fields: tooLong('pluginId'),
    },
  ])('is refused before the first statement: $what', async ({ query, variables, fields }) => {
    const statements = await statementsOf(async () => {
      const { status, data, errors } = await ask(query, variables);
      expect([status, data]).toEqual([400, undefined]);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors![0]!.extensions.fields).toEqual(fields);
    });
    expect(statements).toEqual([]);
  });

  it.each<{ what: string; query: string; variables?: object }>([
    { what: 'skipped', query: '{ plugins { edges { node { id orders(first: 0) @skip(if: true) { totalCount } } } } }' },
    {
      what: 'not included',
      query: `query Q($no: Boolean!) { plugins @include(if: $no) { edges { node { orders(first: 0) { totalCount } } } } users { totalCount } }`,
      variables: { no: false },
    },
    {
      what: 'in a fragment that is skipped',
      query: '{ users { totalCount } ...A @skip(if: true) } fragment A on Query { orders(first: 0) { totalCount } }',
    },
    {
      what: 'a default that a variable replaces',
      query: `query Q($n: Int = 0) { ${below('orders(first: $n)')} }`,
      variables: { n: 1 },
    },
    {
      what: 'a size that is null',
      query: `query Q($n: Int) { ${below('orders(first: $n)')} }`,
      variables: { n: null },
    },
    { what: 'the end of a list whose first has a default', query: '{ goodsList(last: 1) { totalCount } }' },
  ])('is nobody’s mistake: $what', async ({ query, variables }) => {
    const { data, errors } = await ask(query, variables);
    expect(errors).toBeUndefined();
    expect(data).toBeTruthy();
  });
});

const schema = await buildAdminSchema();
const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);
const fields = objectTypes.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

describe('the schema', () => {
  it('has the pages of every connection checked', () => {
    const connections = objectTypes.filter(({ name }) => name.endsWith('Connection'));
    expect(connections.length).toBeGreaterThan(7);
    expect(connections.filter(({ extensions }) => !extensions['rowKind']).map(({ name }) => name)).toEqual([]);
  });

  it('has every argument checked that can stand below a mutation', () => {
    const roots: unknown[] = [schema.getQueryType(), schema.getMutationType()];
    const inner = fields.filter(
      ({ type, field }) => !roots.includes(type) && !type.name.startsWith('__') && field.args.length > 0,
    );
    expect(inner.length).toBeGreaterThan(3);
    const unchecked = inner.filter(({ field }) => {
      const beyondPage = field.args.filter(({ name }) => !['first', 'after', 'last', 'before'].includes(name));
      const isPageChecked = getNamedType(field.type).extensions['rowKind'] !== undefined;
      return beyondPage.length > 0 ? !field.extensions['check'] : !isPageChecked;
    });
    expect(unchecked.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});
