import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatePluginDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeGoods } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed, type RestAnswer } from '../support/signedRequest.ts';

let service: TestService;
let pluginId: string;
let secret: string;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  const { createPlugin } = await service.admin(CreatePluginDocument, { input: { name: 'Rehearsal', sandbox: true } });
  [pluginId, secret] = [createPlugin.plugin.id, createPlugin.secret];
  token = String((await ask('/sandbox/users')).body.resource!['access_token']);
});
afterAll(() => service.stop());

async function ask(path: string, parameters: Record<string, string | number> = {}): Promise<RestAnswer> {
  const sent = signed(secret, { plugin_id: pluginId, ...parameters }, service.clock.now);
  return call(service.url, 'POST', path, sent, { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
}

async function order(goodsId: string, given: Record<string, string> = {}): Promise<RestAnswer> {
  return ask('/sandbox/orders', { access_token: token, goods_id: goodsId, ...given });
}

const orderIdOf = async (ordered: Promise<RestAnswer>) => String((await ordered).body.resource!['order_id']);

describe('a conflict of a rehearsal', () => {
  it('is explained in Chinese: goods that are sold out', async () => {
    const { id: goodsId } = await makeGoods(service.admin, pluginId, { payLimit: 1 });
    const [first, second] = [await orderIdOf(order(goodsId)), await orderIdOf(order(goodsId))];
    expect((await ask('/sandbox/payments', { out_order_id: first })).status).toBe(200);
    const refused = await ask('/sandbox/payments', { out_order_id: second });
    expect(refused.body).toEqual({ message: '与当前状态冲突：商品已售罄。' });
    expect((await order(goodsId)).body).toEqual({
      message: '与当前状态冲突：商品已售罄：限 1 次，已支付 1 次。',
    });
  });

  it('is explained in Chinese: a number that is taken', async () => {
    const { id: goodsId } = await makeGoods(service.admin, pluginId);
    const { id: otherGoods } = await makeGoods(service.admin, pluginId);
    const given = { out_order_id: 'A-2021-06' };
    await order(goodsId, given);
    const messages = [await order(otherGoods, given), await order(goodsId, { ...given, attach: 'x' })].map(
      ({ body }) => body.message,
    );
    expect(messages).toEqual([
      '与当前状态冲突：该 out_order_id 已属于另一订单。',
      '与当前状态冲突：该 out_order_id 的订单的 attach 与本次不同。',
    ]);
  });

  it('is explained in Chinese: a plugin that has a callback URL', async () => {
    const change = async (callbackUrl: string | null) =>
      service.admin(UpdatePluginDocument, { input: { id: pluginId, callbackUrl } });
    await change('https://example.com/callback');
    expect((await ask('/sandbox/callbacks')).body).toEqual({
      message: '与当前状态冲突：该插件设有回调地址，回调由平台直接发送到该地址。',
    });
    await change(null);
  });
});

describe('the hint about a reported answer', () => {
  const report = async (fetched: Record<string, string | number>, given: Record<string, string | number>) => {
    const { order_id: orderId, attempt, lease } = fetched;
    const sent = { order_id: orderId!, attempt: attempt!, lease: lease!, ...given };
    return (await ask('/sandbox/answers', sent)).body;
  };

  it('is in Chinese, and so is the reason why a report does not count', async () => {
    const { id: goodsId } = await makeGoods(service.admin, pluginId);
    await ask('/sandbox/payments', { out_order_id: await orderIdOf(order(goodsId)) });
    const fetched = (await ask('/sandbox/callbacks')).body.resource!;
    const answered = { http_status: 200, body: Buffer.from('ok').toString('base64') };

    const otherAttempt = await report({ ...fetched, attempt: 9 }, answered);
    expect(otherAttempt).toMatchObject({ message: '该次通知不存在。' });
    const otherLease = (await report({ ...fetched, lease: 'other' }, answered)).resource;
    expect(otherLease).toMatchObject({ counted: 0, hint: expect.stringMatching(/^本次报告无效：lease 不是/) });
    const counted = (await report(fetched, answered)).resource;
    expect(counted).toMatchObject({ counted: 1, hint: '正文必须是 SUCCESS' });
    const again = (await report(fetched, answered)).resource;
    expect(again).toMatchObject({ counted: 0, hint: expect.stringMatching(/^本次报告无效：该次通知此前已经报告/) });
  });
});
