import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import {
  IssueAccessTokenDocument,
  OrdersDocument,
  PayOrderDocument,
  type OrderFilter,
} from './generated/operations.ts';

let service: TestService;
let ours: Developer;
let theirs: Developer;
/** Our user, as the other plugin knows them. */
let openIdThere: string;
let goodsId: string;
/** By name, in the order of their creation. */
const orderIds = new Map<string, string>();

const iso = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000).toISOString();

async function make(name: string, seconds: number, order: () => ReturnType<typeof makeOrder>): Promise<string> {
  service.clock.now = new Date(iso(seconds));
  const { id } = await order();
  orderIds.set(name, id);
  return id;
}
const pay = (orderId: string, seconds: number) =>
  service.admin(PayOrderDocument, { input: { orderId, paidAt: iso(seconds) } });

/** The names of the orders that a filter has, the oldest first. */
async function namesOf(filter: OrderFilter | null): Promise<string[]> {
  const { orders } = await service.admin(OrdersDocument, { filter });
  expect(orders.totalCount).toBe(orders.edges.length);
  const found = new Set(orders.edges.map(({ node }) => node.id));
  return [...orderIds].filter(([, id]) => found.has(id)).map(([name]) => name);
}

beforeAll(async () => {
  service = await startTestService();
  ours = await makeDeveloper(service.admin, 'https://example.com/paid');
  theirs = await makeDeveloper(service.admin);
  const link = { pluginId: theirs.pluginId, userId: ours.userId };
  openIdThere = (await service.admin(IssueAccessTokenDocument, { input: link })).issueAccessToken.openId;
  goodsId = (await makeGoods(service.admin, ours.pluginId)).id;

  await make('unpaid', 0, () => makeOrder(service.admin, ours, { goodsId, outOrderId: 'number-1' }));
  const told = await make('told', 100, () => makeOrder(service.admin, ours, { goodsId }));
  await pay(told, 150);
  await run(service.databaseUrl, `UPDATE "order" SET acknowledged_at = '${iso(160)}' WHERE id = '${told}'`);
  await pay(await make('not told', 200, () => makeOrder(service.admin, ours)), 250);
  await pay(await make('theirs', 300, () => makeOrder(service.admin, theirs, { outOrderId: 'number-1' })), 50);
  await make('our user there', 400, () => makeOrder(service.admin, theirs, { userId: ours.userId }));
});
afterAll(() => service.stop());

const all = ['unpaid', 'told', 'not told', 'theirs', 'our user there'];

describe('orders', () => {
  it.each<{ filter: OrderFilter | null; names: string[] }>([
    { filter: null, names: all },
    { filter: {}, names: all },
    { filter: { pluginId: null, status: null, createdFrom: null, unacknowledged: null }, names: all },
    { filter: { status: 'UNPAID' }, names: ['unpaid', 'our user there'] },
    { filter: { status: 'PAID' }, names: ['told', 'not told', 'theirs'] },
    { filter: { outOrderId: 'number-1' }, names: ['unpaid', 'theirs'] },
    { filter: { outOrderId: 'number' }, names: [] },
    { filter: { createdFrom: iso(300) }, names: ['theirs', 'our user there'] },
    { filter: { createdTo: iso(100) }, names: ['unpaid'] },
    { filter: { createdFrom: iso(100), createdTo: iso(300) }, names: ['told', 'not told'] },
    { filter: { paidFrom: iso(150) }, names: ['told', 'not told'] },
    { filter: { paidTo: iso(150) }, names: ['theirs'] },
    { filter: { paidFrom: iso(50), paidTo: iso(150.001) }, names: ['told', 'theirs'] },
    { filter: { paidFrom: iso(250), paidTo: iso(150) }, names: [] },
    { filter: { paidTo: '0001-01-01T00:00:00Z' }, names: [] },
    { filter: { paidTo: '9999-12-31T23:59:59.999Z' }, names: ['told', 'not told', 'theirs'] },
    { filter: { paidTo: iso(200), createdFrom: iso(300) }, names: ['theirs'] },
    { filter: { unacknowledged: true }, names: ['not told', 'theirs'] },
    { filter: { unacknowledged: false }, names: ['unpaid', 'told', 'our user there'] },
    { filter: { unacknowledged: false, status: 'PAID' }, names: ['told'] },
    { filter: { unacknowledged: true, status: 'UNPAID' }, names: [] },
    { filter: { unacknowledged: true, paidFrom: iso(100), createdFrom: iso(100) }, names: ['not told'] },
  ])('of $filter are $names', async ({ filter, names }) => {
    expect(await namesOf(filter)).toEqual(names);
  });

  it('of a plugin, goods, a user or an open_id are only theirs', async () => {
    const { pluginId, userId, openId } = ours;

    expect(await namesOf({ pluginId })).toEqual(['unpaid', 'told', 'not told']);
    expect(await namesOf({ goodsId })).toEqual(['unpaid', 'told']);
    expect(await namesOf({ userId })).toEqual(['unpaid', 'told', 'not told', 'our user there']);
    expect(await namesOf({ openId })).toEqual(['unpaid', 'told', 'not told']);
    expect(await namesOf({ openId: openIdThere })).toEqual(['our user there']);
    expect(await namesOf({ pluginId: theirs.pluginId, userId })).toEqual(['our user there']);
    expect(await namesOf({ pluginId: theirs.pluginId, outOrderId: 'number-1' })).toEqual(['theirs']);
    expect(await namesOf({ pluginId: theirs.pluginId, openId })).toEqual([]);
    expect(await namesOf({ pluginId, unacknowledged: true })).toEqual(['not told']);
  });

  it('show what they show alone', async () => {
    const { orders } = await service.admin(OrdersDocument, { filter: { pluginId: theirs.pluginId } });
    const [newest] = orders.edges;

    expect(newest!.node).toMatchObject({
      id: orderIds.get('our user there'),
      plugin: { id: theirs.pluginId },
      user: { id: ours.userId },
      openId: openIdThere,
      outOrderId: null,
      paidAt: null,
      createdAt: iso(400),
    });
  });

  it.each(['pluginId', 'goodsId', 'userId', 'openId', 'outOrderId'])('refuse a %s that could be none', async (name) => {
    for (const value of ['a\0b', '', 'x'.repeat(65)]) {
      await expect(namesOf({ [name]: value })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [`filter.${name}`]: [expect.any(String)] },
      });
    }
  });
});
