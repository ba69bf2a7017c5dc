import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  CheckCallbackUrlDocument,
  CreatePluginDocument,
  DeliveryDocument,
  GoodsDocument,
  GoodsListDocument,
  ResendDeliveryDocument,
  ResetPluginSecretDocument,
} from '../admin/generated/operations.ts';
import { makeOrder, oddText } from '../support/builders.ts';
import { skipWithout } from '../support/missingProgram.ts';
import { bundleService, type ServiceBundle } from '../support/serviceProcess.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import { testVectors } from '../support/testVectors.ts';
import { exampleLanguages } from './exampleLanguages.ts';
import { openExampleShop, type ExampleShop } from './exampleShop.ts';
import { hostileCallbacks, paidOrder, signedCallback } from './hostileCallbacks.ts';

/** Go and Java compile first. */
const longestBuildMs = 120_000;

let service: TestService;
let sweeping: TestSweeper;
let scratchDir: string;
let tool: ServiceBundle;
const shops = new Map<string, ExampleShop>();

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'openplug-examples-'));
  service = await startTestService({ CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8' });
  sweeping = testSweeper(service);
  tool = await bundleService('src/openplug.ts');
  // The examples read the real time, and their user's token has to be good then.
  service.clock.now = new Date();
  await Promise.all(
    exampleLanguages.map(async (language) => {
      const shop = await openExampleShop(service, language, scratchDir);
      if (shop) shops.set(language.name, shop);
    }),
  );
}, longestBuildMs);
afterAll(async () => {
  await Promise.all([...shops.values()].map(async ({ example }) => example.end()));
  await tool.remove();
  await sweeping.close();
  await service.stop();
  await rm(scratchDir, { recursive: true, force: true });
});

