import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxEndpoints } from '../../src/rules/signing/sandboxEndpoints.ts';
import {
  CreatePluginDocument,
  OrderNotificationDocument,
  UpdatePluginDocument,
} from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder, oddText } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import { call, signatureOf, signed, type RestAnswer } from '../support/signedRequest.ts';

interface Plugin {
  pluginId: string;
  secret: string;
}

let service: TestService;
let ours: Plugin;
let goodsId: string;
let sweeping: TestSweeper;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  ours = await makeSandbox();
  sweeping = testSweeper(service);
  goodsId = (await makeGoods(service.admin, ours.pluginId)).id;
});
afterAll(async () => {
  await sweeping.close();
  await service.stop();
});

async function makeSandbox(): Promise<Plugin> {
  const input = { name: 'Rehearsal', sandbox: true };
  const { createPlugin } = await service.admin(CreatePluginDocument, { input });
  return { pluginId: createPlugin.plugin.id, secret: createPlugin.secret };
}

async function ask(path: string, parameters: Record<string, string | number> = {}, plugin = ours): Promise<RestAnswer> {
  const sent = signed(plugin.secret, { plugin_id: plugin.pluginId, ...parameters }, service.clock.now);
  return call(service.url, 'POST', path, sent);
}

async function resourceOf(asked: Promise<RestAnswer>): Promise<Record<string, string | number>> {
  const { status, body } = await asked;
  expect({ status, body }).toMatchObject({ status: 200, body: { resource: expect.any(Object) } });
  expect(body.sign).toBe(signatureOf(ours.secret, body.resource!));
  return body.resource!;
}

const newUser = async () => resourceOf(ask('/sandbox/users', { nickname: oddText }));
const tokenOf = async () => String((await newUser())['access_token']);
async function payNew(given: Record<string, string> = {}): Promise<string> {
  const order = await resourceOf(
    ask('/sandbox/orders', { access_token: await tokenOf(), goods_id: goodsId, ...given }),
  );
  await resourceOf(ask('/sandbox/payments', { out_order_id: String(order['order_id']) }));
  return String(order['order_id']);
}
const fetchNext = async () => resourceOf(ask('/sandbox/callbacks'));
const answer = async (fetched: Record<string, string | number>, report: Record<string, string | number>) => {
  const { order_id: orderId, attempt, lease } = fetched as Record<string, string>;
  return ask('/sandbox/answers', { order_id: orderId!, attempt: attempt!, lease: lease!, ...report });
};
const success = { http_status: 200, body: Buffer.from('SUCCESS').toString('base64') };
const failure = { http_status: 500, body: Buffer.from('no').toString('base64') };
const pass = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

