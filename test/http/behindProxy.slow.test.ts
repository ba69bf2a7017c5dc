import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as operations from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { readComposeFile } from '../support/composeFile.ts';
import { startComposition, type Composition } from '../support/composition.ts';
import { createTestDatabase, letConnect, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { hasHaProxy } from '../support/haProxy.ts';
import { rawRequest, requestText } from '../support/rawRequest.ts';
import { quickBundle } from '../support/quickBundle.ts';
import type { ServiceProcess } from '../support/serviceProcess.ts';
import { call, signatureOf, signed, type RestAnswer } from '../support/signedRequest.ts';

const isPresent = hasHaProxy();
if (!isPresent) console.warn('Skipped: HAProxy is not installed (Debian: apt-get install haproxy).');

const patience = { timeout: 60_000, interval: 50 };
/** Four processes, on a machine that has much else to do. */
const startingMs = 120_000;

describe.runIf(isPresent)('behind the proxy of compose.yaml', { timeout: 120_000 }, () => {
  const bundle = quickBundle();
  let database: TestDatabase;
  let receiver: CallbackReceiver;
  let running: Composition;
  let developer: Developer;

  beforeAll(async () => {
    receiver = await startCallbackReceiver();
  });
  afterAll(async () => {
    await receiver.close();
  });
  const start = async (options: { withSweepers: boolean }) => {
    database = await createTestDatabase();
    running = await startComposition(bundle, database.url, options);
    developer = await makeDeveloper(running.admin, receiver.url);
  };
  const stop = async () => {
    await running?.close();
    await database.drop();
  };

  const getBaseInfo = async () => ask('GET', '/baseinfo', {});
  const postGoods = async (title = 'Goods') => ask('POST', '/goods', { title, total_fee: 100 });

  async function ask(method: string, path: string, given: Record<string, string | number>): Promise<RestAnswer> {
    const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken, ...given };
    return call(running.url, method, path, signed(developer.secret, parameters, new Date()));
  }

  describe('with all processes of it', () => {
    beforeAll(async () => start({ withSweepers: true }), startingMs);
    afterAll(stop);

    describe('while all is well', () => {
      it('signed requests are answered, by both api processes in turn', async () => {
        const answers = await Promise.all(
          Array.from({ length: 10 }, async () => [await getBaseInfo(), await postGoods()]),
        );
        expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
        for (const { body } of answers.flat()) {
          if (body.resource) expect(body.sign).toBe(signatureOf(developer.secret, body.resource));
        }
        for (const api of running.apis) await expect.poll(() => answeredBy(api), patience).toBeGreaterThan(0);
      });

      it('what an api can read gets to it: a body of a GET, and 15,000 characters in a path', async () => {
        const { pluginId, accessToken, secret } = developer;
        const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date());
        const type = ['Content-Type: application/json'];
        const withBody = requestText('GET /baseinfo HTTP/1.1', type, JSON.stringify(parameters));
        expect(await rawRequest(running.url, withBody)).toMatchObject({ status: 200 });
        const long = requestText(`GET /baseinfo?x=${'x'.repeat(15_000)} HTTP/1.1`);
        expect(await rawRequest(running.url, long)).toMatchObject({ status: 422 });
      });

      it('an address that a caller makes up is not believed', async () => {
        const headers = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https', 'X-Request-Id': randomUUID() };
        const answer = await getFrom('127.0.0.9', `${running.url}/baseinfo`, headers);
        expect(answer).toMatchObject({ status: 422, headers: { 'x-request-id': headers['X-Request-Id'] } });
        expect(answer.headers).not.toHaveProperty('strict-transport-security');
        const line = () =>
          running.apis.flatMap(({ lines }) => lines).find(({ requestId }) => requestId === headers['X-Request-Id']);
        await expect.poll(line, patience).toMatchObject({ remoteAddress: '127.0.0.9' });
      });

      it("staff's paths are on their own port alone", async () => {
        const headers = { authorization: `Bearer ${running.adminToken}`, accept: 'text/html' };
        for (const path of ['/graphql', '/metrics']) {
          expect((await fetch(running.url + path, { headers })).status).toBe(404);
          expect((await fetch(running.staffUrl + path, { headers })).status).toBe(200);
        }
        expect((await fetch(`${running.staffUrl}/baseinfo`)).status).toBe(404);
      });

      it('payments are told of once each, by the sweepers', async () => {
        const goodsId = (await makeGoods(running.admin, developer.pluginId)).id;
        const orderIds: string[] = [];
        for (let n = 0; n < 10; n += 1) orderIds.push((await makeOrder(running.admin, developer, { goodsId })).id);
        await Promise.all(
          orderIds.map(async (orderId) => running.admin(operations.PayOrderDocument, { input: { orderId } })),
        );

        const unsettled = `SELECT order_id FROM delivery WHERE status <> 'DELIVERED'`;
        await expect.poll(async () => (await run(database.url, unsettled)).rows, patience).toEqual([]);
        const told = receiver.received.map(({ headers }) => headers['openplug-delivery']);
        expect(told.toSorted()).toEqual(orderIds.toSorted());
        const { rows } = await run(database.url, 'SELECT DISTINCT worker FROM delivery_attempt');
        const sweepers = running.sweepers.map(({ pid }) => pid);
        for (const { worker } of rows as { worker: string }[])
          expect(sweepers).toContain(Number(worker.split(':').at(-1)));
      });

      it('each process passes the health check that its container has', async () => {
        const { services } = await readComposeFile({ DATABASE_PASSWORD: 'p', ENCRYPTION_KEY: 'k', ADMIN_TOKEN: 't' });
        const [, , ...script] = services['api-1']!.healthcheck.test!;
        expect(services['sweeper']!.healthcheck).toEqual(services['api-1']!.healthcheck);
        for (const process of [...running.apis, ...running.sweepers]) {
          const { port: PORT } = new URL(String((await process.ready)['url']));
          await promisify(execFile)('node', script, { env: { ...globalThis.process.env, PORT } });
        }
        const nobody = promisify(execFile)('node', script, { env: { ...globalThis.process.env, PORT: '1' } });
        await expect(nobody).rejects.toMatchObject({ code: 1 });
      });

      it("without a database the answer is still an api's, which says why", async () => {
        const askReadiness = async () => {
          const response = await fetch(`${running.url}/readyz`);
          return { status: response.status, body: await response.json() };
        };
        await letConnect(database.url, false);
        const isUnready = () => running.proxy.lines.some((line) => /developers\/.*Running on backup/.test(line));
        await expect.poll(isUnready, patience).toBe(true);
        expect(await askReadiness()).toMatchObject({ status: 503, body: { status: 'unavailable' } });

        await letConnect(database.url, true);
        await expect.poll(askReadiness, patience).toMatchObject({ status: 200, body: { status: 'ok' } });
        const isBack = (api: string) => running.proxy.lines.some((line) => line.includes(`developers/${api} is UP`));
        await expect.poll(() => ['api-1', 'api-2'].every(isBack), patience).toBe(true);
      });
    });

    describe('when an api process is stopped', () => {
      it('not one request fails', async () => {
        const answered = running.apis.map(answeredBy);
        const { answers, until } = keepAsking();
        await until(() => running.apis.every((api, n) => answeredBy(api) > answered[n]!));

        running.apis[0].signal('SIGTERM');

        await until(() => lineSaying(running.apis[0], 'stopping') !== undefined);
        expect(await running.apis[0].ended).toBe(0);
        const before = answers.length;
        await until(() => answers.length > before + 50);
        await until.isOver();
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      });
    });
  });

  describe('when one api process after the other is killed', () => {
    beforeAll(async () => start({ withSweepers: false }), startingMs);
    afterAll(stop);

    it('no more is lost than what the first was about, and nothing is sent twice', async () => {
      const locker = new pg.Client({ connectionString: database.url });
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE goods IN EXCLUSIVE MODE');
      // One in each process: a second would take the plugin's last place there, and its other requests would wait for it.
      const titles = Array.from({ length: 2 }, (_, n) => `Goods ${n}`);
      const posted = titles.map(async (title) => postGoods(title));
      const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await run(database.url, waiting)).rows.length, patience).toBe(titles.length);
      const { answers, until } = keepAsking(getBaseInfo);
      await until(() => answers.length > 20);

      running.apis[0].signal('SIGKILL');

      await running.apis[0].ended;
      const before = answers.length;
      await until(() => answers.length > before + 50);
      await until.isOver();
      await locker.query('COMMIT');
      await locker.end();
      const outcomes = await Promise.all(posted);
      const lost = outcomes.filter(({ status }) => status !== 200);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.length).toBeLessThan(titles.length);
      for (const { status, body } of lost) expect({ status, body }).toEqual({ status: 502, body: brokenOff });
      const stored = await run(database.url, 'SELECT title FROM goods ORDER BY title');
      const made = (stored.rows as { title: string }[]).map(({ title }) => title);
      expect(made).toEqual([...new Set(made)]);
      expect(made).toEqual(expect.arrayContaining(titles.filter((_, n) => outcomes[n]!.status === 200)));
      expect((await postGoods()).status).toBe(200);
    });

    it('says so in JSON when none is left', async () => {
      for (const api of running.apis) await api.end('SIGKILL');
      const { status, headers, body } = await postGoods();
      expect({ status, body }).toEqual({ status: 503, body: unreachable });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      await expect.poll(() => running.proxy.lines.join('\n'), patience).toContain('"status":503');
    });
  });

  /** Four callers who ask without a pause, and what they were answered so far. */
  function keepAsking(...asks: (() => Promise<RestAnswer>)[]) {
    const turns = asks.length > 0 ? asks : [getBaseInfo, async () => postGoods()];
    const answers: RestAnswer[] = [];
    const asking = { isOver: false };
    const callers = Array.from({ length: 4 }, async () => {
      for (let turn = 0; !asking.isOver; turn += 1) answers.push(await turns[turn % turns.length]!());
    });
    const until = async (isSo: () => boolean) => {
      await Promise.race([vi.waitUntil(isSo, patience), ...callers]);
    };
    until.isOver = async () => {
      asking.isOver = true;
      await Promise.all(callers);
    };
    return { answers, until };
  }
});

const brokenOff = { message: 'The service broke off. Whether the request had an effect is not known.' };
const unreachable = { message: 'The service cannot be reached. The request had no effect.' };

const lineSaying = ({ lines }: ServiceProcess, text: string) => lines.find(({ msg }) => msg === text);

function answeredBy({ lines }: ServiceProcess): number {
  return lines.filter(({ endpoint }) => endpoint === 'GET /baseinfo' || endpoint === 'POST /goods').length;
}

/** From another address of this machine. */
async function getFrom(localAddress: string, url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: object; body: unknown }>((resolve, reject) => {
    const sent = request(url, { localAddress, headers }, (response) => {
      json(response).then((body) => resolve({ status: response.statusCode!, headers: response.headers, body }), reject);
    });
    sent.on('error', reject).end();
  });
}
