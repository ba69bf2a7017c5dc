import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { statementsOf, type Statement } from '../support/statements.ts';
import {
  DeliveriesDocument,
  DeliveryPageDocument,
  PayOrderDocument,
  type DeliveryPageQuery,
  type DeliveryPageQueryVariables,
} from './generated/operations.ts';

let service: TestService;
let developer: Developer;
let goodsId: string;
/** All ids, as one page gives them. */
let all: string[];

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const page = async (given: DeliveryPageQueryVariables) => (await service.admin(DeliveryPageDocument, given)).deliveries;
const idsOf = ({ edges }: DeliveryPageQuery['deliveries']) => edges.map(({ node }) => node.order.id);

async function payAt(now: Date): Promise<string> {
  service.clock.now = now;
  const { id } = await makeOrder(service.admin, developer, { goodsId });
  await service.admin(PayOrderDocument, { input: { orderId: id } });
  return id;
}

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin, 'https://example.com/paid');
  goodsId = (await makeGoods(service.admin, developer.pluginId)).id;
  // Two deliveries, then five of one instant, then two.
  for (const seconds of [0, 1, 2, 2, 2, 2, 2, 3, 4]) await payAt(later(seconds));
  all = idsOf(await page({ first: 100 }));
});
afterAll(() => service.stop());
beforeEach(() => {
  service.clock.now = exampleTime;
});

