import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxEndpoints } from '../../src/rules/signing/sandboxEndpoints.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import {
  failure,
  makeSandbox,
  startRehearsal,
  success,
  type Rehearsal,
  type SandboxPlugin,
} from '../support/rehearsal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';

let service: TestService;
let ours: SandboxPlugin;
let goodsId: string;
let sweeping: TestSweeper;
let { ask, newUser, payNew, fetchNext, answer, pass } = {} as Rehearsal;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  sweeping = testSweeper(service);
  ({ plugin: ours, goodsId, ask, newUser, payNew, fetchNext, answer, pass } = await startRehearsal(service));
});
afterAll(async () => {
  await sweeping.close();
  await service.stop();
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
    const theirs = await makeSandbox(service);
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
    ['a status that HTTP has not', '/sandbox/answers', { order_id: 'a', attempt: 1, lease: 'a', http_status: 99 }],
    [
      'a failure with a status that HTTP has not',
      '/sandbox/answers',
      { order_id: 'a', attempt: 1, lease: 'a', http_status: 0, failure: 'TIMED_OUT' },
    ],
    [
      'another mark than 0 or 1',
      '/sandbox/answers',
      { order_id: 'a', attempt: 1, lease: 'a', http_status: 200, truncated: 7 },
    ],
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

  it('neither a status nor a failure, and names both', async () => {
    const { status, body } = await ask('/sandbox/answers', { order_id: 'a', attempt: 1, lease: 'a' });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: {
        http_status: ['http_status is required unless failure is given.'],
        failure: ['failure is required unless http_status is given.'],
      },
    });
  });

  it.each([
    ['/sandbox/users', 'nickname', {}],
    ['/sandbox/orders', 'out_order_id', { access_token: 'x'.repeat(32), goods_id: 'a' }],
    ['/sandbox/answers', 'location', { order_id: 'a', attempt: 1, lease: 'a', http_status: 302 }],
    ['/sandbox/answers', 'error', { order_id: 'a', attempt: 1, lease: 'a', failure: 'TIMED_OUT' }],
  ])('white space alone, without calling it required: %s %s', async (path, name, parameters) => {
    const { status, body } = await ask(path, { ...parameters, [name]: '  ' });
    const problem = `${name} must have a character that is not white space, or be left out.`;
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [name]: [problem] } });
  });

  it.each<[string, Record<string, string | number>, object]>([
    [
      'a lease that is none',
      { lease: "'; DROP TABLE delivery" },
      {
        status: 200,
        body: { resource: { outcome: 'STARTED', counted: 0, hint: expect.stringContaining('this lease is not the') } },
      },
    ],
    [
      'an attempt that there is not',
      { attempt: 2_147_483_647 },
      {
        status: 400,
        body: {
          message: 'The attempt was not found.',
          errors: { attempt: ['attempt is not the number of a notification of this order.'] },
        },
      },
    ],
    [
      'an order that there is not',
      { order_id: 'x'.repeat(32) },
      { status: 400, body: { message: 'The order was not found.', errors: { order_id: [expect.any(String)] } } },
    ],
  ])('%s, and changes nothing', async (_what, wrong, expected) => {
    await payNew();
    const fetched = await fetchNext();
    expect(await answer({ ...fetched, ...wrong }, success)).toMatchObject(expected);
    expect((await answer(fetched, success)).body.resource).toMatchObject({ outcome: 'ACKNOWLEDGED', counted: 1 });
    expect((await answer(fetched, failure)).body.resource).toMatchObject({
      outcome: 'ACKNOWLEDGED',
      counted: 0,
      hint: 'nothing was counted: the attempt had been reported before, with the outcome that is shown here',
    });
  });

  it('a user of a sandbox in a live plugin', async () => {
    const openId = String((await newUser())['open_id']);
    const { userId } = await sweeping.store.prisma.pluginUser.findUniqueOrThrow({ where: { openId } });
    const live = await makeDeveloper(service.admin);
    await expect(makeOrder(service.admin, live, { userId })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('more orders than a sandbox plugin may create in a day, but not a number that has its order', async () => {
    const plugin = await makeSandbox(service);
    const { id } = await makeGoods(service.admin, plugin.pluginId);
    const { access_token: token } = (await ask('/sandbox/users', {}, plugin)).body.resource!;
    const order = async (number: string) =>
      ask('/sandbox/orders', { access_token: token!, goods_id: id, out_order_id: number }, plugin);
    const first = await order('A-2021-06');
    const { prisma } = sweeping.store;
    const {
      id: _,
      outOrderId: __,
      ...row
    } = await prisma.order.findFirstOrThrow({
      where: { pluginId: plugin.pluginId },
    });
    await prisma.order.createMany({
      data: Array.from({ length: 1999 }, (_row, n) => ({ ...row, id: `order-${n}` })),
    });
    expect(await order('A-2021-07')).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('2000 orders') },
    });
    expect((await order('A-2021-06')).body).toEqual(first.body);
    pass(86_400);
    expect((await order('A-2021-07')).status).toBe(401);
    const { access_token: later } = (await ask('/sandbox/users', {}, plugin)).body.resource!;
    const given = { access_token: later!, goods_id: id, out_order_id: 'A-2021-07' };
    expect((await ask('/sandbox/orders', given, plugin)).status).toBe(200);
  });

  it('more users than a sandbox plugin may create in a day, until the day is over', async () => {
    const full = await makeSandbox(service);
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
