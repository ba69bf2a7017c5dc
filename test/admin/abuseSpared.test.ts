import { getIntrospectionQuery, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/admin/guards/queryLimits.ts';
import { measureShape } from '../../src/admin/guards/measureShape.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let orderId: string;

beforeAll(async () => {
  service = await startTestService();
  orderId = (await makeOrder(service.admin, await makeDeveloper(service.admin))).id;
});
afterAll(() => service.stop());

interface Answer {
  status: number;
  text: string;
  body: { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
}

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
}

describe('what staff and their tools ask for', () => {
  const widest = `
    query Orders($first: Int = 50, $after: String, $filter: OrderFilter) {
      orders(first: $first, after: $after, filter: $filter) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges {
          cursor
          node {
            id openId outOrderId attach body payFee status createdAt paidAt
            plugin { id name callbackUrl deliveriesPaused createdAt secrets { id hint createdAt expiresAt } }
            goods { id title totalFee payLimit paidCount source createdAt }
            user { id nickname avatar member }
            notification { code message nextAttemptAt }
            delivery {
              status attemptCount maxNotifications nextAttemptAt acknowledgedAt createdAt
              attempts {
                id number trigger outcome scheduledAt startedAt finishedAt url requestBody httpStatus responseBody
                responseTruncated error hint durationMs dnsMs connectMs firstByteMs remoteAddress worker
              }
            }
          }
        }
      }
    }`;

  it.each([50, 100])('is answered: %i orders with all that belongs to them', async (first) => {
    const { body } = await ask(widest, { first });
    expect(body.errors).toBeUndefined();
    expect(body.data).toMatchObject({ orders: { totalCount: 1, edges: [{ node: { id: orderId } }] } });
  });

  it('is answered: a page of five charts', async () => {
    const chart = (n: number) =>
      `c${n}: deliveryStats(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", bucketSeconds: 100) {
        pending overdue buckets { start attempts acknowledged failed durationMsP50 durationMsP99 } }`;
    const { body } = await ask(`{ ${[1, 2, 3, 4, 5].map(chart).join(' ')} }`);
    expect(body.errors).toBeUndefined();
  });

  it('is answered: what a change has done, with all attempts there were', async () => {
    const resend = (n: number) =>
      `r${n}: resendDelivery(input: { orderId: "unknown" }) { delivery { attempts { number requestBody responseBody } } }`;
    const { body } = await ask(`mutation { ${[1, 2, 3, 4, 5].map(resend).join(' ')} }`);
    expect(body.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('is answered: the orders of every plugin on a page', async () => {
    const { body } = await ask(
      '{ plugins { edges { node { name orders { edges { node { id goods { title } user { nickname } delivery { status } } } } } } } }',
    );
    expect(body.errors).toBeUndefined();
  });

  it.each([
    ['a code generator', getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true, oneOf: true })],
    ['GraphiQL', getIntrospectionQuery({ schemaDescription: true, directiveIsRepeatable: true })],
  ])('is answered: the introspection of %s, with room to spare', async (_what, query) => {
    const { body } = await ask(query);
    expect(body.errors).toBeUndefined();
    const shape = measureShape(parse(query));
    expect(shape).toMatchObject({ aliases: 0, directives: 0 });
    expect(shape !== 'cyclic' && shape.selections * 2).toBeLessThan(limits.selections);
  });

  it.each([
    ['a field that does not exist', '{ plugin(id: "a") { nam } }', /^Cannot query field "nam" on type "Plugin"\.$/],
    [
      'an argument that does not exist',
      '{ plugin(idd: "a") { name } }',
      /^Unknown argument "idd" on field "Query.plugin"\.$/,
    ],
    [
      'a type that does not exist',
      'query Q($a: OrderFiltr) { orders(filter: $a) { totalCount } }',
      /^Unknown type "OrderFiltr"\.$/,
    ],
    [
      'a value that does not exist',
      '{ orders(filter: { status: PAYED }) { totalCount } }',
      /^Value "PAYED" does not exist in "OrderStatus" enum\.$/,
    ],
  ])('is refused with what is wrong and no suggestion: %s', async (_what, query, message) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.errors?.[0]?.message).toMatch(message);
  });

  it('is refused with what is wrong and no suggestion: a variable', async () => {
    const query = 'query Q($filter: OrderFilter) { orders(filter: $filter) { totalCount } }';
    for (const filter of [{ status: 'PAYED' }, { statu: 'PAID' }]) {
      const { text, body } = await ask(query, { filter });
      expect(body.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(text).not.toContain('Did you mean');
    }
  });
});

describe('the test of what is refused', () => {
  it('would notice a statement', async () => {
    expect((await statementsOf(() => ask('{ plugins { totalCount } }'))).length).toBeGreaterThan(0);
  });
});
