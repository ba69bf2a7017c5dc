import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { resetPluginSecret } from '../../src/store/plugins/resetPluginSecret.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { DiagnoseSignatureDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';

let service: TestService;
/** The store of the service. */
let store: Store;
let withAnotherKey: Store;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '3' });
  store = openStore(service.databaseUrl, service.keyring);
  withAnotherKey = openStore(service.databaseUrl, new Keyring([randomBytes(32)]));
});
afterAll(async () => {
  await Promise.all([closeStore(store), closeStore(withAnotherKey)]);
  await service.stop();
});
beforeEach(async () => {
  developer = await makeDeveloper(service.admin);
  service.logged.length = 0;
});

const reset = async (given: Store, overlapSeconds: number, secondsAgo: number) =>
  (
    await resetPluginSecret(
      given,
      developer.pluginId,
      overlapSeconds,
      new Date(exampleTime.getTime() - secondsAgo * 1000),
    )
  ).secret;

async function ask(secret: string) {
  const parameters = signed(secret, { plugin_id: developer.pluginId, access_token: developer.accessToken });
  return call(service.url, 'GET', '/baseinfo', parameters);
}

async function counted(): Promise<number> {
  const headers = { authorization: `Bearer ${service.adminToken}` };
  const text = await (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
  return Number(/^openplug_plugin_secrets_unreadable_total (\d+)$/m.exec(text)![1]);
}

const failuresLogged = () => service.logged.filter(({ msg }) => msg === 'request failed');

/** Whose secret is `readable`, and which has another that the service cannot open. */
const states: [which: string, make: () => Promise<{ readable: string; unreadable: string }>][] = [
  [
    'replaced',
    async () => {
      const unreadable = await reset(withAnotherKey, 0, 2);
      return { unreadable, readable: await reset(store, 3600, 1) };
    },
  ],
  ['current', async () => ({ readable: developer.secret, unreadable: await reset(withAnotherKey, 3600, 1) })],
];

describe.each(states)('a plugin whose %s secret cannot be decrypted', (_which, make) => {
  it('is answered 500 for it, as our fault, which is logged and counted once a request', async () => {
    const { unreadable } = await make();
    const before = await counted();
    const { status, body } = await ask(unreadable);

    expect(status).toBe(500);
    expect(body).toEqual({ message: 'The platform is temporarily unable to serve this request.' });
    expect(failuresLogged()).toMatchObject([
      { level: 50, path: '/baseinfo', err: { message: expect.stringContaining(developer.pluginId) } },
    ]);
    expect(await counted()).toBe(before + 1);
  });

  it('is answered under the secret that can be', async () => {
    const { readable } = await make();
    const { status, body } = await ask(readable);
    expect([status, body.sign]).toEqual([200, signatureOf(readable, body.resource ?? {})]);
    expect(failuresLogged()).toEqual([]);
  });

  it('uses up no failures of its address', async () => {
    const { readable, unreadable } = await make();
    for (let n = 0; n < 10; n += 1) expect((await ask(unreadable)).status).toBe(500);
    expect((await ask(readable)).status).toBe(200);
  });

  it('has its signatures diagnosed, and staff read that the secret cannot be read', async () => {
    const { readable, unreadable } = await make();
    const diagnose = async (secret: string) => {
      const { sign, ...rest } = signed(secret, { plugin_id: developer.pluginId, access_token: developer.accessToken });
      const parameters = Object.entries(rest).map(([name, value]) => ({ name, value }));
      const input = { pluginId: developer.pluginId, sign: sign!, parameters };
      return (await service.admin(DiagnoseSignatureDocument, { input })).diagnoseSignature;
    };
    const { valid, findings } = await diagnose(unreadable);
    expect(valid).toBe(false);
    expect(findings[0]).toMatchObject({
      code: 'UNEXPLAINED',
      message: expect.stringContaining('cannot read a secret of this plugin'),
    });
    expect(await diagnose(readable)).toMatchObject({ valid: true, findings: [{ code: 'MATCHES_CANONICAL' }] });
  });
});

it('a plugin all of whose secrets can be decrypted is told that a signature is wrong', async () => {
  await reset(store, 3600, 1);
  expect((await ask('x'.repeat(32))).status).toBe(401);
});
