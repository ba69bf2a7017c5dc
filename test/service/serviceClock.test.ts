import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import * as operations from '../admin/generated/operations.ts';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { call, signed } from '../support/signedRequest.ts';

const hourMs = 3_600_000;
const patience = { timeout: 30_000, interval: 20 };

let database: TestDatabase;
let receiver: CallbackReceiver;
let service: Service;
let admin: AdminClient;
let developer: Developer;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startCallbackReceiver();
  const config = readConfig({
    DATABASE_URL: database.url,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  service = await startService(config, pino({ level: 'silent' }));
  admin = adminClient(service.adminUrl, service.adminToken);
  developer = await makeDeveloper(admin, receiver.url);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await database.drop();
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['ahead', hourMs],
  ['behind', -hourMs],
])('a payment at a process whose clock is an hour %s is told at once, by the time of the database', async (_, ms) => {
  const { id: orderId } = await makeOrder(admin, developer);
  const trueMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: trueMs + ms });
  await admin(operations.PayOrderDocument, { input: { orderId } });
  const callback = () => receiver.received.find(({ message }) => message.resource['order_id'] === orderId);
  await vi.waitUntil(callback, patience);

  expect(Math.abs(Number(callback()!.message.resource['timestamp']) - trueMs / 1000)).toBeLessThan(60);
  const { order } = await admin(operations.OrderDocument, { id: orderId });
  expect(Math.abs(Date.parse(order!.paidAt!) - trueMs)).toBeLessThan(60_000);
});

it('requests are judged by it too, so that all processes agree on what is fresh', async () => {
  const { pluginId, accessToken, secret } = developer;
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs });

  expect(await call(service.url, 'GET', '/baseinfo', parameters)).toMatchObject({ status: 200 });
});
