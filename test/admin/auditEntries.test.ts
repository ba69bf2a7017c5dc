import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import {
  AuditLogDocument,
  CreateApiKeyDocument,
  CreateOrderDocument,
  CreateUserDocument,
  PayOrderDocument,
  ResendDeliveryDocument,
} from './generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function createUser(nickname: string, key: string): Promise<void> {
  await adminClient(service.adminUrl, key)(CreateUserDocument, { input: { nickname } });
}

describe('an entry of the audit log', () => {
  it('names ADMIN_TOKEN when it was used instead of a key', async () => {
    await createUser('Cy', service.adminToken);
    const { auditLog } = await service.admin(AuditLogDocument, { first: 1 });
    const [{ node }] = auditLog.edges as [(typeof auditLog.edges)[0]];
    expect(node).toMatchObject({ actor: 'ADMIN_TOKEN', actorKeyId: null, action: 'createUser' });
  });

  it('says what was new, and which time of payment was recorded', async () => {
    const developer = await makeDeveloper(service.admin, 'https://example.com/paid');
    const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
    const input = { goodsId, userId: developer.userId, outOrderId: 'number-2' };
    const { order } = (await service.admin(CreateOrderDocument, { input })).createOrder;
    await service.admin(CreateOrderDocument, { input });
    await service.admin(PayOrderDocument, { input: { orderId: order.id } });
    await run(service.databaseUrl, `DELETE FROM delivery WHERE order_id = '${order.id}'`);
    await service.admin(ResendDeliveryDocument, { input: { orderId: order.id } });

    const { auditLog } = await service.admin(AuditLogDocument, { first: 4 });
    const details = auditLog.edges.map(({ node }) => JSON.parse(node.detail) as object).toReversed();
    expect(details).toMatchObject([
      { isNew: true },
      { isNew: false },
      { paidAt: exampleTime.toISOString(), wasPaid: false },
      { isNewDelivery: true },
    ]);
  });

  it('tells apart two keys of one name', async () => {
    const newKey = async () =>
      (await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'ADMIN' } })).createApiKey;
    const [ann, same] = [await newKey(), await newKey()];
    await createUser('Di', same.key);
    await createUser('Ed', ann.key);

    const { auditLog } = await service.admin(AuditLogDocument, { first: 2 });
    expect(auditLog.edges.map(({ node }) => [node.actor, node.actorKeyId])).toEqual([
      ['Ann', ann.id],
      ['Ann', same.id],
    ]);
  });
});
