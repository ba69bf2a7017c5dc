import type pg from 'pg';
import { makeOrder, type Developer } from '../support/builders.ts';
import { exampleTime, type TestService } from '../support/service.ts';
import { CreateApiKeyDocument, PayOrderDocument } from './generated/operations.ts';

/** What the cases work on. The test makes it before each of them. */
export const world = {} as { service: TestService; client: pg.Client; developer: Developer; goodsId: string };

/** The fields of all inputs and payloads. */
export interface Fields extends Record<
  | 'id'
  | 'orderId'
  | 'pluginId'
  | 'userId'
  | 'openId'
  | 'paidAt'
  | 'paidFrom'
  | 'expiresAt'
  | 'requestedAt'
  | 'url'
  | 'secret'
  | 'key'
  | 'accessToken',
  string
> {
  plugin: { id: string };
  user: { id: string };
  goods: { id: string };
  order: { id: string };
  filter: object;
  count: number;
  isPartial: boolean;
}

export interface Case {
  /** The fields of the payload that the case needs. */
  select: string;
  input: () => Promise<Partial<Fields> & Record<string, unknown>>;
  /** Refused after all that is checked without the database. */
  refused?: () => Promise<Record<string, unknown>>;
  target: (input: Fields, payload: Fields) => string;
  reason?: string;
  detail: (input: Fields, payload: Fields) => object;
}

const missing = 'x'.repeat(32);
const newOrder = async () => (await makeOrder(world.service.admin, world.developer, { goodsId: world.goodsId })).id;
const paidOrder = async () => {
  const orderId = await newOrder();
  await world.service.admin(PayOrderDocument, { input: { orderId } });
  return orderId;
};
const newKey = async () =>
  (await world.service.admin(CreateApiKeyDocument, { input: { name: 'Temp', role: 'VIEWER' } })).createApiKey;

