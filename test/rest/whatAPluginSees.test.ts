import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  IssueAccessTokenDocument,
  PayOrderDocument,
  ResetPluginSecretDocument,
} from '../admin/generated/operations.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf, signed, type RestAnswer } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;
let other: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  other = await makeDeveloper(service.admin);
});
afterEach(() => {
  service.clock.now = exampleTime;
});
afterAll(() => service.stop());

describe('an access token', () => {
  it('of another plugin is unknown, though its user is linked to both', async () => {
    const { issueAccessToken } = await service.admin(IssueAccessTokenDocument, {
      input: { pluginId: other.pluginId, userId: developer.userId },
    });

    const { status, body } = await baseInfo({ ...developer, accessToken: issueAccessToken.accessToken });

    expect(status).toBe(401);
    expect(body).toEqual({
      message: 'The user is unknown.',
      errors: { access_token: ["access_token is not one of this plugin's, or it has expired."] },
    });
  });

  it('can be used again and again until its end, and from exactly then on not at all', async () => {
    const { issueAccessToken } = await service.admin(IssueAccessTokenDocument, {
      input: { pluginId: developer.pluginId, userId: developer.userId },
    });
    const end = new Date(issueAccessToken.expiresAt);
    expect(end).toEqual(new Date(exampleTime.getTime() + 7200 * 1000));
    const caller = { ...developer, accessToken: issueAccessToken.accessToken };

    expect((await baseInfo(caller)).status).toBe(200);
    service.clock.now = new Date(end.getTime() - 1);
    expect((await baseInfo(caller)).status).toBe(200);
    service.clock.now = end;
    expect((await baseInfo(caller)).status).toBe(401);
  });

  it('stays good while another one is issued to the same user', async () => {
    await service.admin(IssueAccessTokenDocument, {
      input: { pluginId: developer.pluginId, userId: developer.userId },
    });

    expect((await baseInfo(developer)).status).toBe(200);
  });
});

describe('an order', () => {
  it('of another plugin does not exist, by either number', async () => {
    const order = await makeOrder(service.admin, other, { outOrderId: 'theirs-1' });

    for (const number of [order.id, 'theirs-1']) {
      const { status, body } = await paymentsRecord(developer, number);
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(['out_order_id']);
    }
  });

  it('is found by an external number that another plugin uses too', async () => {
    const mine = await makeOrder(service.admin, developer, { outOrderId: 'shared-1' });
    const theirs = await makeOrder(service.admin, other, { outOrderId: 'shared-1' });

    expect((await paymentsRecord(developer, 'shared-1')).body.resource?.['order_id']).toBe(mine.id);
    expect((await paymentsRecord(other, 'shared-1')).body.resource?.['order_id']).toBe(theirs.id);
  });

  it('is found by its order number before an old one that has it as external number, which none gets any more', async () => {
    const first = await makeOrder(service.admin, developer);
    await expect(makeOrder(service.admin, developer, { outOrderId: first.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Refused: this out_order_id is the order_id of another order.',
    });
    const second = await makeOrder(service.admin, developer);
    await run(service.databaseUrl, `UPDATE "order" SET out_order_id = '${first.id}' WHERE id = '${second.id}'`);

    expect((await paymentsRecord(developer, first.id)).body.resource?.['order_id']).toBe(first.id);
    expect((await paymentsRecord(developer, second.id)).body.resource?.['order_id']).toBe(second.id);
  });

  it('is found by an external number that is an order number of another plugin', async () => {
    const theirs = await makeOrder(service.admin, other);
    const mine = await makeOrder(service.admin, developer, { outOrderId: theirs.id });

    expect((await paymentsRecord(developer, theirs.id)).body.resource?.['order_id']).toBe(mine.id);
  });

  it('is unpaid with an empty time of payment, then paid with the time in Shanghai', async () => {
    const order = await makeOrder(service.admin, developer);
    expect((await paymentsRecord(developer, order.id)).body.resource).toMatchObject({ status: 0, paid_at: '' });

    service.clock.now = new Date('2021-06-22T15:59:59.999Z');
    await service.admin(PayOrderDocument, { input: { orderId: order.id } });

    expect((await paymentsRecord(developer, order.id)).body.resource).toMatchObject({
      status: 10,
      created_at: '2021-06-22 10:37:15',
      paid_at: '2021-06-22 23:59:59',
      timestamp: 1_624_377_599,
    });
  });
});

describe('after its secret was reset', () => {
  it('a plugin may use the old one during the overlap, and gets answers signed with the one it used', async () => {
    const { developer: caller, newSecret, overlapEnd } = await resetSecret(60);

    for (const secret of [caller.secret, newSecret]) {
      const { status, body } = await baseInfo({ ...caller, secret });
      expect(status).toBe(200);
      expect(body.sign).toBe(signatureOf(secret, body.resource!));
    }

    service.clock.now = new Date(overlapEnd.getTime() - 1);
    expect((await baseInfo(caller)).status).toBe(200);
    service.clock.now = overlapEnd;
    expect((await baseInfo(caller)).status).toBe(401);
    expect((await baseInfo({ ...caller, secret: newSecret })).status).toBe(200);
  });

  it('the old one is wrong at once when there is no overlap', async () => {
    const { developer: caller, newSecret } = await resetSecret(0);

    expect((await baseInfo(caller)).status).toBe(401);
    expect((await baseInfo({ ...caller, secret: newSecret })).status).toBe(200);
  });

  it('the secret of another plugin is as wrong as before', async () => {
    const { developer: caller } = await resetSecret(60);

    expect((await baseInfo({ ...caller, secret: other.secret })).status).toBe(401);
  });
});

async function resetSecret(overlapSeconds: number) {
  const fresh = await makeDeveloper(service.admin);
  const { resetPluginSecret } = await service.admin(ResetPluginSecretDocument, {
    input: { pluginId: fresh.pluginId, overlapSeconds },
  });
  const overlapEnd = new Date(exampleTime.getTime() + overlapSeconds * 1000);
  return { developer: fresh, newSecret: resetPluginSecret.secret, overlapEnd };
}

function baseInfo({ pluginId, accessToken, secret }: Developer): Promise<RestAnswer> {
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, service.clock.now);
  return call(service.url, 'GET', '/baseinfo', parameters);
}

function paymentsRecord({ pluginId, secret }: Developer, number: string): Promise<RestAnswer> {
  const parameters = signed(secret, { plugin_id: pluginId, out_order_id: number }, service.clock.now);
  return call(service.url, 'GET', '/payments/record', parameters);
}
