import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder, oddText, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

describe('GET /baseinfo', () => {
  it('answers with the signed profile of the user', async () => {
    const { pluginId, secret, accessToken, openId } = developer;
    const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken });

    const { status, body } = await call(service.url, 'GET', '/baseinfo', parameters);

    expect(status).toBe(200);
    expect(body).toEqual({
      resource: {
        avatar: 'https://example.com/a.png?x=1&y=~%20',
        member: 1,
        nickname: oddText,
        open_id: openId,
        timestamp: 1_624_329_435,
      },
      sign: signatureOf(secret, body.resource!),
    });
  });
});

describe('POST /goods', () => {
  it('creates goods for the plugin and answers with their goods_id', async () => {
    const { pluginId, secret, accessToken } = developer;
    const parameters = signed(secret, {
      plugin_id: pluginId,
      access_token: accessToken,
      title: oddText,
      total_fee: 100,
      pay_limit: 3,
    });

    const { status, body } = await call(service.url, 'POST', '/goods', parameters);

    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.stringMatching(/^[A-Za-z0-9]{32}$/) });
  });
});

describe('GET /payments/record', () => {
  it('answers with the signed record of an unpaid order, by its own number or the external one', async () => {
    const { pluginId, secret, openId } = developer;
    const goods = await makeGoods(service.admin, pluginId);
    const order = await makeOrder(service.admin, developer, {
      goodsId: goods.id,
      outOrderId: 'external-1',
      attach: oddText,
    });

    for (const number of [order.id, 'external-1']) {
      const parameters = signed(secret, { plugin_id: pluginId, out_order_id: number });
      const { status, body } = await call(service.url, 'GET', '/payments/record', parameters);

      expect(status).toBe(200);
      expect(body.resource).toEqual({
        attach: oddText,
        body: oddText,
        created_at: '2021-06-22 10:37:15',
        goods_id: goods.id,
        open_id: openId,
        order_id: order.id,
        out_order_id: 'external-1',
        paid_at: '',
        pay_fee: 100,
        plugin_id: pluginId,
        status: 0,
        timestamp: 1_624_329_435,
      });
      expect(body.sign).toBe(signatureOf(secret, body.resource!));
    }
  });

  it('shows a paid order with status 10 and the time of payment', async () => {
    const order = await makeOrder(service.admin, developer);
    await service.admin(PayOrderDocument, {
      input: { orderId: order.id, paidAt: new Date(exampleTime.getTime() + 1000).toISOString() },
    });

    const parameters = signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: order.id });
    const { body } = await call(service.url, 'GET', '/payments/record', parameters);

    expect(body.resource).toMatchObject({ status: 10, paid_at: '2021-06-22 10:37:16', out_order_id: '', attach: '' });
  });
});
