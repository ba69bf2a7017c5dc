import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import * as operations from '../admin/generated/operations.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { quickStart } from '../support/quickStart.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

let database: TestDatabase;
let receiver: CallbackReceiver;
const bundle = quickBundle('src/reseal.ts');
/** The services that requests go to. */
let services: [Service, Service];
/** The step that is in flight. */
let step: Promise<void> = Promise.resolve();

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startCallbackReceiver();
  services = [await start(oldKey), await start(oldKey)];
});
afterAll(async () => {
  await Promise.all(services.map(async (service) => service.stop()));
  await receiver.close();
  await database.drop();
});

const environmentWith = (keys: string) => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: keys,
  ADMIN_TOKEN: 'admin-token-of-the-tests',
});

async function start(keys: string): Promise<Service> {
  const config = readConfig({
    ...environmentWith(keys),
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    PORT: '0',
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
    SHUTDOWN_DRAIN_S: '0',
  });
  return startService(config, pino({ level: 'silent' }));
}

/** Each is replaced by one with these keys, one after the other, and ended when nothing is sent to it any more. */
async function deploy(keys: string): Promise<void> {
  for (const index of [0, 1]) {
    const before = services[index]!;
    services[index] = await start(keys);
    await step;
    await before.stop();
  }
}

async function reseal(keys: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...environmentWith(keys) };
  return promisify(execFile)(process.execPath, [...quickStart, bundle.path], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Requests and payments of both services, one after the other, until it is ended; what was paid, and what failed. */
function startTraffic(developers: readonly Developer[]) {
  const traffic = { requests: 0, paid: new Map<string, Developer>(), failures: [] as unknown[] };
  const state = { isOver: false };
  async function use(n: number): Promise<void> {
    const service = services[n % 2]!;
    const developer = developers[n % developers.length]!;
    const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken };
    const answer = await call(service.url, 'GET', '/baseinfo', signed(developer.secret, parameters, new Date()));
    traffic.requests += 1;
    if (answer.body.sign !== signatureOf(developer.secret, answer.body.resource ?? {})) traffic.failures.push(answer);
    const admin = adminClient(service.adminUrl, service.adminToken);
    const { id } = await makeOrder(admin, developer);
    await admin(operations.PayOrderDocument, { input: { orderId: id } });
    traffic.paid.set(id, developer);
  }
  const going = (async () => {
    for (let n = 0; !state.isOver; n += 1) {
      step = use(n).catch((error: unknown) => void traffic.failures.push(error));
      await step;
    }
  })();
  const end = async () => {
    state.isOver = true;
    await going;
    return traffic;
  };
  return { end };
}

it(
  'keys rotate while requests, payments and callbacks go on, and none of them fails',
  { timeout: 90_000 },
  async () => {
    const admin = () => adminClient(services[0].adminUrl, services[0].adminToken);
    const developers = [await makeDeveloper(admin(), receiver.url), await makeDeveloper(admin(), receiver.url)];
    const traffic = startTraffic(developers);

    await deploy(`${oldKey},${newKey}`);
    // Both kinds of service are there while this goes on; what either seals the other opens.
    await deploy(`${newKey},${oldKey}`);
    developers.push(await makeDeveloper(admin(), receiver.url));
    const [first, second] = [await reseal(`${newKey},${oldKey}`), await reseal(`${newKey},${oldKey}`)];
    await deploy(newKey);
    const { requests, paid, failures } = await traffic.end();

    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(10);
    const told = () => new Set(receiver.received.map(({ headers }) => headers['openplug-delivery']));
    await expect.poll(told, { timeout: 20_000, interval: 50 }).toEqual(new Set(paid.keys()));
    for (const { message } of receiver.received) {
      const secret = paid.get(String(message.resource['order_id']))!.secret;
      expect(message.sign).toBe(signatureOf(secret, message.resource));
    }

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.output).toMatch(/^Before: 1 under \w{8}, 2 under \w{8}|^Before: 2 under \w{8}, 1 under \w{8}/m);
    expect(first.output).toMatch(/^Sealed anew: 2$/m);
    expect(second.output).toMatch(/^After: 3 under \w{8}$/m);
    for (const secret of [oldKey, newKey, ...developers.map((developer) => developer.secret)]) {
      expect(first.output + second.output).not.toContain(secret);
    }
    await expect(start(oldKey)).rejects.toThrow(/were sealed with another ENCRYPTION_KEY/);
    const { rows } = await run(
      database.url,
      `SELECT actor, actor_key_id, detail::json->'resealed' AS resealed FROM audit_entry
    WHERE action = 'reseal' ORDER BY id`,
    );
    expect(rows).toEqual([
      { actor: 'reseal', actor_key_id: null, resealed: 2 },
      { actor: 'reseal', actor_key_id: null, resealed: 0 },
    ]);
  },
);

it('a secret that does not open is named by its plugin, and the others are sealed anew', async () => {
  const admin = adminClient(services[0].adminUrl, services[0].adminToken);
  const [broken, whole] = [await makeDeveloper(admin), await makeDeveloper(admin)];
  await run(
    database.url,
    `UPDATE plugin_secret SET sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) WHERE plugin_id = '${broken.pluginId}'`,
  );
  const newest = randomBytes(32).toString('base64');
  const { code, output } = await reseal(`${newest},${newKey}`);

  expect(code).toBe(1);
  expect(output).toContain(`A secret of plugin ${broken.pluginId} does not open with any of the keys given.`);
  expect(output).not.toContain(whole.pluginId);
  const { rows } = await run(
    database.url,
    `SELECT plugin_id FROM plugin_secret GROUP BY key_id, plugin_id
    HAVING key_id <> (SELECT key_id FROM plugin_secret WHERE plugin_id = '${whole.pluginId}')`,
  );
  expect(rows).toEqual([{ plugin_id: broken.pluginId }]);
});
