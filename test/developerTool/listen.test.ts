import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatePluginDocument, KindOfRowsDocument, OrderNotificationDocument } from '../admin/generated/operations.ts';
import { scrape } from '../metrics/metricsText.ts';
import { makeGoods } from '../support/builders.ts';
import { startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';
import { callTool, type ToolRun } from './callTool.ts';

let service: TestService;
let receiver: CallbackReceiver;
let pluginId: string;
let secret: string;
let orderId: string;

async function ask(path: string, parameters: Record<string, string>) {
  const sent = signed(secret, { plugin_id: pluginId, ...parameters }, service.clock.now);
  return (await call(service.url, 'POST', path, sent)).body.resource!;
}

async function listen(...more: string[]): Promise<ToolRun> {
  const where = ['--forward', receiver.url, '--url', service.url, '--plugin', pluginId, '--interval', '0.05'];
  return callTool(['listen', ...where, ...more], { secretVariable: secret, now: () => service.clock.now });
}

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  const input = { name: 'Rehearsal', sandbox: true };
  const { createPlugin } = await service.admin(CreatePluginDocument, { input });
  [pluginId, secret] = [createPlugin.plugin.id, createPlugin.secret];
  const { id: goodsId } = await makeGoods(service.admin, pluginId);
  const { access_token: accessToken } = await ask('/sandbox/users', {});
  const order = await ask('/sandbox/orders', { access_token: String(accessToken), goods_id: goodsId });
  orderId = String(order['order_id']);
  await ask('/sandbox/payments', { out_order_id: orderId });
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

describe('openplug listen', () => {
  it('brings a callback to the local server, signed, and reports that it failed, whatever the answer', async () => {
    receiver.answer({ status: 500, body: Buffer.alloc(5000, 0xff) });
    const { code, out } = await listen('--count', '1', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ orderId, attempt: 1, outcome: 'UNEXPECTED_STATUS', httpStatus: 500 });
    const [callback] = receiver.received;
    expect(callback?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'openplug',
      'openplug-delivery': orderId,
      'openplug-attempt': '1',
    });
    expect(callback?.message.sign).toBe(signatureOf(secret, callback!.message.resource));
  });

  it('brings the next one when the schedule says so, and reports SUCCESS', async () => {
    receiver.answer(success);
    service.clock.now = new Date(exampleTime.getTime() + 15_000);
    const { code, out } = await listen('--count', '1');
    expect(out).toContain('ACKNOWLEDGED');
    expect(code).toBe(0);
    const { order } = await service.admin(OrderNotificationDocument, { id: orderId });
    expect(order?.notification).toMatchObject({ code: 'DELIVERED' });
  });

  it('leaves no trace in live lists, statistics and metrics, and all of it with sandbox: true', async () => {
    const range = { from: exampleTime.toISOString(), to: new Date(exampleTime.getTime() + 60_000).toISOString() };
    const live = await service.admin(KindOfRowsDocument, range);
    const lists = [live.plugins, live.users, live.goodsList, live.orders, live.deliveries, live.deliveryAttempts];
    expect(lists.map(({ totalCount }) => totalCount)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(live.deliveryStats.buckets[0]?.attempts).toBe(0);
    const rehearsed = await service.admin(KindOfRowsDocument, { ...range, sandbox: true });
    expect(rehearsed.users.totalCount).toBe(1);
    expect(rehearsed.orders.edges.map(({ node }) => node.id)).toEqual([orderId]);
    expect(rehearsed.deliveryAttempts.totalCount).toBe(2);
    expect(rehearsed.deliveryStats.buckets[0]?.attempts).toBe(2);
    const metrics = await scrape(service);
    expect(metrics['openplug_deliveries_closed_total{status="DELIVERED"}']).toBe(0);
    expect(metrics['openplug_deliveries{status="PENDING"}']).toBe(0);
  });

  it('reports that nothing listens at the local address', async () => {
    const { access_token: accessToken } = await ask('/sandbox/users', {});
    const goodsId = (await makeGoods(service.admin, pluginId)).id;
    const order = await ask('/sandbox/orders', { access_token: String(accessToken), goods_id: goodsId });
    await ask('/sandbox/payments', { out_order_id: String(order['order_id']) });
    const run = await listen('--forward', 'http://127.0.0.1:1/callback', '--count', '1', '--json');
    expect(run.code).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ outcome: 'CONNECTION_FAILED', httpStatus: null, isCounted: true });
  });

  it('says why the service refuses it', async () => {
    const input = { name: 'Live' };
    const { createPlugin } = await service.admin(CreatePluginDocument, { input });
    const live = ['--plugin', createPlugin.plugin.id, '--secret', createPlugin.secret];
    expect(await listen(...live)).toMatchObject({ code: 1, err: expect.stringContaining('Only sandbox plugins') });
    const unknown = await listen('--plugin', 'nosuchid');
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringContaining('see whether --plugin and --url are right'),
    });
    expect(unknown.err).not.toContain('Only sandbox plugins');
    expect(await listen('--secret', 'x'.repeat(32))).toMatchObject({
      code: 1,
      err: expect.stringContaining('The signature is wrong'),
    });
  });

  it('says when it will ask again', async () => {
    const away = createServer((_, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('{"message":"Too many requests."}');
    });
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    const stopping = new AbortController();
    const said: string[] = [];
    const complain = (line: string) => {
      said.push(line);
      if (line.includes('trying again')) stopping.abort();
    };
    const where = ['--forward', receiver.url, '--url', `http://127.0.0.1:${port}`, '--plugin', pluginId];
    const { code } = await callTool(['listen', ...where], { complain, stopping: stopping.signal });
    away.close();
    expect(code).toBe(0);
    expect(said.at(-1)).toMatch(/answered 429: Too many requests\.; trying again in 7 s$/);
  });

  it.each([[['listen']], [['listen', '--forward', 'ftp://a', '--url', 'http://a', '--plugin', 'p']]])(
    'is not understood: %o',
    async (args) => {
      expect((await callTool(args)).code).toBe(2);
    },
  );
});
