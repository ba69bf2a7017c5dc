import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../support/databaseServer.ts';
import { openConnection, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { scrape } from '../metrics/metricsText.ts';
import { CreateApiKeyDocument } from './generated/operations.ts';

let service: TestService;
/** It is looked up in the database, unlike ADMIN_TOKEN: meanwhile its caller can leave. */
let key: string;

beforeAll(async () => {
  service = await startTestService();
  key = (await service.admin(CreateApiKeyDocument, { input: { name: 'leaver', role: 'VIEWER' } })).createApiKey.key;
});
afterAll(() => service.stop());

const patience = { timeout: 15_000, interval: 10 };
const json = 'Content-Type: application/json';
const authorization = () => `Authorization: Bearer ${key}`;
const post = () => requestText('POST /graphql HTTP/1.1', [json, authorization()], '{"query":"{ __typename }"}');
const get = () => requestText(`GET /graphql?query=%7B__typename%7D HTTP/1.1`, [json, authorization()]);

/** While it runs, nobody's key is found. */
async function withKeysLocked<Result>(work: (isAsked: () => Promise<boolean>) => Promise<Result>): Promise<Result> {
  const locker = new pg.Client({ connectionString: service.databaseUrl });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE');
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  try {
    return await work(async () => (await run(service.databaseUrl, waiting)).rows.length > 0);
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
}

it.each([
  ['POST', post],
  ['GET', get],
])('a %s whose caller closed their side before the key was known is answered', async (_method, bytes) => {
  const connection = await openConnection(service.url);
  await withKeysLocked(async (isAsked) => {
    connection.send(bytes());
    connection.finish();
    await expect.poll(isAsked, patience).toBe(true);
  });

  const { status, body } = await connection.answer();

  expect([status, JSON.parse(body)]).toEqual([200, { data: { __typename: 'Query' } }]);
  expect(await connection.end()).toBe('');
});

it('requests whose callers left leave no connection and no complaint', async () => {
  await withKeysLocked(async (isAsked) => {
    for (const bytes of [post(), get(), post().subarray(0, -1)]) {
      for (const leave of ['close', 'reset'] as const) {
        const connection = await openConnection(service.url);
        connection.send(bytes);
        await expect.poll(isAsked, patience).toBe(true);
        connection[leave]();
      }
    }
  });

  const answering = 'openplug_connections{port="PORT",state="answering"}';
  const closing = 'openplug_connections{port="PORT",state="closing"}';
  // The one that is answering is that which asks.
  await expect.poll(async () => scrape(service), patience).toMatchObject({ [answering]: 1, [closing]: 0 });
  expect(service.complaints()).toEqual([]);
});
