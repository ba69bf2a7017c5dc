import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import {
  CreateApiKeyDocument,
  OrderRefusedPaymentsDocument,
  PayOrderDocument,
  RefusedPaymentsDocument,
} from './generated/operations.ts';

let service: TestService;
let developers: [Developer, Developer];
/** Unpaid ones, of goods that are sold out: the first two of the first developer, then one of the other. */
const orderIds: string[] = [];
const paidAt = new Date(exampleTime.getTime() - 60_000).toISOString();

beforeAll(async () => {
  service = await startTestService();
  developers = [await makeDeveloper(service.admin), await makeDeveloper(service.admin)];
  const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Bo', role: 'OPERATOR' } });
  const bo = adminClient(service.adminUrl, createApiKey.key);
  for (const developer of [developers[0], developers[0], developers[1]]) {
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId, { payLimit: 1 });
    const [paid, unpaid] = [
      await makeOrder(service.admin, developer, { goodsId }),
      await makeOrder(service.admin, developer, { goodsId }),
    ];
    await service.admin(PayOrderDocument, { input: { orderId: paid.id } });
    await bo(PayOrderDocument, { input: { orderId: unpaid.id, paidAt } }).catch((refusal: unknown) => refusal);
    orderIds.push(unpaid.id);
  }
});
afterAll(() => service.stop());

async function page(variables: { first?: number; after?: string; pluginId?: string }) {
  return (await service.admin(RefusedPaymentsDocument, variables)).refusedPayments;
}

describe('the list of refused payments', () => {
  it('has the newest first, with the order, why, when the user paid, and who called', async () => {
    const { edges, totalCount } = await page({});
    expect(edges.map(({ node }) => node.order.id)).toEqual(orderIds.toReversed());
    expect(edges[0]!.node).toMatchObject({
      reason: 'SOLD_OUT',
      paidAt,
      at: exampleTime.toISOString(),
      count: 1,
      actor: 'Bo',
      order: { status: 'UNPAID' },
    });
    expect(totalCount).toBe(3);
  });

  it('is that of one plugin when it is asked for', async () => {
    const { edges, totalCount } = await page({ pluginId: developers[1].pluginId });
    expect(edges.map(({ node }) => node.order.id)).toEqual([orderIds[2]]);
    expect(totalCount).toBe(1);
  });

  it('can be walked by pages without loss or repetition', async () => {
    const first = await page({ first: 2 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await page({ first: 2, after: first.pageInfo.endCursor! });
    const walked = [...first.edges, ...rest.edges].map(({ node }) => node.order.id);
    expect(walked).toEqual(orderIds.toReversed());
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });
});

describe('a payment that was refused', () => {
  it('is with its order, whose notification tells of it', async () => {
    const { order } = await service.admin(OrderRefusedPaymentsDocument, { id: orderIds[0]! });
    expect(order).toMatchObject({
      refusedPayments: [{ reason: 'SOLD_OUT', paidAt }],
      notification: { code: 'UNPAID', message: expect.stringContaining('A payment was refused at ') },
    });
  });

  it('is in the log, with its order', () => {
    expect(service.complaints()).toContainEqual(
      expect.objectContaining({ msg: 'a payment was refused', orderId: orderIds[0], reason: 'SOLD_OUT', paidAt }),
    );
  });

  it('is counted', async () => {
    const headers = { Authorization: `Bearer ${service.adminToken}` };
    const metrics = await (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
    expect(metrics).toContain('openplug_payments_refused_total{reason="SOLD_OUT"} 3');
    expect(metrics).toContain('openplug_payments_refused_total{reason="ALREADY_PAID"} 0');
    expect(metrics).toContain('openplug_payments_refused_total{reason="IMPLAUSIBLE_PAID_AT"} 0');
  });
});

it('a payment with a mistaken time zone is refused as bad input, and kept, counted and logged with the time', async () => {
  const { id: orderId } = await makeOrder(service.admin, developers[0]);
  const [reason, wrongPaidAt] = ['IMPLAUSIBLE_PAID_AT', new Date(exampleTime.getTime() + 8 * 3_600_000).toISOString()];
  await expect(service.admin(PayOrderDocument, { input: { orderId, paidAt: wrongPaidAt } })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { paidAt: ['paidAt must not be in the future; check its time zone.'] },
  });

  const { order } = await service.admin(OrderRefusedPaymentsDocument, { id: orderId });
  expect(order).toMatchObject({
    refusedPayments: [{ reason, paidAt: wrongPaidAt, count: 1 }],
    notification: { code: 'UNPAID', message: expect.stringContaining(`its paidAt, ${wrongPaidAt}, is implausible`) },
  });
  expect(service.complaints()).toContainEqual(
    expect.objectContaining({ msg: 'a payment was refused', orderId, reason, paidAt: wrongPaidAt }),
  );
  const headers = { Authorization: `Bearer ${service.adminToken}` };
  const metrics = await (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
  expect(metrics).toContain('openplug_payments_refused_total{reason="IMPLAUSIBLE_PAID_AT"} 1');
});