describe('a list', () => {
  it('has every row once, the newest first', async () => {
    const { deliveries } = await service.admin(DeliveriesDocument, {});
    const times = deliveries.edges.map(({ node }) => Date.parse(node.createdAt));

    expect(new Set(all).size).toBe(9);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(deliveries.totalCount).toBe(9);
  });

  it.each([1, 2, 3, 4, 9])('is the same in pages of %i, forward and backward', async (size) => {
    const forward: string[] = [];
    let after: string | null = null;
    do {
      const next: DeliveryPageQuery['deliveries'] = await page({ first: size, after });
      expect(next.pageInfo.hasPreviousPage).toBe(after !== null);
      forward.push(...idsOf(next));
      after = next.pageInfo.hasNextPage ? next.pageInfo.endCursor : null;
    } while (after !== null);

    const backward: string[] = [];
    let before: string | null = null;
    do {
      const next: DeliveryPageQuery['deliveries'] = await page({ last: size, before });
      expect(next.pageInfo.hasNextPage).toBe(before !== null);
      backward.unshift(...idsOf(next));
      before = next.pageInfo.hasPreviousPage ? next.pageInfo.startCursor : null;
    } while (before !== null);

    expect(forward).toEqual(all);
    expect(backward).toEqual(all);
  });

  it.each([
    { what: 'the first of many', given: { first: 2 }, rows: [0, 2], previous: false, next: true },
    { what: 'all of them exactly', given: { first: 9 }, rows: [0, 9], previous: false, next: false },
    { what: 'more than there are', given: { first: 10 }, rows: [0, 9], previous: false, next: false },
    { what: 'the last of many', given: { last: 2 }, rows: [7, 9], previous: true, next: false },
    { what: 'backward, all of them', given: { last: 9 }, rows: [0, 9], previous: false, next: false },
  ])('says where a page stands: $what', async ({ given, rows, previous, next }) => {
    const { edges, pageInfo } = await page(given);

    expect(edges.map(({ node }) => node.order.id)).toEqual(all.slice(...rows));
    expect(pageInfo).toEqual({
      hasPreviousPage: previous,
      hasNextPage: next,
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
    });
  });

  it('goes on between rows of one instant', async () => {
    const { edges } = await page({ first: 100 });

    expect(idsOf(await page({ first: 2, after: edges[3]!.cursor }))).toEqual(all.slice(4, 6));
    expect(idsOf(await page({ last: 2, before: edges[5]!.cursor }))).toEqual(all.slice(3, 5));
  });

  it.each([
    { given: { first: 3 }, rows: [2, 5], previous: true, next: true },
    { given: { first: 5 }, rows: [2, 7], previous: true, next: false },
    { given: {}, rows: [2, 7], previous: true, next: false },
    { given: { last: 3 }, rows: [4, 7], previous: true, next: true },
    { given: { last: 5 }, rows: [2, 7], previous: false, next: true },
  ])('lies strictly between two cursors: $given', async ({ given, rows, previous, next }) => {
    const { edges } = await page({ first: 100 });
    const between = await page({ ...given, after: edges[1]!.cursor, before: edges[7]!.cursor });

    expect(idsOf(between)).toEqual(all.slice(...rows));
    expect(between.pageInfo).toMatchObject({ hasPreviousPage: previous, hasNextPage: next });
  });

  it('has nothing between a cursor and itself, its neighbour, or a newer one', async () => {
    const { edges } = await page({ first: 100 });
    for (const at of [4, 3, 0]) {
      const [after, before] = [edges[3]!.cursor, edges[at]!.cursor];
      expect(idsOf(await page({ first: 5, after, before }))).toEqual([]);
      expect(idsOf(await page({ last: 5, after, before }))).toEqual([]);
    }
  });

  it('ends after its last row and before its first one', async () => {
    const { startCursor, endCursor } = (await page({ first: 100 })).pageInfo;
    const empty = { edges: [], pageInfo: { startCursor: null, endCursor: null } };

    expect(await page({ after: endCursor })).toMatchObject({
      ...empty,
      pageInfo: { ...empty.pageInfo, hasPreviousPage: true, hasNextPage: false },
    });
    expect(await page({ before: startCursor })).toMatchObject({
      ...empty,
      pageInfo: { ...empty.pageInfo, hasPreviousPage: false, hasNextPage: true },
    });
  });

  it('is empty when nothing matches', async () => {
    const { deliveries } = await service.admin(DeliveriesDocument, { filter: { pluginId: 'unknown1' } });

    expect(deliveries).toEqual({
      edges: [],
      pageInfo: { hasPreviousPage: false, hasNextPage: false, startCursor: null, endCursor: null },
      totalCount: 0,
    });
  });

  it('gives 20 rows unless told how many', async () => {
    const other = await makeDeveloper(service.admin, 'https://example.com/paid');
    const goods = await makeGoods(service.admin, other.pluginId);
    for (let made = 0; made < 21; made += 1) {
      const { id: orderId } = await makeOrder(service.admin, other, { goodsId: goods.id });
      await service.admin(PayOrderDocument, { input: { orderId } });
    }
    const filter = { pluginId: other.pluginId };

    const { deliveries } = await service.admin(DeliveriesDocument, { filter });
    expect(deliveries.edges).toHaveLength(20);
    expect(deliveries.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    expect(deliveries.totalCount).toBe(21);
    const { edges, pageInfo } = await page({ filter, before: deliveries.pageInfo.endCursor });
    expect(edges).toHaveLength(19);
    expect(pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
  });
});

describe('a cursor', () => {
  it('stays good when its row is gone', async () => {
    const filter = { createdFrom: later(100).toISOString() };
    for (const seconds of [100, 101, 101, 101, 102]) await payAt(later(seconds));
    const { edges } = await page({ filter });
    const [, , middle] = edges;
    const ids = edges.map(({ node }) => node.order.id);
    await run(service.databaseUrl, `DELETE FROM delivery WHERE order_id = '${middle!.node.order.id}'`);

    const next = await page({ filter, first: 1, after: middle!.cursor });
    expect(idsOf(next)).toEqual([ids[3]]);
    expect(next.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    const previous = await page({ filter, last: 1, before: middle!.cursor });
    expect(idsOf(previous)).toEqual([ids[1]]);
    expect(previous.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
  });

  it('does not promise what is gone: neither newer rows than the newest, nor older ones than the oldest', async () => {
    const filter = { createdFrom: later(200).toISOString() };
    for (const seconds of [200, 201, 202]) await payAt(later(seconds));
    const { edges } = await page({ filter });
    const [newest, middle, oldest] = edges;
    const around = async () => [
      (await page({ filter, first: 1, after: newest!.cursor })).pageInfo.hasPreviousPage,
      (await page({ filter, last: 1, before: oldest!.cursor })).pageInfo.hasNextPage,
    ];

    expect(await around()).toEqual([true, true]);
    const ends = [newest, oldest].map((edge) => `'${edge!.node.order.id}'`).join();
    await run(service.databaseUrl, `DELETE FROM delivery WHERE order_id IN (${ends})`);
    expect(await around()).toEqual([false, false]);
    expect(idsOf(await page({ filter, after: newest!.cursor }))).toEqual([middle!.node.order.id]);
  });

  it('is not moved by rows that are added', async () => {
    const [first] = (await page({ first: 1 })).edges;
    const newer = await payAt(later(1000));

    expect(idsOf(await page({ before: first!.cursor }))).toEqual([newer]);
  });
});

const range = (name: string) => ({ [name]: [`${name} must be a whole number from 1 to 100.`] });
const oneWay = (name: string) => ({
  [name]: [`${name} cannot go with first: a page has the first rows or the last ones.`],
});
const noCursor = (name: string) => ({ [name]: [`${name} must be a cursor that this list has returned.`] });

describe('a page that cannot be', () => {
  it.each([
    { given: { first: 0 }, fields: range('first') },
    { given: { first: -1 }, fields: range('first') },
    { given: { first: 101 }, fields: range('first') },
    { given: { last: 0 }, fields: range('last') },
    { given: { first: 1, last: 1 }, fields: oneWay('last') },
    { given: { first: 0, after: 'no cursor' }, fields: { ...range('first'), ...noCursor('after') } },
    { given: { after: '' }, fields: noCursor('after') },
    { given: { last: 1, before: 'no cursor' }, fields: noCursor('before') },
  ])('is refused: $given', async ({ given, fields }) => {
    await expect(page(given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  it('is refused before GraphQL gets to it: a number with a fraction', async () => {
    await expect(page({ first: 1.5 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { first: [expect.stringContaining('Int')] },
    });
  });
});

const statementsOfPage = (first: number) => statementsOf(() => service.admin(DeliveriesDocument, { first }));
const counts = (statements: Statement[]) => statements.filter(({ text }) => /\bcount\(/i.test(text));

describe('the database', () => {
  it('is asked to count only when the total is selected', async () => {
    const without = await statementsOf(() => page({ first: 2 }));
    const withTotal = await statementsOfPage(2);
    expect(without.length).toBeGreaterThan(0);
    expect(counts(without)).toEqual([]);
    expect(counts(withTotal)).toHaveLength(1);
  });

  it('is asked as often for many rows as for two', async () => {
    expect((await statementsOfPage(30)).length).toBe((await statementsOfPage(2)).length);
  });
});
