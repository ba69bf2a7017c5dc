import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/store/generated/client.ts';
import { ProbeTimeout } from '../../../src/store/database/databaseProbe.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { outageOf } from '../../../src/store/database/outageOf.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, letConnect, type TestDatabase } from '../../support/database.ts';
import { startDatabaseProxy } from '../../support/databaseProxy.ts';
import { run } from '../../support/databaseServer.ts';

let database: TestDatabase;
const role = `role_${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await run(
    database.url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO ${role}`,
  );
});
afterAll(async () => {
  await run(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

const failure = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Every way in which the store sends a statement. */
function statements({ prisma, withStatementTimeout }: Store): Promise<unknown>[] {
  const limited = withStatementTimeout(5_000).prisma;
  return [
    prisma.plugin.count(),
    prisma.$queryRaw`SELECT 1`,
    prisma.$transaction(async (tx) => tx.plugin.count()),
    prisma.$transaction([prisma.plugin.count()]),
    limited.plugin.count(),
    limited.$transaction(async (tx) => tx.plugin.count()),
  ];
}

/** Returns the failure of each statement on the database of the URL. `prepare` is called once they have worked. */
async function outagesAt(url: string, prepare?: () => unknown) {
  const store = openStore(url, new Keyring([Buffer.alloc(32)]), { maxConnections: 6 });
  try {
    if (prepare) await Promise.all(statements(store));
    await prepare?.();
    const failures = await Promise.all(statements(store).map(failure));
    return failures.map((error) => ({ outage: error === undefined ? 'none' : outageOf(error), error }));
  } finally {
    await closeStore(store);
  }
}

const unavailable = Array.from({ length: 6 }, () => expect.objectContaining({ outage: 'UNAVAILABLE' }));

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

describe('an outage is', { timeout: 60_000 }, () => {
  it.each<[string, (url: URL) => void]>([
    ['a port that nobody listens on', (url) => (url.port = '1')],
    ['a host that is not known', (url) => (url.hostname = 'database.invalid')],
    ['a password that does not hold any more', (url) => (url.password = 'another')],
    ['a database that is not there', (url) => (url.pathname = '/none')],
  ])('%s', async (_what, change) => {
    expect(await outagesAt(changed(change))).toEqual(unavailable);
  });

  it('a server that cuts every connection', async () => {
    const proxy = await startDatabaseProxy(database.url);
    expect(await outagesAt(proxy.url, () => proxy.cut())).toEqual(unavailable);
    await proxy.close();
  });

  it('a database that lets nobody in', async () => {
    expect(await outagesAt(database.url, async () => letConnect(database.url, false))).toEqual(unavailable);
    await letConnect(database.url, true);
  });

  // These two wait for limits of ten seconds and more, so they wait at the same time.
  it.concurrent('a server that does not answer any more', async () => {
    const proxy = await startDatabaseProxy(database.url);
    expect(await outagesAt(proxy.url, () => proxy.hang())).toEqual(unavailable);
    await proxy.close();
  });

  it.concurrent('a server that has no connection left', async () => {
    await run(database.url, `ALTER ROLE ${role} CONNECTION LIMIT 0`);
    const url = changed((its) => Object.assign(its, { username: role, password: 'secret' }));
    expect(await outagesAt(url)).toEqual(unavailable);
  });

  it.each(['57P01', '57P02', '57P03', '08006', '08003', '53100', '53200'])(
    'a statement that PostgreSQL ends with %s',
    async (sqlState) => {
      const store = openStore(database.url, new Keyring([Buffer.alloc(32)]));
      const raise = `DO $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '${sqlState}'; END $$`;
      expect(outageOf(await failure(store.prisma.$executeRawUnsafe(raise)))).toBe('UNAVAILABLE');
      await closeStore(store);
    },
  );

  it('a connection that is terminated in the middle of a statement', async () => {
    const store = openStore(database.url, new Keyring([Buffer.alloc(32)]));
    const terminate = failure(store.prisma.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    expect(outageOf(await terminate)).toBe('UNAVAILABLE');
    await closeStore(store);
  });

  it('a change where none is taken', async () => {
    const store = openStore(database.url, new Keyring([Buffer.alloc(32)]));
    const write = store.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`;
      await tx.$executeRaw`DELETE FROM plugin`;
    });
    expect(outageOf(await failure(write))).toBe('READ_ONLY');
    await closeStore(store);
  });

  it('a deadlock at each of several tries', async () => {
    const store = openStore(database.url, new Keyring([Buffer.alloc(32)]));
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'dead' USING ERRCODE = '40P01'; END $$`;
    expect(outageOf(await failure(store.prisma.$executeRawUnsafe(raise)))).toBe('CONTENDED');
    await closeStore(store);
  });

  it('a probe that gets no answer, and what is caused by an outage', () => {
    const cause = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    const byPrisma = new Prisma.PrismaClientKnownRequestError('write EPIPE', { code: 'EPIPE', clientVersion: '7' });
    expect(outageOf(byPrisma)).toBe('UNAVAILABLE');
    expect(outageOf(new ProbeTimeout())).toBe('UNAVAILABLE');
    expect(outageOf(new Error('outer', { cause: new AggregateError([cause]) }))).toBe('UNAVAILABLE');
  });
});

describe('no outage is', () => {
  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['a statement that is wrong', async ({ prisma }) => prisma.$queryRaw`SELECT 1 / 0`],
    ['a table that is missing', async ({ prisma }) => prisma.$queryRaw`SELECT * FROM gone`],
    [
      'a statement that took too long',
      async ({ withStatementTimeout }) => withStatementTimeout(50).prisma.$queryRaw`SELECT pg_sleep(5)`,
    ],
    ['a call that Prisma does not understand', async ({ prisma }) => prisma.plugin.count({ where: { x: 1 } } as never)],
    [
      'what refuses a change for its values',
      async ({ prisma }) => prisma.$executeRaw`INSERT INTO plugin (id) VALUES (NULL)`,
    ],
    [
      'another error with such a code',
      async () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      },
    ],
    [
      'what is no error',
      async () => {
        // oxlint-disable-next-line typescript/only-throw-error -- others throw this
        throw 'Query read timeout';
      },
    ],
  ])('%s', async (_what, work) => {
    const store = openStore(database.url, new Keyring([Buffer.alloc(32)]));
    const error = await failure(work(store));
    expect(error).toBeDefined();
    expect(outageOf(error)).toBeNull();
    await closeStore(store);
  });
});
