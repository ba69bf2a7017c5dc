import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureDeliveries } from '../../src/store/deliveries/deliveryGauges.ts';
import { makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import * as operations from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let live: Developer & { orderId: string };
let sandbox: Developer & { orderId: string };

const from = exampleTime.toISOString();
const to = new Date(exampleTime.getTime() + 86_400_000).toISOString();

async function makePlugin(isSandbox: boolean, callbackUrl: string): Promise<Developer & { orderId: string }> {
  const { createPlugin } = await service.admin(operations.CreatePluginDocument, {
    input: { name: isSandbox ? 'Rehearsal' : 'Shop', callbackUrl, sandbox: isSandbox },
  });
  const { createUser } = await service.admin(operations.CreateUserDocument, { input: { nickname: 'Li' } });
  const input = { pluginId: createPlugin.plugin.id, userId: createUser.user.id };
  const { issueAccessToken } = await service.admin(operations.IssueAccessTokenDocument, { input });
  const developer = { ...input, ...issueAccessToken, secret: createPlugin.secret };
  const { id: orderId } = await makeOrder(service.admin, developer);
  await service.admin(operations.PayOrderDocument, { input: { orderId } });
  return { ...developer, orderId };
}

/** The rows that each root list has, with the totals, and the statistics. */
async function rowsOf(variables: { sandbox?: boolean | null; pluginId?: string }) {
  const data = await service.admin(operations.KindOfRowsDocument, { from, to, ...variables });
  const { plugins, goodsList, orders, deliveries, deliveryAttempts, deliveryStats, pluginBacklogs } = data;
  const totals = [goodsList, orders, deliveries, deliveryAttempts].map(({ totalCount }) => totalCount);
  return {
    plugins: plugins.edges.map(({ node }) => node.id),
    orders: orders.edges.map(({ node }) => node.id),
    deliveries: deliveries.edges.map(({ node }) => node.order.id),
    attempts: [...new Set(deliveryAttempts.edges.map(({ node }) => node.delivery.order.id))],
    totals,
    backlogs: pluginBacklogs.map(({ plugin }) => plugin.id),
    counted: deliveryStats.buckets[0]!.attempts,
    pending: deliveryStats.pending,
    overdue: deliveryStats.overdue,
    isAnyUnacknowledged: deliveryStats.oldestUnacknowledgedSeconds !== null,
  };
}

const everythingOf = ({ pluginId, orderId }: { pluginId: string; orderId: string }, attempts: number) => ({
  plugins: [pluginId],
  orders: [orderId],
  deliveries: [orderId],
  attempts: [orderId],
  totals: [1, 1, 1, attempts],
  counted: attempts,
});
const nothingToSend = { backlogs: [], pending: 0, overdue: 0, isAnyUnacknowledged: false };

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
  receiver.answer(success);
  live = await makePlugin(false, receiver.url);
  await sweeping.sweep();
  receiver.answer(failure);
  sandbox = await makePlugin(true, receiver.url);
  await sweeping.sweep();
  await sweeping.sweepAt(new Date(exampleTime.getTime() + 15_000));
  service.clock.now = new Date(exampleTime.getTime() + 60_000);
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});

