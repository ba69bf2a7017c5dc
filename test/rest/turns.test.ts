import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../src/http/refusalMessages.ts';
import { Refusal } from '../../src/rules/failures/refusal.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed, type RestAnswer } from '../support/signedRequest.ts';

/** The machine may be busy. */
const patiently = { timeout: 10_000 };

let service: TestService;
let loud: Developer;
let quiet: Developer;
let operator: pg.Client;

beforeAll(async () => {
  service = await startTestService({ REST_CONCURRENCY_PER_PLUGIN: '3', TRUST_PROXY: 'loopback' });
  loud = await makeDeveloper(service.admin);
  quiet = await makeDeveloper(service.admin);
  operator = new pg.Client({ connectionString: service.databaseUrl });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await service.stop();
});
beforeEach(() => operator.query('BEGIN'));
afterEach(() => operator.query('ROLLBACK'));

async function createGoods({ pluginId, secret, accessToken }: Developer, from: string): Promise<RestAnswer> {
  const sent = signed(secret, { plugin_id: pluginId, access_token: accessToken, title: 'Gold', total_fee: 100 });
  return call(service.url, 'POST', '/goods', sent, { headers: { 'X-Forwarded-For': from } });
}

async function askBaseInfo({ pluginId, secret, accessToken }: Developer): Promise<number> {
  const sent = signed(secret, { plugin_id: pluginId, access_token: accessToken });
  return (await call(service.url, 'GET', '/baseinfo', sent)).status;
}

/** Statements of the service that wait for the operator's lock. */
async function countWaiting(): Promise<number> {
  // Within a transaction it would see the same all the time.
  await operator.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await operator.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

describe('the requests of one plugin', () => {
  it('that hang in the database have so many connections as they may, and others are answered meanwhile', async () => {
    expect((await createGoods(loud, '198.51.100.7')).status).toBe(200);
    await operator.query('LOCK TABLE goods IN SHARE MODE');
    const hanging = Array.from({ length: 12 }, () => createGoods(loud, '198.51.100.7'));
    await expect.poll(countWaiting, patiently).toBe(3);
    expect(await askBaseInfo(quiet)).toBe(200);
    expect(await countWaiting()).toBe(3);

    await operator.query('ROLLBACK');
    expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

describe('requests of whom nobody knows', () => {
  it('have a quarter of the connections, from however many addresses they come', async () => {
    await operator.query('LOCK TABLE plugin IN ACCESS EXCLUSIVE MODE');
    const forged = { ...loud, secret: 'wrong' };
    const asked = Array.from({ length: 12 }, (_, n) => createGoods(forged, `192.0.2.${n}`));
    // Their reads share a connection, on which the first waits for the lock.
    await expect.poll(countWaiting, patiently).toBe(1);
    // A request that came after all of these has been answered.
    expect((await call(service.url, 'GET', '/baseinfo', {})).status).toBe(422);
    expect(await countWaiting()).toBe(1);

    await operator.query('ROLLBACK');
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(12).fill(401));
  });
});

describe('a request that had to wait for too long', () => {
  it('is refused with 429, and told when to come again', () => {
    const failure = failureOf(new Refusal('BUSY', { facts: { retryAfterSeconds: 1 } }), 'en');
    expect(failure).toEqual({
      status: 429,
      refusal: 'BUSY',
      retryAfterSeconds: 1,
      body: { message: 'Too many requests are waiting to be answered; try again in 1 s.' },
    });
  });
});