describe.each(exampleLanguages)('the example in $name', ({ name, needs }) => {
  async function shopOf(context: TestContext): Promise<ExampleShop> {
    const shop = shops.get(name);
    if (!shop) await skipWithout(needs, `The ${name} example`, context);
    return shop!;
  }

  async function outcomes(orderId: string): Promise<string[]> {
    service.clock.now = new Date();
    await sweeping.sweep();
    const { delivery } = await service.admin(DeliveryDocument, { orderId });
    return delivery!.attempts.map(({ outcome }) => outcome);
  }

  it('links an account, creates goods, and reads an order', async (context) => {
    const { example, developer } = await shopOf(context);
    const { id } = await makeOrder(service.admin, developer, { attach: oddText, outOrderId: 'A-2021/06 #1' });
    service.clock.now = new Date();
    const answers = await example.callClient(credentials(developer.secret), [
      developer.accessToken,
      oddText,
      'A-2021/06 #1',
    ]);
    expect(answers['user']).toMatchObject({ open_id: developer.openId, nickname: oddText });
    const { goods } = await service.admin(GoodsDocument, { id: answers['goods'] as string });
    expect(goods).toMatchObject({ title: oddText, totalFee: 100 });
    expect(answers['order']).toMatchObject({ order_id: id, attach: oddText, status: 0 });

    // A wrong secret is refused by the service, and one that is missing by the example.
    const callWith = async (secret: string) =>
      example.callClient(credentials(secret), [developer.accessToken, oddText]);
    await expect(callWith('x'.repeat(32))).rejects.toThrow(/openplug answered GET \/baseinfo with 401/);
    await expect(callWith('')).rejects.toThrow(/OPENPLUG_SECRET: expected 32 characters/);

    function credentials(secret: string) {
      return { OPENPLUG_URL: service.url, OPENPLUG_PLUGIN_ID: developer.pluginId, OPENPLUG_SECRET: secret };
    }
  });

  it('says in one line that it was called wrongly, or that the service is away, and takes nothing but POST', async (context) => {
    const { example, receiver, developer } = await shopOf(context);
    const away = { OPENPLUG_URL: 'http://127.0.0.1:1', OPENPLUG_SECRET: developer.secret };
    const oneLine = (start: string) => expect.stringMatching(new RegExp(`^(?:[\\d/]+ [\\d:]+ )?${start}[^\n]*\n$`));
    await expect(example.callClient(away, ['token', 'title'])).rejects.toMatchObject({
      code: 1,
      stderr: oneLine('openplug was not reached: '),
    });
    await expect(example.callClient(away, ['token'])).rejects.toMatchObject({ code: 2, stderr: oneLine('usage: ') });
    const answer = await fetch(receiver.url);
    expect([answer.status, (await answer.text()).trim()]).toEqual([405, 'expected POST']);
  });

  it('brings a newcomer with a sandbox plugin to a verified callback by the four commands of its README', async (context) => {
    const { example } = await shopOf(context);
    service.clock.now = new Date();
    const { createPlugin } = await service.admin(CreatePluginDocument, { input: { name: 'Newcomer', sandbox: true } });
    const { plugin, secret } = createPlugin;
    const user = await call(
      service.url,
      'POST',
      '/sandbox/users',
      signed(secret, { plugin_id: plugin.id }, new Date()),
    );
    const settings = { OPENPLUG_URL: service.url, OPENPLUG_PLUGIN_ID: plugin.id, OPENPLUG_SECRET: secret };
    const ACCESS_TOKEN = String(user.body.resource!['access_token']);
    expect(await example.followReadme({ ...settings, ACCESS_TOKEN }, tool.path)).toEqual([`${'0'.repeat(32)}.json`]);
    expect(
      (await service.admin(GoodsListDocument, { filter: { pluginId: plugin.id, sandbox: true } })).goodsList.totalCount,
    ).toBe(1);
  });

  it('acts on a payment once, and not on a test message', async (context) => {
    const shop = await shopOf(context);
    const { pluginId } = shop.developer;
    const check = { url: shop.receiver.url, pluginId };
    expect(await service.admin(CheckCallbackUrlDocument, { input: check })).toMatchObject({
      checkCallbackUrl: { ok: true, problems: [] },
    });
    expect(await shop.files()).toEqual([]);

    const orderId = await shop.sell();
    expect(await outcomes(orderId)).toEqual(['ACKNOWLEDGED']);
    expect(await shop.files()).toEqual([`${orderId}.json`]);
    expect(await shop.order(orderId)).toMatchObject({
      order_id: orderId,
      attach: ` ${oddText} `,
      pay_fee: 100,
      status: 10,
    });

    await writeFile(join(shop.ordersDir, `${orderId}.json`), '"delivered"');
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect(await outcomes(orderId)).toEqual(['ACKNOWLEDGED', 'ACKNOWLEDGED']);
    expect(await shop.order(orderId)).toBe('delivered');
    expect(await shop.files()).toHaveLength(1);
  });

  it('refuses what is forged or hostile, and goes on working', async (context) => {
    const { developer, receiver, files } = await shopOf(context);
    const before = await files();
    for (const { what, status, request } of hostileCallbacks(developer.secret, 'H'.repeat(32))) {
      const answer = await post(receiver.url, request);
      const isRefused = answer.status === 0 || answer.status >= 400;
      expect({ what, isRefused, status: answer.status }).toEqual({
        what,
        isRefused: true,
        status: status ?? answer.status,
      });
      expect(answer.text).not.toContain('SUCCESS');
    }
    expect(await files()).toEqual(before);
    expect(await post(receiver.url, signedCallback(paidOrder('G'.repeat(32)), developer.secret))).toEqual({
      status: 200,
      text: 'SUCCESS',
    });
    expect(await files()).toHaveLength(before.length + 1);
  });

  it('answers SUCCESS only when the payment is stored, also when it comes eight times at once', async (context) => {
    const { developer, receiver, ordersDir, files, order } = await shopOf(context);
    const paid = paidOrder('S'.repeat(32));
    await rm(ordersDir, { recursive: true });
    await writeFile(ordersDir, 'a file where the folder should be');
    expect(await post(receiver.url, signedCallback(paid, developer.secret))).toEqual({
      status: 500,
      text: expect.not.stringContaining('SUCCESS'),
    });

    await rm(ordersDir);
    const atOnce = Array.from({ length: 8 }, async () => post(receiver.url, signedCallback(paid, developer.secret)));
    expect(new Set((await Promise.all(atOnce)).map(({ text }) => text))).toEqual(new Set(['SUCCESS']));
    expect(await files()).toEqual([`${'S'.repeat(32)}.json`]);
    expect(await order('S'.repeat(32))).toMatchObject(paid);
  });

  it('takes callbacks before, while and after the secret is replaced', async (context) => {
    const shop = await shopOf(context);
    const { pluginId, secret: old } = shop.developer;
    const input = { pluginId, overlapSeconds: 600 };
    const { secret: latest } = (await service.admin(ResetPluginSecretDocument, { input })).resetPluginSecret;
    const withOld = await shop.sell();
    expect(await outcomes(withOld)).toEqual(['ACKNOWLEDGED']);

    const receiver = await shop.startReceiver(`${latest},${old}`);
    await shop.callAt(receiver.url);
    const withBoth = await shop.sell();
    expect(await outcomes(withBoth)).toEqual(['ACKNOWLEDGED']);
    const sentBefore = signedCallback(paidOrder('B'.repeat(32)), old);
    expect((await post(receiver.url, sentBefore)).text).toBe('SUCCESS');
    expect(await shop.files()).toEqual(expect.arrayContaining([`${withOld}.json`, `${withBoth}.json`]));
  });

  it('signs and verifies the test vectors', async (context) => {
    const { example } = await shopOf(context);
    const { requests, messages } = testVectors;
    const lines = [
      ...requests.map(({ secret, parameters }) => ['request', secret, '', JSON.stringify(parameters)]),
      ...messages.map(({ body, previousSign, secrets }) => ['message', body, previousSign, secrets.join(',')]),
    ].map((parts) => parts.map((part) => Buffer.from(part).toString('base64')).join(' '));
    expect(await example.replayVectors(lines)).toEqual([
      ...requests.map(({ canonicalString, sign }) => `${canonicalString} ${sign}`),
      ...messages.map(({ genuine }) => (genuine ? 'genuine' : 'forged')),
    ]);
  });
});

/**
 * Posts on a connection of its own: a receiver that hangs up on one request must not cost the next one its connection.
 * Status 0: the receiver hung up.
 */
async function post(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  const headers = new Headers(request.headers);
  headers.set('Connection', 'close');
  try {
    const response = await fetch(url, { ...request, headers });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
