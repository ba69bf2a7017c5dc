import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../support/databaseProxy.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: TestService;
let developer: Developer;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  service = await startTestService({ DATABASE_URL: proxy.url });
  developer = await makeDeveloper(service.admin);
  ({ key } = (await service.admin(CreateApiKeyDocument, { input: { name: 'Night', role: 'VIEWER' } })).createApiKey);
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await database.drop();
});

async function askBaseInfo(): Promise<number> {
  const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken };
  return (await call(service.url, 'GET', '/baseinfo', signed(developer.secret, parameters))).status;
}

async function askGraphQl(): Promise<number> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ plugins(first: 1) { totalCount } }' }),
  });
  await response.text();
  return response.status;
}

it('a database that does not answer any more is given up after 16 s, and new connections to it serve', async () => {
  const askAll = async () => Promise.all([askBaseInfo(), askBaseInfo(), askBaseInfo(), askGraphQl()]);
  expect(await askAll()).toEqual([200, 200, 200, 200]);

  proxy.hang();
  const hanging = askAll();
  // Connections made from now on are good; those that there are stay silent.
  proxy.restore(database.url);
  expect(new Set(await hanging)).toContain(500);
  expect(await askAll()).toEqual([200, 200, 200, 200]);

  const failed = service.logged.filter(({ msg, status }) => msg === 'request' && status === 500);
  expect(failed.length).toBeGreaterThan(0);
  for (const line of failed) expect(line).toMatchObject({ level: 30, errorCodes: ['SERVICE_UNAVAILABLE'] });
  expect(service.complaints().map(({ msg }) => msg)).toEqual([expect.stringContaining('cannot be worked on')]);
}, 60_000);
