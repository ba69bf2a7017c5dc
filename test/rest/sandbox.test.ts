import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderNotificationDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { oddText } from '../support/builders.ts';
import { failure, startRehearsal, success, type Rehearsal, type SandboxPlugin } from '../support/rehearsal.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { signatureOf, type RestAnswer } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';

let service: TestService;
let ours: SandboxPlugin;
let goodsId: string;
let sweeping: TestSweeper;
let { ask, resourceOf, newUser, payNew, fetchNext, answer, pass } = {} as Rehearsal;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  sweeping = testSweeper(service);
  ({
    plugin: ours,
    goodsId,
    ask,
    resourceOf,
    newUser,
    payNew,
    fetchNext,
    answer,
    pass,
  } = await startRehearsal(service));
});
afterAll(async () => {
  await sweeping.close();
  await service.stop();
});

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
    expect(await resourceOf(answer(first, failure))).toMatchObject({
      outcome: 'ABANDONED',
      counted: 0,
      hint: expect.stringMatching(
        /^nothing was counted: the report came after the lease had run out,.* fetch the next/,
      ),
    });
    const second = await fetchNext();
    expect(second).toMatchObject({ order_id: orderId, attempt: 2 });
    expect(await resourceOf(answer({ ...second, lease: String(first['lease']) }, success))).toMatchObject({
      outcome: 'STARTED',
      counted: 0,
      hint: expect.stringMatching(/^nothing was counted: this lease is not the one of the attempt; report with the/),
    });
    expect(await resourceOf(answer(first, success))).toMatchObject({ outcome: 'ABANDONED', counted: 1 });
    expect(await resourceOf(answer(first, success))).toMatchObject({
      outcome: 'ABANDONED',
      counted: 0,
      hint: expect.stringMatching(/^nothing was counted: the attempt had been reported before/),
    });
    expect(await resourceOf(answer(second, failure))).toMatchObject({ outcome: 'UNEXPECTED_STATUS', counted: 1 });
    pass(600);
    expect(await fetchNext()).toMatchObject({ attempt: 0 });
  });

  it('whose answer broke off has the status that had come before', async () => {
    const orderId = await payNew();
    const brokeOff = { http_status: 200, failure: 'CONNECTION_FAILED', error: 'reset' };
    expect(await resourceOf(answer(await fetchNext(), brokeOff))).toMatchObject({ outcome: 'CONNECTION_FAILED' });
    const attempt = await sweeping.store.prisma.deliveryAttempt.findFirst({ where: { orderId } });
    expect(attempt).toMatchObject({ httpStatus: 200, error: 'reset' });
    pass(15);
    await answer(await fetchNext(), success);
  });

  it.each([
    [{ url: 'http://localhost:8000/callback' }, 'http://localhost:8000/login'],
    [{}, '/login'],
    [{ url: 'no address' }, '/login'],
  ])('that was redirected is explained by the address that was called: %j', async (given, leadsTo) => {
    await payNew();
    const redirect = { http_status: 302, location: '/login', ...given };
    expect(await resourceOf(answer(await fetchNext(), redirect))).toMatchObject({
      outcome: 'REDIRECTED',
      hint: expect.stringContaining(`this one leads to ${leadsTo}: `),
    });
    pass(15);
    await answer(await fetchNext(), success);
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
