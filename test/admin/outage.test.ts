import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
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
  'says only that something went wrong when the database is gone, and works again: %s',
  async (_what, query) => {
    const { pathname } = new URL(service.databaseUrl);
    const name = pathname.slice(1);
    const elsewhere = new URL(service.databaseUrl);
    elsewhere.pathname = '/postgres';
    await run(elsewhere.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await run(elsewhere.href, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const logged = service.logged.length;
    try {
      await expectGenericError(query());
    } finally {
      await run(elsewhere.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    expect(service.logged.slice(logged)).toContainEqual(expect.objectContaining({ msg: 'GraphQL request failed' }));
    expect(JSON.stringify(service.logged)).not.toContain(new URL(service.databaseUrl).password);
    expect((await ask(query())).body.errors).toBeUndefined();
  },
);

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
