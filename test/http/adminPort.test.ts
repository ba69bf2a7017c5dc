import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

const publicPaths = ['/baseinfo', '/payments/record', '/goods'];
const staffPaths = ['/graphql', '/graphql/explorer/explorer.js', '/metrics'];
const nothing = { message: 'There is nothing at this path.' };

describe('with a port of their own for staff', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ ADMIN_PORT: '0' });
  });
  afterAll(() => service.stop());

  it('developers and staff are served, each on theirs', async () => {
    expect(new URL(service.adminUrl).port).not.toBe(new URL(service.url).port);
    const { pluginId, secret, accessToken } = await makeDeveloper(service.admin);
    const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken });
    expect((await call(service.url, 'GET', '/baseinfo', parameters)).status).toBe(200);
  });

  it.each(staffPaths)('there is nothing at %s on the public port', async (path) => {
    const headers = { authorization: `Bearer ${service.adminToken}`, accept: 'text/html' };
    const response = await fetch(service.url + path, { headers });
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: nothing });
    expect((await fetch(service.adminUrl + path, { headers })).status).toBe(200);
  });

  it.each(publicPaths)('there is nothing at %s on the port of staff', async (path) => {
    const response = await fetch(service.adminUrl + path);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: nothing });
    expect((await fetch(service.url + path)).status).not.toBe(404);
  });
});

describe('without one', () => {
  it('both share a port', async () => {
    const service = await startTestService();
    try {
      expect(service.adminUrl).toBe(service.url);
      for (const path of [...publicPaths, ...staffPaths]) {
        expect((await fetch(service.url + path)).status).not.toBe(404);
      }
    } finally {
      await service.stop();
    }
  });
});