describe('a sandbox plugin', () => {
  it('says that it is one, and no mutation changes that', async () => {
    const { plugin } = await service.admin(operations.ListsOfPluginDocument, { id: sandbox.pluginId });
    expect(plugin?.sandbox).toBe(true);
    const changed = service.admin(operations.UpdatePluginDocument, {
      input: { id: sandbox.pluginId, sandbox: false } as operations.UpdatePluginInput,
    });
    await expect(changed).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('gets the same callbacks on the same schedule', () => {
    const its = receiver.received.filter(({ body }) => body.includes(sandbox.orderId));
    expect(its).toHaveLength(2);
  });

  it('has its own rows in its own lists', async () => {
    const { plugin } = await service.admin(operations.ListsOfPluginDocument, { id: sandbox.pluginId });
    expect(plugin).toEqual({
      sandbox: true,
      consoleGoods: { totalCount: 1 },
      orders: { totalCount: 1 },
      deliveries: { totalCount: 1 },
    });
  });
});

describe('lists and statistics of all plugins', () => {
  it.each([{ sandbox: undefined }, { sandbox: null }, { sandbox: false }])('are live ones: %o', async (given) => {
    const variables = given.sandbox === undefined ? {} : given;
    expect(await rowsOf(variables)).toEqual({ ...everythingOf(live, 1), ...nothingToSend });
  });

  it('are those of sandbox plugins when they are asked for', async () => {
    const waiting = { backlogs: [sandbox.pluginId], pending: 1, overdue: 1, isAnyUnacknowledged: true };
    expect(await rowsOf({ sandbox: true })).toEqual({ ...everythingOf(sandbox, 2), ...waiting });
  });

  it('have nothing of a plugin of the other kind', async () => {
    const noRows = { orders: [], deliveries: [], attempts: [], totals: [0, 0, 0, 0], counted: 0 };
    const nothing = { ...noRows, pending: 0, overdue: 0, isAnyUnacknowledged: false };
    expect(await rowsOf({ pluginId: sandbox.pluginId })).toMatchObject(nothing);
    expect(await rowsOf({ pluginId: live.pluginId, sandbox: true })).toMatchObject(nothing);
    expect(await rowsOf({ pluginId: sandbox.pluginId, sandbox: true })).toMatchObject({ totals: [1, 1, 1, 2] });
  });

  it('find goods by their title among their own kind', async () => {
    const { orders } = await service.admin(operations.OrderIdsDocument, { filter: { search: '会员' }, first: 9 });
    expect(orders.edges.map(({ node }) => node.id)).toEqual([live.orderId]);
  });
});

describe('the refused requests', () => {
  const listed = async (variables: operations.RejectedRequestsQueryVariables) => {
    const { rejectedRequests } = await service.admin(operations.RejectedRequestsDocument, variables);
    const { edges, totalCount } = rejectedRequests;
    return { totalCount, rows: edges.map(({ node }) => [node.pluginId, node.sandbox]) };
  };

  it('are of both kinds, each with its mark, unless one kind is asked for', async () => {
    for (const pluginId of [live.pluginId, sandbox.pluginId, 'unknown1']) {
      const sent = signed('wrong', { plugin_id: pluginId, out_order_id: 'A-2021' }, service.clock.now);
      await call(service.url, 'GET', '/payments/record', sent);
    }
    const [ofLive, ofSandbox, ofNone] = [
      [live.pluginId, false],
      [sandbox.pluginId, true],
      ['unknown1', false],
    ];
    const both = { totalCount: 3, rows: [ofNone, ofSandbox, ofLive] };
    expect(await listed({})).toEqual(both);
    expect(await listed({ sandbox: null })).toEqual(both);
    expect(await listed({ sandbox: true })).toEqual({ totalCount: 1, rows: [ofSandbox] });
    expect(await listed({ sandbox: false })).toEqual({ totalCount: 2, rows: [ofNone, ofLive] });
    expect(await listed({ sandbox: false, pluginId: live.pluginId })).toEqual({ totalCount: 1, rows: [ofLive] });
    expect(await listed({ sandbox: false, pluginId: sandbox.pluginId })).toEqual({ totalCount: 0, rows: [] });
    expect(await listed({ sandbox: true, first: 1 })).toEqual({ totalCount: 1, rows: [ofSandbox] });
  });
});

describe('a bulk resend', () => {
  const resend = async (filter: operations.DeliveryFilter) =>
    (await service.admin(operations.ResendDeliveriesDocument, { input: { filter, dryRun: true } })).resendDeliveries
      .count;

  it('leaves out what belongs to sandbox plugins, unless it asks for that', async () => {
    expect(await resend({ createdFrom: from })).toBe(1);
    expect(await resend({ createdFrom: from, sandbox: true })).toBe(1);
    expect(await resend({ pluginId: sandbox.pluginId })).toBe(0);
    expect(await resend({ sandbox: true })).toBe(1);
  });

  it('is refused when all it says is what holds anyway', async () => {
    await expect(resend({ sandbox: false })).rejects.toMatchObject({ fields: { filter: [expect.any(String)] } });
  });
});

describe('the metrics that alerts use', () => {
  it('count nothing of sandbox plugins', async () => {
    const gauges = await measureDeliveries(sweeping.store, service.clock.now);
    expect(gauges).toEqual({ pending: 0, due: 0, oldestDueAgeSeconds: 0 });
  });
});
