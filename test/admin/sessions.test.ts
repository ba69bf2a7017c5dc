import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { findSessionHolder } from '../../src/store/keys/sessions.ts';
import { letConnect } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { CreateApiKeyDocument, RevokeApiKeyDocument } from './generated/operations.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    SESSION_IDLE_S: '600',
    SESSION_LIFETIME_S: '7200',
    TRUST_PROXY: 'loopback',
  });
});
afterAll(() => service.stop());

const ask = '{ me { name role keyId } platform { timeZone } }';
const json = { 'content-type': 'application/json' };

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
}

/** The cookie as a browser sends it. */
async function signIn(key: string): Promise<string> {
  const response = await post('/console/sign-in', { key });
  expect(response.status).toBe(204);
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

async function statusWith(cookie: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await post('/graphql', { query: ask }, { cookie, ...headers });
  return response.status;
}

function passSeconds(seconds: number): void {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
}

describe('a sign-in', () => {
  it('opens GraphQL with a cookie that no script can read and no other site can send', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'OPERATOR' } });
    const signedIn = await post('/console/sign-in', { key: createApiKey.key });
    const cookie = signedIn.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^openplug_session=ops_\w{32}; Path=\/; HttpOnly; SameSite=Strict$/);

    const response = await post('/graphql', { query: ask }, { cookie: cookie.split(';')[0]! });
    expect(await response.json()).toEqual({
      data: {
        me: { name: 'Ann', role: 'OPERATOR', keyId: createApiKey.id },
        platform: { timeZone: 'Asia/Shanghai' },
      },
    });
  });

  it.each([
    ['a trusted proxy', () => ({ 'x-forwarded-proto': 'https' })],
    ['the address of the page', () => ({ origin: service.url.replace('http:', 'https:') })],
  ])('over TLS, by %s, has a cookie that is sent over TLS alone and that no other host can set', async (_who, over) => {
    const signedIn = await post('/console/sign-in', { key: service.adminToken }, over());
    const set = signedIn.headers.get('set-cookie')!;
    expect(set).toMatch(/^__Host-openplug_session=ops_\w{32}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);

    const cookie = set.split(';')[0]!;
    const unprefixed = cookie.replace('__Host-', '');
    expect(await statusWith(cookie, over())).toBe(200);
    expect(await statusWith(unprefixed, over())).toBe(401);
    expect(await statusWith(`openplug_session=of-a-neighbour; ${cookie}`, over())).toBe(200);
  });

  it('ends the session whose cookie came with it', async () => {
    const before = await signIn(service.adminToken);
    const response = await post('/console/sign-in', { key: service.adminToken }, { cookie: before });
    expect(await statusWith(before)).toBe(401);
    expect(await statusWith(response.headers.get('set-cookie')!.split(';')[0]!)).toBe(200);
  });

  it('that is refused ends nothing', async () => {
    const before = await signIn(service.adminToken);
    expect((await post('/console/sign-in', { key: 'wrong' }, { cookie: before })).status).toBe(401);
    expect(await statusWith(before)).toBe(200);
  });

  it('works with ADMIN_TOKEN, of which the database keeps nothing that could be searched', async () => {
    const cookie = await signIn(service.adminToken);
    const response = await post('/graphql', { query: ask }, { cookie });
    expect(await response.json()).toMatchObject({ data: { me: { name: 'ADMIN_TOKEN', role: 'ADMIN', keyId: null } } });
  });

  it.each([
    [{ key: 'wrong' }, 401, 'UNAUTHENTICATED'],
    [{ key: 'x'.repeat(1025) }, 400, 'BAD_REQUEST'],
    [{ key: '' }, 400, 'BAD_REQUEST'],
    [{}, 400, 'BAD_REQUEST'],
    [[], 400, 'BAD_REQUEST'],
  ])('refuses %.40j with %i, and logs why', async (body, status, code) => {
    const response = await post('/console/sign-in', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    const lineOf = () => service.logged.find(({ requestId }) => requestId === response.headers.get('x-request-id'));
    await expect.poll(lineOf).toMatchObject({ endpoint: '/console/sign-in', status, errorCodes: [code] });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('must be JSON, which a form of another site cannot send', async () => {
    const response = await fetch(`${service.url}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: service.adminToken }),
    });
    expect(response.status).toBe(400);
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }])(
    'is refused when a page of another origin sends it: %j',
    async (headers) => {
      expect((await post('/console/sign-in', { key: service.adminToken }, headers)).status).toBe(403);
    },
  );

  it('is a POST', async () => {
    const response = await fetch(`${service.url}/console/sign-in`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a session', () => {
  it('counts for pages of this service alone', async () => {
    const cookie = await signIn(service.adminToken);
    expect(await statusWith(cookie, { 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusWith(cookie, { origin: service.url })).toBe(200);
    expect(await statusWith(cookie, { 'sec-fetch-site': 'same-site', origin: service.url })).toBe(401);
    expect(await statusWith(cookie, { 'sec-fetch-site': 'none' })).toBe(401);
    expect(await statusWith(cookie, { origin: 'null' })).toBe(401);
    expect(await statusWith(cookie, { origin: 'https://evil.example' })).toBe(401);
  });

  it('counts for JSON in a POST alone', async () => {
    const cookie = await signIn(service.adminToken);
    const get = await fetch(`${service.url}/graphql?query=${encodeURIComponent(ask)}`, { headers: { cookie } });
    expect(get.status).toBe(401);
    expect(await statusWith(cookie, { 'content-type': 'text/plain' })).toBe(415);
  });

  it('does not replace a key that is wrong', async () => {
    const cookie = await signIn(service.adminToken);
    expect(await statusWith(cookie, { authorization: 'Bearer wrong' })).toBe(401);
  });

  it('refuses a page that shows the data of somebody else, and serves one that shows its own', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Fay', role: 'ADMIN' } });
    const cookie = await signIn(createApiKey.key);
    const asked = async (holder: string) => statusWith(cookie, { 'x-console-holder': holder });
    expect([await asked(createApiKey.id), await asked('ADMIN_TOKEN'), await asked('')]).toEqual([200, 409, 409]);
    const ofAdmin = await signIn(service.adminToken);
    expect(await statusWith(ofAdmin, { 'x-console-holder': 'ADMIN_TOKEN' })).toBe(200);
  });

  it('opens no metrics', async () => {
    const cookie = await signIn(service.adminToken);
    expect((await fetch(`${service.url}/metrics`, { headers: { cookie } })).status).toBe(401);
  });

  it('goes on as long as somebody uses it, and ends after inactivity', async () => {
    const cookie = await signIn(service.adminToken);
    for (const _ of [1, 2, 3]) {
      passSeconds(500);
      expect(await statusWith(cookie)).toBe(200);
    }
    passSeconds(600);
    expect(await statusWith(cookie)).toBe(401);
  });

  it('is not kept alive by a page that refreshes itself', async () => {
    const cookie = await signIn(service.adminToken);
    passSeconds(500);
    expect(await statusWith(cookie, { 'x-console-refresh': '1' })).toBe(200);
    passSeconds(100);
    expect(await statusWith(cookie)).toBe(401);
  });

  it('ends a while after the sign-in, however much it is used', async () => {
    const cookie = await signIn(service.adminToken);
    for (let seconds = 500; seconds < 7200; seconds += 500) {
      passSeconds(500);
      expect(await statusWith(cookie)).toBe(200);
    }
    passSeconds(200);
    expect(await statusWith(cookie)).toBe(401);
  });

  it('does not count when its cookie is there twice, since somebody else must have set one', async () => {
    const [cookie, other] = [await signIn(service.adminToken), await signIn(service.adminToken)];
    expect(await statusWith(`${cookie}; ${other}`)).toBe(401);
    expect(await statusWith(`openplug_session=; ${cookie}`)).toBe(401);
    expect(await statusWith(`xopenplug_session=x; ${cookie}; openplug_theme=dark`)).toBe(200);

    await post('/console/sign-out', {}, { cookie: `${cookie}; ${other}` });
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 401]);
  });

  it('is forgotten by the browser when the database is away, and the answer says that it goes on', async () => {
    const cookie = await signIn(service.adminToken);
    await letConnect(service.databaseUrl, false);
    const response = await post('/console/sign-out', {}, { cookie });
    await letConnect(service.databaseUrl, true);
    expect(response.status).toBe(503);
    expect(response.headers.get('set-cookie')).toMatch(/^openplug_session=;.*Max-Age=0$/);
    expect(await response.json()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('after 600 s without use') as string,
    });
  });

  it('ends with a sign-out, which also makes the browser forget it', async () => {
    const cookie = await signIn(service.adminToken);
    expect((await post('/console/sign-out', {}, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await statusWith(cookie)).toBe(200);

    const response = await post('/console/sign-out', {}, { cookie });
    expect(response.headers.get('set-cookie')).toMatch(/^openplug_session=;.*Max-Age=0$/);
    expect(await statusWith(cookie)).toBe(401);
  });

  it('ends when its key is revoked, also in the middle of a mutation', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Bob', role: 'ADMIN' } });
    const cookie = await signIn(createApiKey.key);
    const query = `mutation($id: ID!) {
      revokeApiKey(input: { id: $id }) { id }
      createUser(input: { nickname: "x" }) { user { id } }
    }`;
    const response = await post('/graphql', { query, variables: { id: createApiKey.id } }, { cookie });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await statusWith(cookie)).toBe(401);
  });

  it('of a key that was revoked meanwhile opens nothing', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Eve', role: 'VIEWER' } });
    const cookie = await signIn(createApiKey.key);
    await service.admin(RevokeApiKeyDocument, { input: { id: createApiKey.id } });
    expect(await statusWith(cookie)).toBe(401);
  });
});

it('a session of ADMIN_TOKEN ends when ADMIN_TOKEN changes', async () => {
  const cookie = await signIn(service.adminToken);
  const store = openStore(service.databaseUrl, service.keyring);
  const shown = { token: cookie.split('=')[1]!, isByPerson: true };
  const holderWith = async (adminToken: string) =>
    findSessionHolder(
      store,
      shown,
      { adminToken, sessionIdleMs: 600_000, sessionLifetimeMs: 600_000 },
      service.clock.now,
    );
  expect(await holderWith(service.adminToken)).toMatchObject({ role: 'ADMIN' });
  expect(await holderWith('another-admin-token')).toBeNull();
  await closeStore(store);
});

it('a request that shows no key uses up no failures, whoever made the browser send it', async () => {
  const limited = await startTestService({ RATE_LIMIT_FAILURES: '3' });
  const body = JSON.stringify({ query: ask });
  const send = async (headers: Record<string, string>) =>
    (await fetch(`${limited.url}/graphql`, { method: 'POST', headers: { ...json, ...headers }, body })).status;
  const ofOthers = { cookie: 'openplug_session=x', 'sec-fetch-site': 'cross-site' };
  for (const headers of [{}, {}, ofOthers, ofOthers, ofOthers]) expect(await send(headers)).toBe(401);
  expect(await send({ authorization: `Bearer ${limited.adminToken}` })).toBe(200);
  expect((await fetch(`${limited.url}/metrics`)).status).toBe(401);
  const codes = limited.logged.flatMap(({ errorCodes }) => errorCodes ?? []);
  expect(new Set(codes)).toEqual(new Set(['KEY_MISSING']));
  await limited.stop();
});

it('limits wrong keys as it does at /graphql', async () => {
  const limited = await startTestService({ RATE_LIMIT_FAILURES: '3' });
  const statuses = [];
  for (const _ of [1, 2, 3, 4]) {
    const body = JSON.stringify({ key: 'wrong' });
    statuses.push((await fetch(`${limited.url}/console/sign-in`, { method: 'POST', headers: json, body })).status);
  }
  await limited.stop();
  expect(statuses).toEqual([401, 401, 401, 429]);
});
