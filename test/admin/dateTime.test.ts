import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { OrderDocument, OrdersDocument, PayOrderDocument } from './generated/operations.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const pay = async (paidAt: string) => {
  const { id: orderId } = await makeOrder(service.admin, developer);
  return (await service.admin(PayOrderDocument, { input: { orderId, paidAt } })).payOrder.order;
};

/** Pays an order at the literal, which is written into the query. */
const payLiteral = async (paidAt: string) => {
  const { id } = await makeOrder(service.admin, developer);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `mutation { payOrder(input: { orderId: "${id}", paidAt: ${paidAt} }) { order { paidAt } } }`,
    }),
  });
  return (await response.json()) as { data?: unknown; errors?: { extensions: unknown }[] };
};

describe('an instant', () => {
  it.each([
    ['2021-06-22T02:30:00Z', '2021-06-22T02:30:00.000Z'],
    ['2021-06-22T02:30:00.1Z', '2021-06-22T02:30:00.100Z'],
    ['2021-06-22T02:30:00.123Z', '2021-06-22T02:30:00.123Z'],
    ['2021-06-22T02:30:00.123999Z', '2021-06-22T02:30:00.123Z'],
    ['2021-06-22T02:30:00+00:00', '2021-06-22T02:30:00.000Z'],
    ['2021-06-22T02:30:00-00:00', '2021-06-22T02:30:00.000Z'],
    ['2021-06-22T10:30:00+08:00', '2021-06-22T02:30:00.000Z'],
    ['2021-06-22T08:15:00+05:45', '2021-06-22T02:30:00.000Z'],
    ['2021-06-21T22:30:00-04:00', '2021-06-22T02:30:00.000Z'],
    ['2021-06-22t02:30:00z', '2021-06-22T02:30:00.000Z'],
    ['2020-02-29T23:59:59.999Z', '2020-02-29T23:59:59.999Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('given as %s comes back as %s, in the answer and from the database', async (given, shown) => {
    // No order is paid long before it is created.
    service.clock.now = new Date(shown);
    const order = await pay(given);
    service.clock.now = exampleTime;
    expect(order.paidAt).toBe(shown);
    expect((await service.admin(OrderDocument, { id: order.id })).order?.paidAt).toBe(shown);
  });

  it.each(['0001-01-01T00:00:00Z', '0999-06-22T02:30:00Z', '1969-12-31T23:59:59.999Z'])(
    'may be long before there were payments: all were made since %s',
    async (createdFrom) => {
      const { id } = await makeOrder(service.admin, developer);
      const { orders } = await service.admin(OrdersDocument, { first: 100, filter: { createdFrom } });
      expect(orders.edges.map(({ node }) => node.id)).toContain(id);
    },
  );

  const refused = [
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '2021-02-29T00:00:00Z',
    '2021-04-31T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-00-01T00:00:00Z',
    '2021-06-00T00:00:00Z',
    '2021-06-22T24:00:00Z',
    '2021-06-22T10:60:00Z',
    '2016-12-31T23:59:60Z',
    '2021-06-22T10:30:00+24:00',
    '2021-06-22T10:30:00+08',
    '2021-06-22T10:30:00',
    '2021-06-22 10:30:00Z',
    '2021-06-22T10:30Z',
    '2021-06-22T10:30:00',
    '2021-06-22',
    '1624329435',
    'now',
    '',
    '2021-06-22T10:30:00Z\0',
  ];
  const sentence =
    'expected an instant with seconds and an offset (Z or +08:00), in the years 0001 to 9999, such as 2021-06-22T10:37:15+08:00';

  it.each(refused)('is refused as bad input when it is %j', async (given) => {
    await expect(pay(given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { paidAt: [sentence] } });
  });

  it('is refused when it is a number, whose unit nobody can tell', async () => {
    for (const number of [1_624_329_435, 1_624_329_435_000, 0, true, {}, []]) {
      await expect(pay(number as never)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { paidAt: [sentence] },
      });
    }
  });

  it('is read and refused in the same way when it is written into the query', async () => {
    expect((await payLiteral('"2021-06-22T10:30:00+08:00"')).data).toEqual({
      payOrder: { order: { paidAt: '2021-06-22T02:30:00.000Z' } },
    });
    for (const literal of ['"0000-01-01T00:00:00Z"', '"2021-02-29T00:00:00Z"', '1624329435', 'TODAY', '{}']) {
      const { errors } = await payLiteral(literal);
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { paidAt: [sentence] } });
    }
  });
});