describe('a rehearsal', () => {
  it('creates a user who is logged in, an order, and pays it', async () => {
    const user = await newUser();
    expect(user).toMatchObject({ nickname: oddText, expires_at: exampleTime.getTime() / 1000 + 7200 });

    const bought = { access_token: String(user['access_token']), goods_id: goodsId, attach: oddText };
    const order = await resourceOf(ask('/sandbox/orders', { ...bought, out_order_id: 'A-2021-06' }));
    expect(order).toMatchObject({ open_id: user['open_id'], attach: oddText, out_order_id: 'A-2021-06', status: 0 });
    expect(await resourceOf(ask('/sandbox/orders', { ...bought, out_order_id: 'A-2021-06' }))).toEqual(order);

    const paid = await resourceOf(ask('/sandbox/payments', { out_order_id: 'A-2021-06' }));
    expect(paid).toMatchObject({ order_id: order['order_id'], status: 10 });
    const { order: seen } = await service.admin(OrderNotificationDocument, { id: String(order['order_id']) });
    expect(seen?.notification).toMatchObject({ code: 'WAITING', message: expect.stringContaining('openplug listen') });
    expect((await answer(await fetchNext(), success)).body.resource).toMatchObject({ outcome: 'ACKNOWLEDGED' });
  });

  it('is written down as what the plugin did', async () => {
    const query = '{ auditLog(first: 50) { edges { node { actor action } } } }';
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.adminToken}` },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data: { auditLog: { edges: { node: { actor: string; action: string } }[] } };
    };
    const its = data.auditLog.edges.map(({ node }) => node).filter(({ actor }) => actor !== 'ADMIN_TOKEN');
    expect(new Set(its.map(({ actor }) => actor))).toEqual(new Set([`sandbox plugin ${ours.pluginId}`]));
    const actions = new Set(its.map(({ action }) => action));
    expect(actions).toEqual(new Set(['createUser', 'issueAccessToken', 'createOrder', 'payOrder']));
  });
});

describe('a callback that a listener fetches', () => {
  it('is the signed message, with a row; once it is fetched, nothing else is due', async () => {
    const orderId = await payNew();
    const fetched = await fetchNext();
    expect(fetched).toMatchObject({ order_id: orderId, attempt: 1, previous_sign: '' });
    const { resource, sign } = JSON.parse(String(fetched['body'])) as RestAnswer['body'];
    expect(resource).toMatchObject({ order_id: orderId, status: 10 });
    expect(sign).toBe(signatureOf(ours.secret, resource!));
    expect(await fetchNext()).toMatchObject({ attempt: 0, body: '', lease: '', order_id: '' });
    await answer(fetched, success);
  });

  it('is repeated by the schedule when the answer is not SUCCESS, and then no more', async () => {
    const orderId = await payNew();
    const reported = await resourceOf(answer(await fetchNext(), failure));
    expect(reported).toMatchObject({ outcome: 'UNEXPECTED_STATUS', counted: 1 });
    expect(await fetchNext()).toMatchObject({ attempt: 0 });
    pass(15);
    const second = await fetchNext();
    expect(second).toMatchObject({ order_id: orderId, attempt: 2 });
    const timedOut = { failure: 'TIMED_OUT', error: 'no answer', duration_ms: 10_000 };
    expect(await resourceOf(answer(second, timedOut))).toMatchObject({ outcome: 'TIMED_OUT' });
    pass(30);
    const quoted = { http_status: 200, body: Buffer.from('"SUCCESS"').toString('base64') };
    expect(await resourceOf(answer(await fetchNext(), quoted))).toMatchObject({
      outcome: 'UNEXPECTED_BODY',
      hint: expect.stringContaining('quotes'),
    });
    pass(60);
    await answer(await fetchNext(), success);
    pass(600);
    expect(await fetchNext()).toMatchObject({ attempt: 0 });
  });

  it('is repeated when its lease has run out; a late SUCCESS counts, and nothing else does', async () => {
    const orderId = await payNew();
    const first = await fetchNext();
    pass(41);
    await sweeping.sweeper.closeAbandoned();
    expect(await resourceOf(answer(first, failure))).toMatchObject({ outcome: 'ABANDONED', counted: 0 });
    const second = await fetchNext();
    expect(second).toMatchObject({ order_id: orderId, attempt: 2 });
    expect(await resourceOf(answer({ ...second, lease: String(first['lease']) }, success))).toMatchObject({
      outcome: 'STARTED',
      counted: 0,
    });
    expect(await resourceOf(answer(first, success))).toMatchObject({ outcome: 'ABANDONED', counted: 1 });
    expect(await resourceOf(answer(second, failure))).toMatchObject({ outcome: 'UNEXPECTED_STATUS', counted: 1 });
    pass(600);
    expect(await fetchNext()).toMatchObject({ attempt: 0 });
  });

  it('goes to one of several listeners', async () => {
    await Promise.all([payNew(), payNew()]);
    const fetched = await Promise.all([fetchNext(), fetchNext(), fetchNext()]);
    const attempts = fetched.filter(({ attempt }) => attempt !== 0);
    expect(new Set(attempts.map(({ order_id: orderId }) => orderId)).size).toBe(attempts.length);
    for (let next = await fetchNext(); next['attempt'] !== 0; next = await fetchNext()) attempts.push(next);
    expect(attempts).toHaveLength(2);
    for (const attempt of attempts) await answer(attempt, success);
  });

  it('is not fetched while the plugin has a callback URL, or while it is paused', async () => {
    await payNew();
    const change = async (changes: object) =>
      service.admin(UpdatePluginDocument, { input: { id: ours.pluginId, ...changes } });
    await change({ callbackUrl: 'https://example.com/callback' });
    expect(await ask('/sandbox/callbacks')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('callback URL') },
    });
    await change({ callbackUrl: null, deliveriesPaused: true });
    expect(await fetchNext()).toMatchObject({ attempt: 0 });
    await change({ deliveriesPaused: false });
    await answer(await fetchNext(), success);
  });
});

describe('what is refused', () => {
  const paths = Object.values(sandboxEndpoints).map(({ path }) => path);

  it.each(paths)('%s, for a live plugin, as an unknown path is', async (path) => {
    const live = await makeDeveloper(service.admin);
    const { id } = await makeOrder(service.admin, live);
    const given = { access_token: live.accessToken, goods_id: goodsId, out_order_id: id, order_id: id };
    const refused = await ask(path, { ...given, attempt: 1, lease: 'a', http_status: 200 }, live);
    const unknown = await fetch(`${service.url}/nothing`, { method: 'POST' });
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual(await unknown.json());
  });

  it.each(paths)('%s, without telling an attacker what kind of plugin it is', async (path) => {
    const live = await makeDeveloper(service.admin);
    const given = { access_token: live.accessToken, goods_id: goodsId, out_order_id: 'A-2021', order_id: 'a' };
    for (const plugin of [live, ours]) {
      const forged = { pluginId: plugin.pluginId, secret: 'wrong' };
      expect((await ask(path, { ...given, attempt: 1, lease: 'a', http_status: 200 }, forged)).status).toBe(401);
    }
  });

  it('what belongs to another plugin', async () => {
    const theirs = await makeSandbox();
    const orderId = await payNew();
    const fetched = await fetchNext();
    expect((await ask('/sandbox/payments', { out_order_id: orderId }, theirs)).status).toBe(400);
    const theirReport = { order_id: orderId, attempt: 1, lease: String(fetched['lease']), ...success };
    expect((await ask('/sandbox/answers', theirReport, theirs)).status).toBe(400);
    const token = String((await ask('/sandbox/users', {}, theirs)).body.resource!['access_token']);
    const order = { access_token: token, goods_id: goodsId };
    expect(await ask('/sandbox/orders', order, theirs)).toMatchObject({
      status: 400,
      body: { errors: { goods_id: [expect.any(String)] } },
    });
    expect((await ask('/sandbox/orders', order)).status).toBe(401);
    await answer(fetched, success);
  });

  it.each([
    ['a nickname with a NUL', '/sandbox/users', { nickname: 'a\0b' }],
    ['a nickname that is too long', '/sandbox/users', { nickname: 'x'.repeat(65) }],
    ['an access token of another length', '/sandbox/orders', { access_token: 'x', goods_id: 'a' }],
    ['no goods', '/sandbox/orders', { access_token: 'x'.repeat(32) }],
    [
      'an out_order_id that is too short',
      '/sandbox/orders',
      { access_token: 'x'.repeat(32), goods_id: 'a', out_order_id: 'A' },
    ],
    ['no order number', '/sandbox/payments', {}],
    [
      'an attempt that is no number',
      '/sandbox/answers',
      { order_id: 'a', attempt: 'one', lease: 'a', http_status: 200 },
    ],
    ['attempt 0', '/sandbox/answers', { order_id: 'a', attempt: 0, lease: 'a', http_status: 200 }],
    ['neither a status nor a failure', '/sandbox/answers', { order_id: 'a', attempt: 1, lease: 'a' }],
    ['another failure', '/sandbox/answers', { order_id: 'a', attempt: 1, lease: 'a', failure: 'ABANDONED' }],
    [
      'a body that is not base64',
      '/sandbox/answers',
      { order_id: 'a', attempt: 1, lease: 'a', http_status: 200, body: '*' },
    ],
    [
      'a body that is too long',
      '/sandbox/answers',
      { order_id: 'a', attempt: 1, lease: 'a', http_status: 200, body: 'AAAA'.repeat(1500) },
    ],
  ])('%s', async (_what, path, parameters) => {
    const { status, body } = await ask(path, parameters);
    expect({ status, errors: Object.keys(body.errors ?? {}).length }).toEqual({ status: 422, errors: 1 });
  });

  it.each([
    ['a lease that is none', { lease: "'; DROP TABLE delivery" }],
    ['an attempt that there is not', { attempt: 2_147_483_647 }],
    ['an order that there is not', { order_id: 'x'.repeat(32) }],
  ])('%s, and changes nothing', async (_what, wrong) => {
    await payNew();
    const fetched = await fetchNext();
    const { status, body } = await answer({ ...fetched, ...wrong }, success);
    expect([200, 400]).toContain(status);
    if (status === 200) expect(body.resource).toMatchObject({ outcome: 'STARTED', counted: 0 });
    expect((await answer(fetched, success)).body.resource).toMatchObject({ outcome: 'ACKNOWLEDGED', counted: 1 });
    expect((await answer(fetched, failure)).body.resource).toMatchObject({ outcome: 'ACKNOWLEDGED', counted: 0 });
  });

  it('a user of a sandbox in a live plugin', async () => {
    const openId = String((await newUser())['open_id']);
    const { userId } = await sweeping.store.prisma.pluginUser.findUniqueOrThrow({ where: { openId } });
    const live = await makeDeveloper(service.admin);
    await expect(makeOrder(service.admin, live, { userId })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('more users than a sandbox plugin may create in a day, until the day is over', async () => {
    const full = await makeSandbox();
    const data = Array.from({ length: 200 }, (_, n) => ({
      id: `user-${n}`,
      nickname: 'a',
      createdAt: service.clock.now,
      sandboxPluginId: full.pluginId,
    }));
    await sweeping.store.prisma.user.createMany({ data });
    const refused = await ask('/sandbox/users', {}, full);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('200 users') } });
    expect(refused.headers.get('retry-after')).toBe('86400');
    pass(86_400);
    expect((await ask('/sandbox/users', {}, full)).status).toBe(200);
  });
});
