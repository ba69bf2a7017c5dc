import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { letConnect } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  await letConnect(service.databaseUrl, false);
});
afterAll(() => service.stop());

describe('while the database is gone', () => {
  it.each([
    ['GET', '/baseinfo', () => ({ access_token: developer.accessToken })],
    ['GET', '/payments/record', () => ({ out_order_id: 'external-1' })],
    ['POST', '/goods', () => ({ access_token: developer.accessToken, title: 'A title', total_fee: 100 })],
  ])('%s %s answers 500, says nothing of the cause, and when to try again', async (method, path, parameters) => {
    const sent = signed(developer.secret, { plugin_id: developer.pluginId, ...parameters() });

    const { status, headers, body } = await call(service.url, method, path, sent);

    expect(status).toBe(500);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toEqual({ message: 'The platform is temporarily unable to serve this request.' });
    const requestId = headers.get('x-request-id');
    const line = { level: 30, msg: 'request', requestId, status: 500, errorCodes: ['SERVICE_UNAVAILABLE'] };
    await expect.poll(() => service.logged).toContainEqual(expect.objectContaining(line));
    expect(JSON.stringify(service.logged)).not.toContain(developer.secret);
    expect(JSON.stringify(service.logged)).not.toContain(developer.accessToken);
  });

  it('logs the first failure with its cause, and no line of its level for the others', async () => {
    const sent = signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: 'external-1' });
    await Promise.all(Array.from({ length: 50 }, async () => call(service.url, 'GET', '/payments/record', sent)));

    expect(service.complaints()).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'the database cannot be worked on; what fails for that is counted from now on',
        // The first of a connection that was just ended, or of a new one.
        err: expect.objectContaining({
          message: expect.stringMatching(/terminating connection|not currently accepting connections/),
        }),
      }),
    ]);
  });

  it('says so in Chinese too', async () => {
    const sent = signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: 'external-1' });

    const { body } = await call(service.url, 'GET', '/payments/record', sent, { headers: { 'accept-language': 'zh' } });

    expect(body).toEqual({ message: '平台暂时无法处理该请求。' });
  });

  it.each([
    ['an unknown path', 404, 'GET', '/nowhere', {}],
    ['a wrong method', 405, 'PUT', '/goods', {}],
    ['a malformed query', 400, 'GET', '/baseinfo?%zz', {}],
    ['an unreadable body', 400, 'POST', '/goods', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['a body that is too large', 413, 'POST', '/goods', { body: 'a'.repeat(16_385) }],
    ['a body of another type', 415, 'POST', '/goods', { body: 'a' }],
    ['parameters of a wrong shape', 422, 'POST', '/goods', {}],
  ])('still refuses %s with %i: nothing is asked before the shapes hold', async (_, status, method, path, init) => {
    const response = await fetch(service.url + path, { ...init, method });

    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('message');
  });
});

describe('when the database is back', () => {
  it('answers as before', async () => {
    await letConnect(service.databaseUrl, true);
    const sent = signed(developer.secret, { plugin_id: developer.pluginId, access_token: developer.accessToken });

    expect((await call(service.url, 'GET', '/baseinfo', sent)).status).toBe(200);
  });
});
