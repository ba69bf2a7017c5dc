import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CreateApiKeyDocument, PayOrderDocument, RevokeApiKeyDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { letConnect } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { scrape } from './metricsText.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ ADMIN_PORT: '0' });
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const metricsUrl = () => `${service.adminUrl}/metrics`;
const makeKey = async (role: 'VIEWER' | 'ADMIN') =>
  (await service.admin(CreateApiKeyDocument, { input: { name: role, role } })).createApiKey;

describe('/metrics', () => {
  it.each([undefined, 'Bearer wrong', 'Basic abc'])('is closed to whoever shows %s', async (authorization) => {
    const response = await fetch(metricsUrl(), { headers: authorization === undefined ? {} : { authorization } });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  it('opens to a key of any role, until it is revoked', async () => {
    const { key, id } = await makeKey('VIEWER');
    const response = await fetch(metricsUrl(), { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    await response.text();

    await service.admin(RevokeApiKeyDocument, { input: { id } });
    await expect(scrape(service, key)).rejects.toThrow('401');
  });

  it('is not where developers are', async () => {
    const response = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${service.adminToken}` },
    });
    expect(response.status).toBe(404);
    await response.text();
  });

  it('answers nothing but GET and HEAD', async () => {
    const response = await fetch(metricsUrl(), {
      method: 'POST',
      headers: { authorization: `Bearer ${service.adminToken}` },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    await response.text();
  });

  it('has what the program and its requests are', async () => {
    const before = await scrape(service);
    const wrong = signed('wrong', { plugin_id: developer.pluginId, access_token: developer.accessToken });
    await call(service.url, 'GET', '/baseinfo', wrong);
    const right = signed(developer.secret, { plugin_id: developer.pluginId, access_token: developer.accessToken });
    await call(service.url, 'GET', '/baseinfo', right);

    const [ok, refused] = [200, 401].map(
      (status) => `openplug_request_duration_seconds_count{endpoint="GET /baseinfo",status="${status}"}`,
    );
    const reason = 'openplug_refusals_total{endpoint="GET /baseinfo",reason="SIGNATURE_WRONG"}';
    await expect.poll(async () => scrape(service)).toMatchObject({ [ok!]: 1, [refused!]: 1, [reason]: 1 });
    expect(before).toMatchObject({
      [`openplug_build_info{version="0.1.0",node="${process.version}"}`]: 1,
      openplug_rejections_dropped_total: 0,
      openplug_log_lines_dropped_total: 0,
      openplug_log_waiting_bytes: 0,
      openplug_database_up: 1,
      process_resident_memory_bytes: expect.any(Number),
      'openplug_database_connections{pool="service",state="waiting"}': 0,
      'openplug_database_connections{pool="admin",state="idle"}': expect.any(Number),
    });
  });

  it('counts a payment that GraphQL answers with 200 and INTERNAL_SERVER_ERROR as failed, and mistakes not', async () => {
    const failed = 'openplug_requests_failed_total{endpoint="/graphql"}';
    await expect(service.admin(PayOrderDocument, { input: { orderId: 'none' } })).rejects.toThrow('no such order');
    await expect.poll(async () => (await scrape(service))[failed], { timeout: 15_000 }).toBe(0);

    await run(service.databaseUrl, 'ALTER TABLE "order" RENAME TO gone');
    try {
      const query = 'mutation { payOrder(input: { orderId: "none" }) { order { id } } }';
      const response = await fetch(`${service.adminUrl}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    } finally {
      await run(service.databaseUrl, 'ALTER TABLE gone RENAME TO "order"');
    }
    await expect.poll(async () => (await scrape(service))[failed], { timeout: 15_000 }).toBe(1);
  });

  it('counts refusals of staff by their codes', async () => {
    await expect(scrape(service, 'nobody')).rejects.toThrow('401');
    const series = 'openplug_refusals_total{endpoint="/metrics",reason="UNAUTHENTICATED"}';
    await expect.poll(async () => (await scrape(service))[series]).toBeGreaterThanOrEqual(1);
  });
});

describe('while the database is away', () => {
  const leave = async () => {
    await letConnect(service.databaseUrl, false);
    service.clock.now = new Date(service.clock.now.getTime() + 10_000);
  };
  const comeBack = async () => {
    await letConnect(service.databaseUrl, true);
    service.clock.now = new Date(service.clock.now.getTime() + 10_000);
  };
  afterEach(comeBack);

  it('/metrics says so, to a key that it opened to before, and has all that needs no database', async () => {
    const { key } = await makeKey('VIEWER');
    const other = await makeKey('ADMIN');
    expect(await scrape(service, key)).toMatchObject({
      openplug_database_up: 1,
      'openplug_deliveries{status="PENDING"}': 0,
    });

    await leave();
    const away = await scrape(service, key);
    expect(away).toMatchObject({ openplug_database_up: 0, openplug_attempts_in_flight: 0 });
    expect(Object.keys(away).filter((name) => /^openplug_deliver(ies_due|ies\{|y_oldest)/.test(name))).toEqual([]);
    await expect(scrape(service, other.key)).rejects.toThrow('500');
    expect(await scrape(service)).toMatchObject({ openplug_database_up: 0 });

    await comeBack();
    expect(await scrape(service, key)).toMatchObject({ openplug_database_up: 1, openplug_deliveries_due: 0 });
  });

  it('/metrics stays open to two Prometheus with a key each, whoever else has had a look', async () => {
    const [one, two] = [await makeKey('VIEWER'), await makeKey('VIEWER')];
    for (const { key } of [one, two]) await scrape(service, key);
    await scrape(service);
    await expect(scrape(service, 'nobody')).rejects.toThrow('401');

    await leave();
    await scrape(service);
    for (const { key } of [one, two, one]) {
      expect(await scrape(service, key)).toMatchObject({ openplug_database_up: 0 });
    }
  });

  it('/metrics does not open to a key that was revoked before another was let in', async () => {
    const [revoked, good] = [await makeKey('VIEWER'), await makeKey('VIEWER')];
    await scrape(service, revoked.key);
    await service.admin(RevokeApiKeyDocument, { input: { id: revoked.id } });
    await scrape(service, good.key);

    await leave();
    await expect(scrape(service, revoked.key)).rejects.toThrow('500');
    expect(await scrape(service, good.key)).toMatchObject({ openplug_database_up: 0 });
  });

  it('/metrics remembers eight keys, and no more', async () => {
    const keys = await Promise.all(Array.from({ length: 9 }, async () => (await makeKey('VIEWER')).key));
    for (const key of keys) await scrape(service, key);

    await leave();
    await expect(scrape(service, keys[0])).rejects.toThrow('500');
    for (const key of keys.slice(1)) expect(await scrape(service, key)).toMatchObject({ openplug_database_up: 0 });
  });
});
