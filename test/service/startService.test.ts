import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, Server, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { StartError } from '../../src/service/startError.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper } from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseOn, run } from '../support/databaseServer.ts';

let database: TestDatabase;
let dataDir: string;
let occupied: { server: Server; port: number };
let running: Service[];

beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  occupied = { server, port: (server.address() as AddressInfo).port };
});
afterAll(() => {
  occupied.server.close();
});
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'openplug-start-'));
  running = [];
});
afterEach(async () => {
  for (const service of running) await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const key = randomBytes(32).toString('base64');
const log = pino({ level: 'silent' });

async function start(environment: Record<string, string> = {}): Promise<Service> {
  const keys = { ENCRYPTION_KEY: key, ADMIN_TOKEN: 'admin-token-of-the-tests' };
  const defaults = { DATABASE_URL: database.url, ...keys, DATA_DIR: dataDir, PORT: '0' };
  const service = await startService(readConfig({ ...defaults, ...environment }), log);
  running.push(service);
  return service;
}

async function failureOf(starting: Promise<unknown>): Promise<Error> {
  return starting.then(
    () => expect.fail('It started.'),
    (error: Error) => error,
  );
}

/** Nobody is left who could hold the database or keep the process from ending. */
async function expectNothingLeft(url = database.url): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const others = `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await run(url, others)).rows, { timeout: 5_000, interval: 20 }).toEqual([]);
}

it('swallows no error of a port once it listens', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  await start();
  const [server] = listen.mock.contexts as Server[];
  listen.mockRestore();
  expect(server!.listening).toBe(true);
  expect(server!.listenerCount('error')).toBe(0);
});

describe('a start', () => {
  it('serves until it is stopped, and then leaves the port and the database', async () => {
    const service = await start();
    await makeDeveloper(adminClient(service.url, service.adminToken));
    await running.pop()!.stop();

    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
    await expectNothingLeft();
  });

  it('on the embedded database keeps the admin token that it makes in a file for its owner only', async () => {
    const embedded = { DATABASE_URL: '', ENCRYPTION_KEY: '', ADMIN_TOKEN: '' };
    const service = await start(embedded);
    const path = join(dataDir, 'admin-token');
    expect(service.adminToken).toMatch(/^[\w-]{32}$/);
    expect(await readFile(path, 'utf8')).toBe(`${service.adminToken}\n`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await start(embedded)).adminToken).toBe(service.adminToken);
  });

  it('takes the admin token that it is given, and keeps none', async () => {
    expect((await start({ ADMIN_TOKEN: 'given-admin-token' })).adminToken).toBe('given-admin-token');
    await expect(stat(join(dataDir, 'admin-token'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('answers neither developers nor staff when it only delivers callbacks', async () => {
    const { url } = await start({ RUN: 'sweeper' });
    for (const path of ['/baseinfo', '/payments/record', '/goods', '/graphql']) {
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    }
  });

  it('lets several processes share one database', async () => {
    const [first, second] = [await start(), await start()];
    const developer = await makeDeveloper(adminClient(first.url, first.adminToken));
    await expect(makeDeveloper(adminClient(second.url, second.adminToken))).resolves.not.toEqual(developer);
  });
});

describe('a start is refused, and nothing is left running,', () => {
  it('when the database lacks migrations, with the command that applies them', async () => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const error = await failureOf(start());
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(
      /^The database lacks migration.* \d+_init.*: run `npm run migrate` \(in a container `node dist\/migrate\.js`\)\.$/,
    );
    await expectNothingLeft();
  });

  it('when the database cannot hold every text, though it has all migrations', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_latin`;
    await run(
      database.url,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const error = await failureOf(start({ DATABASE_URL: databaseOn(database.url, name) }));
    await run(database.url, `DROP DATABASE ${name}`);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(
      /is encoded in LATIN1, which cannot hold every text: make another one by `CREATE DATA/,
    );
  });

  it('when one of the migrations was never finished', async () => {
    await run(database.url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    const error = await failureOf(start());
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(/has not finished.*npx prisma migrate resolve/);
    await expectNothingLeft();
  });

  it('when the database has migrations of a newer version', async () => {
    await run(
      database.url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('newer', 'x', '99990101000000_newer', now(), 1)`,
    );
    const error = await failureOf(start());
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(
      'The database has migration 99990101000000_newer, which this version does not know: start the version that brought it; `npx prisma migrate status` compares the two.',
    );
    await expectNothingLeft();
  });

  it('with another ENCRYPTION_KEY than the one that sealed the secrets, without telling either', async () => {
    const service = await start();
    await makeDeveloper(adminClient(service.url, service.adminToken));
    await running.pop()!.stop();

    const otherKey = randomBytes(32).toString('base64');
    const error = await failureOf(start({ ENCRYPTION_KEY: otherKey }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(
      /^Secrets in this database were sealed with another ENCRYPTION_KEY \(key id [0-9a-f]{8}; given: [0-9a-f]{8}\)\./,
    );
    for (const secret of [key, otherKey]) expect(error.message).not.toContain(secret);
    await expectNothingLeft();
  });

  it('on a port that is in use', async () => {
    const error = await failureOf(start({ PORT: String(occupied.port) }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(`Port ${occupied.port} of 127.0.0.1 is in use: set PORT to another one.`);
    await expectNothingLeft();
  });

  it('on a port for staff that is in use', async () => {
    const error = await failureOf(start({ ADMIN_PORT: String(occupied.port) }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(`Port ${occupied.port} of 127.0.0.1 is in use: set ADMIN_PORT to another one.`);
    await expectNothingLeft();
  });

  it('on an address that this machine does not have', async () => {
    const error = await failureOf(start({ HOST: '192.0.2.1' }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(/^HOST 192\.0\.2\.1 and PORT 0 cannot be listened on: .*EADDRNOTAVAIL/);
    await expectNothingLeft();
  });

  it('when no database answers, without telling the password', async () => {
    const url = new URL(database.url);
    url.port = String(occupied.port);
    occupied.server.once('connection', (socket) => socket.destroy());
    const { password } = url;
    for (const [wrong, reason] of [
      [url.href, /terminated|ECONNRESET/],
      [`${database.url}_missing`, /database "\w+" does not exist\. Make it by `CREATE DATABASE .*`\.$/],
      [database.url.replace(`:${password}@`, ':wrong-password@'), /password authentication failed/],
    ] as const) {
      const error = await failureOf(start({ DATABASE_URL: wrong }));
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^The database of DATABASE_URL cannot be used: /);
      expect(error.message).toMatch(reason);
      expect(error.message).not.toContain('wrong-password');
      expect(error.message).not.toContain(password);
    }
  });

  it('when the kept encryption key is damaged', async () => {
    const path = join(dataDir, 'encryption-key');
    await writeFile(path, 'not a key\n');
    const error = await failureOf(start({ DATABASE_URL: '', ENCRYPTION_KEY: '' }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(
      `${path} cannot be used: expected 32 bytes in base64, as \`openssl rand -base64 32\` makes them. ` +
        'Restore it from a backup.',
    );
  });
});
