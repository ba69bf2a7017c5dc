import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { openConnection, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

const guesser = { 'X-Forwarded-For': '192.0.2.66' };
const server = { 'X-Forwarded-For': '198.51.100.7' };

let service: TestService;
let developer: Developer;

async function start(environment: Record<string, string>): Promise<void> {
  // The limits' clock stands still, so that nothing depends on how fast the requests are.
  vi.useFakeTimers({ toFake: ['performance'] });
  service = await startTestService({ TRUST_PROXY: 'loopback', ...environment });
  developer = await makeDeveloper(service.admin);
}

async function stop(): Promise<void> {
  vi.useRealTimers();
  await service.stop();
}

async function ask(headers: Record<string, string>, secret = developer.secret, pluginId = developer.pluginId) {
  const parameters = signed(secret, { plugin_id: pluginId, access_token: developer.accessToken });
  return call(service.url, 'GET', '/baseinfo', parameters, { headers });
}

async function statusesOf(times: number, request: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await request()).status);
  return statuses;
}

async function askStaff(key: string, from: Record<string, string>): Promise<Response> {
  const headers = { ...from, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`${service.adminUrl}/graphql`, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
}

describe('wrong signatures', () => {
  beforeAll(() => start({ RATE_LIMIT_FAILURES: '6' }));
  afterAll(stop);

  it('slow down the address that they come from, and nobody else', async () => {
    expect(await statusesOf(7, () => ask(guesser, 'wrong'))).toEqual([401, 401, 401, 401, 401, 401, 429]);

    const refused = await ask(guesser);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.body).toEqual({
      message:
        'Too many requests with a wrong signature, time or key came from this address. Correct it, and try again in 10 s.',
    });
    expect(await statusesOf(20, () => ask(server))).toEqual(Array(20).fill(200));

    vi.advanceTimersByTime(10_000);
    expect((await ask(guesser)).status).toBe(200);
  });

  it('hold back the answers of an address that does not heed refusals, for developers and for staff', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.75' };
    await statusesOf(6 + 50, () => ask(from, 'wrong'));
    expect(await statusesOf(6, () => askStaff('wrong', from))).toEqual(Array(6).fill(401));
    for (const refuse of [() => ask(from, 'wrong'), () => askStaff('wrong', from)]) {
      const startedAtMs = Date.now();
      expect((await refuse()).status).toBe(429);
      expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(990);
    }
  });

  it('are refused in Chinese to who prefers it', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.67', 'Accept-Language': 'zh' };
    await statusesOf(6, () => ask(from, 'wrong'));
    expect((await ask(from, 'wrong')).body.message).toBe(
      '来自该地址的签名、时间戳或密钥错误的请求过多。请改正后，在 10 秒后重试。',
    );
  });

  it('are not hidden by addresses that the caller makes up', async () => {
    let n = 0;
    const from = () => ({ 'X-Forwarded-For': `203.0.113.${(n += 1)}, 192.0.2.68` });
    expect(await statusesOf(7, () => ask(from(), 'wrong'))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  it('count several times when they are so long that each takes long to look at', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.72' };
    const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken, note: '~'.repeat(2_000) };
    const guess = () => call(service.url, 'GET', '/baseinfo', signed('wrong', parameters), { headers });
    // Five failures each, of the six that there are.
    expect(await statusesOf(3, guess)).toEqual([401, 401, 429]);
  });

  it('that come at once are not looked at more often', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.73' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(from, 'wrong')));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(6).fill(401), ...Array<number>(4).fill(429)]);
  });

  it('count as much for requests of another time', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.74' };
    const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken };
    const late = signed(developer.secret, parameters, new Date(0));
    const statuses = await statusesOf(7, () => call(service.url, 'GET', '/baseinfo', late, { headers }));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429]);
  });

  it('count as much for plugins that do not exist', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.69' };
    const statuses = await statusesOf(7, () => ask(from, 'wrong', 'nothere1'));
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429]);
  });

  it('are not counted when the access token is what is wrong', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.70' };
    const parameters = signed(developer.secret, { plugin_id: developer.pluginId, access_token: 'x'.repeat(32) });
    const statuses = await statusesOf(10, () => call(service.url, 'GET', '/baseinfo', parameters, { headers: from }));
    expect(statuses).toEqual(Array(10).fill(401));
  });
});

describe('wrong keys of staff', () => {
  beforeAll(() => start({ RATE_LIMIT_FAILURES: '6' }));
  afterAll(stop);

  it('slow down the address that they come from, and nobody else', async () => {
    expect(await statusesOf(7, () => askStaff('wrong', guesser))).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const refused = await askStaff(service.adminToken, guesser);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'Too many wrong keys came from this address; try again in 10 s.',
          extensions: { code: 'RATE_LIMITED', phrases: [{ code: 'TOO_MANY_WRONG_KEYS', values: { seconds: '10' } }] },
        },
      ],
    });
    expect((await askStaff(service.adminToken, server)).status).toBe(200);
  });

  it('at /metrics are the same', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.71', authorization: 'Bearer wrong' };
    const statuses = await statusesOf(7, () => fetch(`${service.adminUrl}/metrics`, { headers }));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });
});

describe('the rate of an address', () => {
  beforeAll(() => start({ RATE_LIMIT_PER_ADDRESS: '1' }));
  afterAll(stop);

  const inRest = { message: 'Too many requests; try again in 1 s, and more slowly.' };
  const message = 'Too many requests came from this address; try again in 1 s.';
  const phrases = [{ code: 'TOO_MANY_REQUESTS', values: { seconds: '1' } }];
  const inGraphql = { errors: [{ message, extensions: { code: 'RATE_LIMITED', phrases } }] };

  it('holds for everything but the health checks, and is counted for staff', async () => {
    const get = (path: string) => fetch(service.url + path, { headers: guesser });
    expect(await statusesOf(10, () => get('/nothing'))).toEqual(Array(10).fill(404));
    for (const path of ['/nothing', '/baseinfo', '/graphql', '/metrics']) {
      const refused = await get(path);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toEqual(path === '/graphql' ? inGraphql : inRest);
    }
    expect((await get('/healthz')).status).toBe(200);
    // Proxies may send a whole URL (RFC 9112, 3.2.2).
    const connection = await openConnection(service.url);
    connection.send(requestText(`GET ${service.url}/readyz HTTP/1.1`, ['X-Forwarded-For: 192.0.2.66']));
    expect((await connection.answer()).status).toBe(200);
    connection.close();
    expect((await fetch(`${service.url}/nothing`, { headers: server })).status).toBe(404);

    const headers = { ...server, authorization: `Bearer ${service.adminToken}` };
    const metrics = await (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
    expect(metrics).toContain('openplug_rate_limited_total{limit="address"} 4');
  });
});

describe('the rate of a plugin', () => {
  beforeAll(() => start({ RATE_LIMIT_PER_PLUGIN: '1' }));
  afterAll(stop);

  it('is used up by what it signed, wherever that comes from, and not by who only names it', async () => {
    expect(await statusesOf(15, () => ask(guesser, 'wrong'))).toEqual(Array(15).fill(401));
    expect(await statusesOf(11, () => ask(server))).toEqual([...Array(10).fill(200), 429]);
    const other = await makeDeveloper(service.admin);
    expect((await ask(server, other.secret, other.pluginId)).status).toBe(401);
    vi.advanceTimersByTime(1000);
    expect(await statusesOf(2, () => ask(server))).toEqual([200, 429]);
  });
});