/** A case for each mutation. */
export const cases: Record<string, Case> = {
  createPlugin: {
    select: 'plugin { id } secret',
    input: async () => ({ name: 'B', callbackUrl: 'https://example.com/b', sandbox: true }),
    target: (_input, { plugin }) => plugin.id,
    detail: (input) => input,
  },
  updatePlugin: {
    select: 'plugin { id }',
    input: async () => ({ id: world.developer.pluginId, name: 'C', reason: 'They renamed it.' }),
    refused: async () => ({ id: missing, name: 'C' }),
    target: ({ id }) => id,
    reason: 'They renamed it.',
    detail: () => ({ name: ['A plugin', 'C'] }),
  },
  resetPluginSecret: {
    select: 'secret',
    input: async () => ({ pluginId: world.developer.pluginId, overlapSeconds: 60, reason: 'It leaked.' }),
    refused: async () => ({ pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    reason: 'It leaked.',
    detail: () => ({ overlapSeconds: 60 }),
  },
  createUser: {
    select: 'user { id }',
    input: async () => ({ nickname: 'Bo', avatar: '', member: true }),
    target: (_input, { user }) => user.id,
    detail: (input) => input,
  },
  updateUser: {
    select: 'user { id }',
    input: async () => ({ id: world.developer.userId, member: false }),
    refused: async () => ({ id: missing, member: false }),
    target: ({ id }) => id,
    detail: () => ({ member: [true, false] }),
  },
  issueAccessToken: {
    select: 'accessToken openId expiresAt',
    input: async () => ({ pluginId: world.developer.pluginId, userId: world.developer.userId }),
    refused: async () => ({ pluginId: world.developer.pluginId, userId: missing }),
    target: ({ userId }) => userId,
    detail: ({ pluginId }, { openId, expiresAt }) => ({ pluginId, openId, expiresAt }),
  },
  createGoods: {
    select: 'goods { id }',
    input: async () => ({ pluginId: world.developer.pluginId, title: 'T', totalFee: 1, payLimit: 2 }),
    refused: async () => ({ pluginId: missing, title: 'T', totalFee: 1 }),
    target: (_input, { goods }) => goods.id,
    detail: ({ pluginId }) => ({ pluginId, title: 'T', totalFeeFen: 1, payLimit: 2, source: 'CONSOLE' }),
  },
  createOrder: {
    select: 'order { id }',
    input: async () => ({
      goodsId: world.goodsId,
      userId: world.developer.userId,
      outOrderId: 'number-1',
      attach: 'a',
    }),
    refused: async () => ({ goodsId: missing, userId: world.developer.userId }),
    target: (_input, { order }) => order.id,
    detail: (input) => ({ ...input, isNew: true }),
  },
  payOrder: {
    select: 'order { id }',
    input: async () => ({ orderId: await newOrder(), paidAt: exampleTime.toISOString() }),
    // A CONFLICT is kept: see refusedPayments.test.ts.
    refused: async () => ({ orderId: missing }),
    target: ({ orderId }) => orderId,
    detail: ({ paidAt }) => ({ paidAt, wasPaid: false }),
  },
  resendDelivery: {
    select: 'delivery { status }',
    input: async () => ({ orderId: await paidOrder(), reason: 'Their server was down.' }),
    refused: async () => ({ orderId: await newOrder(), reason: 'Their server was down.' }),
    target: ({ orderId }) => orderId,
    reason: 'Their server was down.',
    detail: () => ({ isNewDelivery: false }),
  },
  resendDeliveries: {
    select: 'count isPartial requestedAt',
    input: async () => ({ filter: { pluginId: world.developer.pluginId }, reason: 'All of them.' }),
    refused: async () => ({ filter: {}, reason: 'All of them.' }),
    target: () => 'deliveries',
    reason: 'All of them.',
    detail: ({ filter }, payload) => ({ ...payload, filter }),
  },
  resendOrders: {
    select: 'count isPartial requestedAt',
    input: async () => {
      await paidOrder();
      return { filter: { pluginId: world.developer.pluginId }, reason: 'Their receiver was down.' };
    },
    target: () => 'orders',
    reason: 'Their receiver was down.',
    detail: ({ filter }, { requestedAt, count, isPartial }) => ({ filter, since: requestedAt, count, isPartial }),
  },
  createDeliveries: {
    select: 'count isPartial',
    input: async () => {
      const from = {
        pluginId: world.developer.pluginId,
        paidFrom: exampleTime.toISOString(),
        reason: 'They had no address.',
      };
      await world.client.query('DELETE FROM delivery WHERE order_id = $1', [await paidOrder()]);
      return from;
    },
    refused: async () => ({ pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    reason: 'They had no address.',
    detail: ({ paidFrom }) => ({ paidFrom, count: 1, isPartial: false }),
  },
  cancelDelivery: {
    select: 'delivery { status }',
    input: async () => ({ orderId: await paidOrder(), reason: 'They asked.' }),
    refused: async () => ({ orderId: await newOrder() }),
    target: ({ orderId }) => orderId,
    reason: 'They asked.',
    detail: () => ({ status: 'PENDING', pendingResends: 0 }),
  },
  checkCallbackUrl: {
    select: 'ok',
    input: async () => ({ url: 'http://127.0.0.1:9/paid', pluginId: world.developer.pluginId }),
    refused: async () => ({ url: 'http://127.0.0.1:9/paid', pluginId: missing }),
    target: ({ pluginId }) => pluginId,
    detail: ({ url }) => ({ url }),
  },
  createApiKey: {
    select: 'id key',
    input: async () => ({ name: 'Bo', role: 'OPERATOR' }),
    target: (_input, { id }) => id,
    detail: (input) => input,
  },
  revokeApiKey: {
    select: 'id',
    input: async () => ({ id: (await newKey()).id }),
    refused: async () => ({ id: missing }),
    target: ({ id }) => id,
    detail: () => ({ name: 'Temp' }),
  },
};
