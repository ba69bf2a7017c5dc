import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askStaff } from '../support/askStaff.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import { CreateApiKeyDocument, PayOrderDocument } from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;
/** All that the lists of the API have. */
let listed: Node[];
let keys: Record<'VIEWER' | 'OPERATOR', string>;

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
  developer = await makeDeveloper(service.admin, receiver.url);
  const { id: goodsId } = await makeGoods(service.admin, developer.pluginId, { payLimit: 2 });
  const orders = [];
  for (let n = 0; n < 3; n += 1) orders.push(await makeOrder(service.admin, developer, { goodsId }));
  for (const { id: orderId } of orders) {
    await service.admin(PayOrderDocument, { input: { orderId } }).catch((refusal: unknown) => refusal);
  }
  await sweeping.sweep();
  await call(
    service.url,
    'GET',
    '/baseinfo',
    signed('wrong', { plugin_id: developer.pluginId, access_token: developer.accessToken }),
  );
  const keyFor = async (role: 'VIEWER' | 'OPERATOR') =>
    (await service.admin(CreateApiKeyDocument, { input: { name: role, role } })).createApiKey.key;
  keys = { VIEWER: await keyFor('VIEWER'), OPERATOR: await keyFor('OPERATOR') };
  listed = await findListed();
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});

interface Node {
  __typename: string;
  id: string;
}

type Lists = Record<string, { edges: { node: Node }[] }>;

const lists =
  'plugins users goodsList orders deliveries deliveryAttempts rejectedRequests refusedPayments auditLog apiKeys';

async function findListed(): Promise<Node[]> {
  const query = `{ ${lists.replaceAll(/\w+/g, (list) => `${list} { edges { node { __typename id } } }`)} }`;
  const { data } = await askStaff<Lists>(service, service.adminToken, query);
  return Object.values(data!).flatMap(({ edges }) => edges.map(({ node }) => node));
}

const nodeQuery = 'query Node($id: ID!) { node(id: $id) { __typename id ... on Delivery { order { id } } } }';

async function ask(id: string, key = service.adminToken) {
  return askStaff<{ node: Node | null }>(service, key, nodeQuery, { id });
}

const oneOf = (type: string) => listed.find(({ __typename }) => __typename === type)!;
const types = [
  'ApiKey',
  'AuditEntry',
  'Delivery',
  'DeliveryAttempt',
  'Goods',
  'Order',
  'Plugin',
  'RefusedPayment',
  'RejectedRequest',
  'User',
];
const forAdmins = ['ApiKey', 'AuditEntry'];

describe('an id', () => {
  it('is that of one object only, whatever its type', () => {
    expect([...new Set(listed.map(({ __typename }) => __typename))].toSorted()).toEqual(types);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  });

  it.each(types)('finds its %s again', async (type) => {
    for (const { id } of listed.filter(({ __typename }) => __typename === type)) {
      expect((await ask(id)).data?.node).toMatchObject({ __typename: type, id });
    }
  });

  it.each([
    'nothing',
    'x'.repeat(32),
    '1',
    'attempt_0',
    'attempt_9223372036854775807',
    'attempt_9223372036854775808',
    'delivery_none',
    'audit_999999',
    'rejected_999999',
    'refused_999999',
    'order_1',
  ])('that nothing has finds nothing: %s', async (id) => {
    expect(await ask(id)).toEqual({ data: { node: null } });
  });

  it('that cannot be one is refused', async () => {
    expect((await ask('x'.repeat(65))).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('of a delivery leads to its order', async () => {
    const { id } = oneOf('Delivery');
    expect((await ask(id)).data?.node).toMatchObject({ order: { id: id.replace('delivery_', '') } });
  });
});

describe.each(['VIEWER', 'OPERATOR'] as const)('the role %s', (role) => {
  it.each(types.filter((type) => !forAdmins.includes(type)))('may ask for the node of type %s', async (type) => {
    expect((await ask(oneOf(type).id, keys[role])).data?.node?.__typename).toBe(type);
  });

  it.each(forAdmins)('may not ask for the node of type %s', async (type) => {
    const { data, errors } = await ask(oneOf(type).id, keys[role]);
    expect(data?.node).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('does not learn which audit entries there are', async () => {
    expect((await ask('audit_999999', keys[role])).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
