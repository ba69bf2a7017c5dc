import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, oddText, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import {
  DeliveriesDocument,
  DeliveryAttemptsDocument,
  DeliveryDocument,
  OrdersDocument,
  PayOrderDocument,
  PluginListsDocument,
  PluginsDocument,
  type DeliveryAttemptFilter,
  type PluginListsQueryVariables,
} from './generated/operations.ts';

let service: TestService;
let developers: Developer[];
/** Paid orders of each developer, the newest first. */
let paid: string[][];

const iso = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000).toISOString();

beforeAll(async () => {
  service = await startTestService();
  developers = [];
  paid = [];
  for (let number = 0; number < 3; number += 1) {
    service.clock.now = new Date(iso(number));
    const developer = await makeDeveloper(service.admin, 'https://example.com/paid');
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
    const orderIds: string[] = [];
    for (let made = 0; made < number; made += 1) {
      service.clock.now = new Date(Date.parse(iso(10 * made + number)) + 123);
      const order = { goodsId, outOrderId: `${oddText} ${made}`, attach: '{"a": "\u0001\n\\"}' };
      const { id: orderId } = await makeOrder(service.admin, developer, order);
      await service.admin(PayOrderDocument, { input: { orderId } });
      orderIds.unshift(orderId);
    }
    await makeOrder(service.admin, developer, { goodsId });
    developers.push(developer);
    paid.push(orderIds);
  }
  const { pluginId, secret, accessToken } = developers[2]!;
  const parameters = { plugin_id: pluginId, access_token: accessToken, title: 'Made', total_fee: 1 };
  service.clock.now = exampleTime;
  await call(service.url, 'POST', '/goods', signed(secret, parameters));
});
afterAll(() => service.stop());

/** By plugin, in the order in which they were created. */
async function readLists(given: PluginListsQueryVariables) {
  const { plugins } = await service.admin(PluginListsDocument, given);
  return developers.map(({ pluginId }) => plugins.edges.find(({ node }) => node.id === pluginId)!.node);
}

