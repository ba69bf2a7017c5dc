import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abandonExpiredAttempts } from '../../src/store/deliveries/abandonExpiredAttempts.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { CheckCallbackUrlDocument, PayOrderDocument } from '../admin/generated/operations.ts';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/databaseProxy.ts';
import { openConnection, requestText } from '../support/rawRequest.ts';
import { startTestService } from '../support/service.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../support/serviceProcess.ts';

const encryptionKey = randomBytes(32);
const adminToken = 'admin-token-of-the-tests';
const patience = { timeout: 30_000, interval: 20 };
/** Far more than a stop takes, and far less than what it must not wait for. */
const soonMs = 30_000;
const forAges = { SHUTDOWN_GRACE_S: '600', CALLBACK_TIMEOUT_S: '600' };

const bundle = quickBundle();
let database: TestDatabase;
let store: Store;
let receiver: CallbackReceiver;
/** The receiver's answers, which it does not give by itself. */
let unanswered: ServerResponse[];
let running: ServiceProcess[];

beforeEach(async () => {
  running = [];
  unanswered = [];
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([encryptionKey]));
  receiver = await startCallbackReceiver();
  receiver.answer((_request, response) => unanswered.push(response));
});
afterEach(async () => {
  await Promise.all(running.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await closeStore(store);
  await database.drop();
});

interface Started extends ServiceProcess {
  url: string;
  admin: AdminClient;
}

async function start(environment: Record<string, string> = {}): Promise<Started> {
  const started = startServiceProcess(bundle, {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    ADMIN_TOKEN: adminToken,
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
    ...environment,
  });
  running.push(started);
  const url = String((await started.ready)['url']);
  return { ...started, url, admin: adminClient(url, adminToken) };
}

async function pay(admin: AdminClient, developer: Developer): Promise<string> {
  const { id: orderId } = await makeOrder(admin, developer);
  await admin(PayOrderDocument, { input: { orderId } });
  return orderId;
}

/** Pays an order, and returns when its callback has arrived and waits for an answer. */
async function payAndCall(service: Started): Promise<string> {
  const orderId = await pay(service.admin, await makeDeveloper(service.admin, receiver.url));
  await expect.poll(() => unanswered.length, patience).toBe(1);
  return orderId;
}

const attemptsOf = async (orderId: string) => store.prisma.deliveryAttempt.findMany({ where: { orderId } });
const lineSaying = ({ lines }: ServiceProcess, text: string) => lines.find(({ msg }) => msg === text);
const untilSaid = async (service: ServiceProcess, text: string) =>
  expect.poll(() => lineSaying(service, text), patience).toBeDefined();

async function probe(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

describe('SIGTERM', { timeout: 120_000 }, () => {
  it('lets an attempt in flight finish, and meanwhile tells probes that it is stopping', async () => {
    const service = await start(forAges);
    const orderId = await payAndCall(service);
    const later = await makeDeveloper(service.admin, receiver.url);

    service.signal('SIGTERM');

    await expect
      .poll(() => probe(`${service.url}/readyz`), patience)
      .toEqual({
        status: 503,
        body: { status: 'stopping', checks: {} },
      });
    expect((await probe(`${service.url}/healthz`)).status).toBe(200);
    const laterOrderId = await pay(service.admin, later);
    unanswered[0]!.end('SUCCESS');
    expect(await service.ended).toBe(0);
    expect(await attemptsOf(orderId)).toMatchObject([{ outcome: 'ACKNOWLEDGED' }]);
    expect(await attemptsOf(laterOrderId)).toEqual([]);
    expect(lineSaying(service, 'the grace is over: cut off what was still in flight')).toBeUndefined();
  });

  it('leaves to its lease what takes longer than the grace', async () => {
    const service = await start({ ...forAges, SHUTDOWN_GRACE_S: '0.5' });
    const orderId = await payAndCall(service);
    const signalledAtMs = performance.now();

    service.signal('SIGTERM');

    expect(await service.ended).toBe(0);
    expect(performance.now() - signalledAtMs).toBeLessThan(soonMs);
    expect(lineSaying(service, 'the grace is over: cut off what was still in flight')).toMatchObject({ attempts: 1 });
    expect(await attemptsOf(orderId)).toMatchObject([{ number: 1, outcome: 'STARTED' }]);

    const afterLease = { now: new Date(Date.now() + 700_000), leaseMs: 40_000 };
    await abandonExpiredAttempts(store, [15, 30, 60, 300, 600], afterLease);
    expect(await attemptsOf(orderId)).toMatchObject([{ number: 1, outcome: 'ABANDONED' }]);
  });

  it('a second time changes nothing', async () => {
    const service = await start(forAges);
    const orderId = await payAndCall(service);
    service.signal('SIGTERM');
    await untilSaid(service, 'stopping');

    service.signal('SIGTERM');
    service.signal('SIGINT');

    await expect.poll(() => service.lines.filter(({ msg }) => msg === 'stopping already').length, patience).toBe(2);
    unanswered[0]!.end('SUCCESS');
    expect(await service.ended).toBe(0);
    expect(await attemptsOf(orderId)).toMatchObject([{ outcome: 'ACKNOWLEDGED' }]);
  });

  it('lets a request in flight have its answer', async () => {
    const service = await start(forAges);
    const asked = service.admin(CheckCallbackUrlDocument, { input: { url: receiver.url } });
    await expect.poll(() => unanswered.length, patience).toBe(1);

    service.signal('SIGTERM');
    await untilSaid(service, 'stopping');
    unanswered[0]!.end('SUCCESS');

    expect(await asked).toMatchObject({ checkCallbackUrl: { ok: true } });
    expect(await service.ended).toBe(0);
  });

  it('waits neither for idle connections nor for callers who do not finish sending', async () => {
    const service = await start(forAges);
    const [used, begun, slow] = [
      await openConnection(service.url),
      await openConnection(service.url),
      await openConnection(service.url),
    ];
    used.send(requestText('GET /healthz HTTP/1.1'));
    expect((await used.answer()).headers['connection']).toBe('keep-alive');
    begun.send('GET /');
    slow.send(requestText('POST /goods HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 8']));
    const signalledAtMs = performance.now();

    service.signal('SIGTERM');

    expect(await service.ended).toBe(0);
    expect(performance.now() - signalledAtMs).toBeLessThan(soonMs);
  });

  it('keeps the ports open, unready, for as long as load balancers need', async () => {
    const service = await start({ SHUTDOWN_GRACE_S: '600', SHUTDOWN_DRAIN_S: '3' });
    const signalledAtMs = performance.now();

    service.signal('SIGTERM');

    await expect.poll(() => probe(`${service.url}/readyz`), patience).toMatchObject({ status: 503 });
    expect(await service.ended).toBe(0);
    expect(performance.now() - signalledAtMs).toBeGreaterThan(2_900);
  });

  it('does not wait for a database that hangs', async () => {
    const proxy = await startDatabaseProxy(database.url);
    try {
      const service = await start({ DATABASE_URL: proxy.url, SHUTDOWN_GRACE_S: '0.5' });
      await makeDeveloper(service.admin);
      proxy.hang();
      await expect
        .poll(() => probe(`${service.url}/readyz`), patience)
        .toMatchObject({
          status: 503,
          body: { checks: { database: 'no answer within 2 s' } },
        });
      const signalledAtMs = performance.now();

      service.signal('SIGTERM');

      expect(await service.ended).toBe(0);
      expect(performance.now() - signalledAtMs).toBeLessThan(soonMs);
      expect(lineSaying(service, 'the database does not answer; left it without a goodbye')).toBeDefined();
    } finally {
      await proxy.close();
    }
  });

  it('in the middle of a start on a database that hangs ends it after the grace', async () => {
    const proxy = await startDatabaseProxy(database.url);
    proxy.hang();
    try {
      const starting = start({ DATABASE_URL: proxy.url, SHUTDOWN_GRACE_S: '0.5' });
      starting.catch(() => {});
      await untilSaid(running[0]!, 'starting');

      running[0]!.signal('SIGTERM');

      expect(await running[0]!.ended).toBe(0);
      expect(lineSaying(running[0]!, 'ready')).toBeUndefined();
    } finally {
      await proxy.close();
    }
  });
});

describe('a fault that nothing handles', { timeout: 120_000 }, () => {
  it.each([
    ['a rejection that nobody waits for', `Promise.reject(new Error('nobody waits'))`, 'unhandledRejection'],
    ['an error that nobody catches', `setImmediate(()=>{throw(new(Error)('nobody catches'))})`, 'uncaughtException'],
  ])('is logged, and ends the process with 1: %s', async (_, fault, origin) => {
    const module = encodeURIComponent(`process.on('SIGUSR2',()=>{${fault}})`);
    const service = await start({ NODE_OPTIONS: `--import=data:text/javascript,${module}` });

    service.signal('SIGUSR2');

    expect(await service.ended).toBe(1);
    expect(service.logged.at(-1)).toMatchObject({
      level: 60,
      msg: 'a fault that nothing handles; ending',
      origin,
      err: { message: expect.stringMatching(/^nobody (waits|catches)$/) },
    });
  });
});

describe('stopping in the process', () => {
  it('leaves nothing that keeps it from ending, though nobody had come', async () => {
    const service = await startTestService({ RUN: 'api,sweeper', ADMIN_PORT: '0' });
    await service.stop();

    for (const url of [service.url, service.adminUrl]) await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
