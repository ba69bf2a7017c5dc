import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateApiKeyDocument } from './generated/operations.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { letConnect } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let developer: Developer;
let orderId: string;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  orderId = (await makeOrder(service.admin, developer)).id;
});
afterAll(() => service.stop());

async function ask(query: string): Promise<{ text: string; body: { data?: unknown; errors?: object[] } }> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { text, body: JSON.parse(text) as { data?: unknown; errors?: object[] } };
}

const requests: [string, () => string][] = [
  ['a query', () => `{ order(id: "${orderId}") { id plugin { name } } }`],
  ['a mutation', () => `mutation { payOrder(input: { orderId: "${orderId}" }) { order { id } } }`],
  ['a mutation without a transaction', () => 'mutation { createUser(input: { nickname: "A" }) { user { id } } }'],
];

it.each(requests)(
  'says only that something went wrong when a table is gone, and logs what: %s',
  async (_what, query) => {
    await run(service.databaseUrl, 'ALTER TABLE "order" RENAME TO gone; ALTER TABLE "user" RENAME TO away');
    const logged = service.logged.length;
    try {
      await expectGenericError(query());
    } finally {
      await run(service.databaseUrl, 'ALTER TABLE gone RENAME TO "order"; ALTER TABLE away RENAME TO "user"');
    }
    expect(service.logged.slice(logged).filter(({ msg }) => msg === 'GraphQL request failed')).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'GraphQL request failed',
        err: expect.objectContaining({
          message: expect.stringContaining('does not exist'),
          stack: expect.stringContaining('.ts:'),
        }),
        path: expect.any(Array),
      }),
    ]);
  },
);

it.each(requests)(
  'says that the database cannot be used when it is gone, and works again: %s',
  async (_what, query) => {
    const { pathname } = new URL(service.databaseUrl);
    const name = pathname.slice(1);
    const elsewhere = new URL(service.databaseUrl);
    elsewhere.pathname = '/postgres';
    await run(elsewhere.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await run(elsewhere.href, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const logged = service.logged.length;
    try {
      expect((await ask(query())).body.errors).toEqual([
        {
          message: unavailable,
          extensions: { code: 'SERVICE_UNAVAILABLE', phrases: [{ code: 'DATABASE_UNAVAILABLE', values: {} }] },
          locations: expect.any(Array),
          path: expect.any(Array),
        },
      ]);
    } finally {
      await run(elsewhere.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    const line = { level: 30, msg: 'request', endpoint: '/graphql', errorCodes: ['SERVICE_UNAVAILABLE'] };
    await expect.poll(() => service.logged.slice(logged)).toContainEqual(expect.objectContaining(line));
    expect(JSON.stringify(service.logged)).not.toContain(new URL(service.databaseUrl).password);
    expect((await ask(query())).body.errors).toBeUndefined();
  },
);

it('answers 503 to a key that it cannot look up, and says when to try again', async () => {
  const { key } = (await service.admin(CreateApiKeyDocument, { input: { name: 'Night', role: 'VIEWER' } }))
    .createApiKey;
  await letConnect(service.databaseUrl, false);
  try {
    const response = await fetch(`${service.url}/graphql?query={__typename}`, {
      headers: { authorization: `Bearer ${key}`, 'apollo-require-preflight': 'true' },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      errors: [{ message: unavailable, extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    });
  } finally {
    await letConnect(service.databaseUrl, true);
  }
});

it('says of a database that takes no changes that it is read-only, and answers what changes nothing', async () => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await run(service.databaseUrl, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // For connections made from now on.
  await letConnect(service.databaseUrl, false);
  await letConnect(service.databaseUrl, true);
  try {
    const { body } = await ask('mutation { createUser(input: { nickname: "A" }) { user { id } } }');
    expect(body.errors).toMatchObject([
      {
        message: 'The database takes no changes at the moment: it is read-only.',
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      },
    ]);
    expect((await ask(`{ order(id: "${orderId}") { id } }`)).body.errors).toBeUndefined();
  } finally {
    await run(service.databaseUrl, `BEGIN READ WRITE; ALTER DATABASE ${name} RESET ALL; COMMIT`);
    await letConnect(service.databaseUrl, false);
    await letConnect(service.databaseUrl, true);
  }
});

const unavailable =
  'The database cannot be used at the moment. Try again in some seconds; what was to be changed may have been changed.';

async function expectGenericError(query: string): Promise<void> {
  const { text, body } = await ask(query);
  expect(body.errors).toEqual([
    {
      message: 'Something went wrong here.',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
      locations: expect.any(Array),
      path: expect.any(Array),
    },
  ]);
  expect(text).not.toMatch(/stack|prisma|relation|select|database|connect|node_modules|:\d+:\d+|\.ts\b/i);
}