describe('the lists of many plugins', () => {
  it('are each their own', async () => {
    const lists = await readLists({ deliveries: {}, orders: { status: 'PAID' } });

    expect(lists.map(({ orders }) => orders.edges.map(({ node }) => node.id))).toEqual(paid);
    expect(lists.map(({ deliveries }) => deliveries.edges.map(({ node }) => node.order.id))).toEqual(paid);
    expect(lists.map(({ orders }) => orders.totalCount)).toEqual([0, 1, 2]);
    expect(lists.map(({ deliveries }) => deliveries.totalCount)).toEqual([0, 1, 2]);
  });

  it('have as many rows as asked for, and say where they stand', async () => {
    const lists = await readLists({ inner: 1 });

    expect(lists.map(({ deliveries }) => deliveries.edges.length)).toEqual([0, 1, 1]);
    expect(lists.map(({ deliveries }) => deliveries.pageInfo.hasNextPage)).toEqual([false, false, true]);
    expect(lists.map(({ orders }) => orders.totalCount)).toEqual([1, 2, 3]);
    const { endCursor } = lists[2]!.deliveries.pageInfo;
    const [, , next] = await readLists({ inner: 1, deliveriesAfter: endCursor });
    expect(next!.deliveries.edges.map(({ node }) => node.order.id)).toEqual([paid[2]![1]]);
    expect(next!.deliveries.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  });

  it('have the values and the cursors of the lists of all', async () => {
    const lists = await readLists({});
    const { orders } = await service.admin(OrdersDocument, {});
    const { deliveries } = await service.admin(DeliveriesDocument, {});

    for (const { cursor, node } of lists.flatMap((plugin) => plugin.orders.edges)) {
      const alone = orders.edges.find((edge) => edge.node.id === node.id)!;
      expect(alone.node).toMatchObject(node);
      expect(cursor).toBe(alone.cursor);
    }
    for (const { cursor, node } of lists.flatMap((plugin) => plugin.deliveries.edges)) {
      const alone = deliveries.edges.find((edge) => edge.node.order.id === node.order.id)!;
      expect(alone.node).toMatchObject(node);
      expect(cursor).toBe(alone.cursor);
    }
  });

  it('filter by what the lists of all filter by', async () => {
    const { openId, pluginId } = developers[2]!;
    const idsOf = async (filter: PluginListsQueryVariables['orders']) => {
      const lists = await readLists({ orders: filter! });
      return lists.map(({ orders }) => [orders.edges.length, orders.totalCount]);
    };

    const [none, one, two] = [
      [0, 0],
      [1, 1],
      [2, 2],
    ];
    expect(await idsOf({ openId })).toEqual([none, none, [3, 3]]);
    expect(await idsOf({ pluginId })).toEqual([none, none, [3, 3]]);
    expect(await idsOf({ unacknowledged: true })).toEqual([none, one, two]);
    expect(await idsOf({ unacknowledged: false })).toEqual([one, one, one]);
    const lists = await readLists({ deliveries: { status: 'DELIVERED' } });
    expect(lists.map(({ deliveries }) => deliveries.totalCount)).toEqual([0, 0, 0]);
    await expect(readLists({ orders: { goodsId: 'a\0b' } })).rejects.toMatchObject({
      fields: { 'filter.goodsId': [expect.any(String)] },
    });
  });

  it('have no goods that were created through POST /goods', async () => {
    const lists = await readLists({});

    expect(lists.map(({ consoleGoods }) => consoleGoods.totalCount)).toEqual([1, 1, 1]);
    expect(lists.flatMap(({ consoleGoods }) => consoleGoods.edges.map(({ node }) => node.source))).toEqual([
      'CONSOLE',
      'CONSOLE',
      'CONSOLE',
    ]);
  });

  it('have their secrets, the newest first', async () => {
    const { plugins } = await service.admin(PluginsDocument, {});
    const hints = new Map(plugins.edges.map(({ node }) => [node.id, node.secrets.map(({ hint }) => hint)]));
    for (const { pluginId, secret } of developers) expect(hints.get(pluginId)).toEqual([secret.slice(-4)]);
  });
});

/** Bytes that are no text of PostgreSQL's, a number beyond doubles, an instant with milliseconds. */
async function makeAttempts(): Promise<string[]> {
  const orderIds = [paid[1]![0]!, paid[2]![0]!];
  for (const orderId of orderIds) {
    await run(
      service.databaseUrl,
      `INSERT INTO delivery_attempt (id, order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at,
         finished_at, url, request_body, http_status, response_body, duration_ms, worker)
       SELECT 9007199254740993 + n + (SELECT count(*) FROM delivery_attempt), order_id, plugin_id, n, 'AUTOMATIC',
         (CASE n WHEN 1 THEN 'TIMED_OUT' ELSE 'UNEXPECTED_BODY' END)::attempt_outcome,
         created_at, created_at + n * interval '0.456 s', NULL, 'https://example.com/', '{"a":"\\u0000"}', 200,
         '\\x0061ff00f09f9880'::bytea, 0.1 + 0.2 * n, 'a:1'
       FROM delivery, generate_series(1, 2) AS n WHERE order_id = '${orderId}'`,
    );
  }
  return orderIds;
}

describe('attempts', () => {
  it('are the same in their delivery and in the list of all', async () => {
    const orderIds = await makeAttempts();
    const { deliveryAttempts } = await service.admin(DeliveryAttemptsDocument, {});
    expect(deliveryAttempts.totalCount).toBe(4);
    const read = await Promise.all(orderIds.map((orderId) => service.admin(DeliveryDocument, { orderId })));

    for (const [at, orderId] of orderIds.entries()) {
      const listed = deliveryAttempts.edges
        .map(({ node }) => node)
        .filter((node) => node.delivery.order.id === orderId);
      const { attempts } = read[at]!.delivery!;
      expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
      expect(attempts).toEqual(listed.toReversed().map((node) => ({ ...node, delivery: { status: 'PENDING' } })));
      expect(attempts[0]).toMatchObject({
        id: expect.stringMatching(/^attempt_900719925474099\d$/),
        responseBody: '\0a\uFFFD\0😀',
        requestBody: String.raw`{"a":"\u0000"}`,
        startedAt: expect.stringMatching(/\.579Z$/),
      });
    }
  });

  it('are filtered by all conditions', async () => {
    const { deliveryAttempts: all } = await service.admin(DeliveryAttemptsDocument, {});
    const orderId = paid[2]![0]!;
    const numbersOf = async (filter: DeliveryAttemptFilter) => {
      const { deliveryAttempts } = await service.admin(DeliveryAttemptsDocument, { filter });
      expect(deliveryAttempts.totalCount).toBe(deliveryAttempts.edges.length);
      return deliveryAttempts.edges.map(({ node }) => node.number);
    };
    const { startedAt } = all.edges[0]!.node;

    expect(await numbersOf({})).toEqual([2, 1, 2, 1]);
    expect(await numbersOf({ orderId })).toEqual([2, 1]);
    expect(await numbersOf({ orderId, outcome: 'TIMED_OUT' })).toEqual([1]);
    expect(await numbersOf({ outcome: 'UNEXPECTED_BODY' })).toEqual([2, 2]);
    expect(await numbersOf({ pluginId: developers[1]!.pluginId })).toEqual([2, 1]);
    expect(await numbersOf({ pluginId: developers[1]!.pluginId, orderId })).toEqual([]);
    expect(await numbersOf({ startedFrom: startedAt })).toEqual([2]);
    expect(await numbersOf({ startedTo: startedAt })).toEqual([1, 2, 1]);
    for (const name of ['pluginId', 'orderId']) {
      await expect(numbersOf({ [name]: 'a\0b' })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [`filter.${name}`]: [expect.any(String)] },
      });
    }
  });
});
