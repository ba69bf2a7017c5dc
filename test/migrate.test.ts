import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { run } from './support/databaseServer.ts';
import { bundleService, type ServiceBundle } from './support/serviceProcess.ts';

let bundle: ServiceBundle;
let database: TestDatabase;

beforeAll(async () => {
  bundle = await bundleService('src/migrate.ts');
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function migrate(databaseUrl: string | undefined) {
  const child = spawn(process.execPath, [bundle.path], {
    cwd: tmpdir(),
    env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number];
  return { code, stderr, lines: stdout.split('\n').filter(Boolean).map(parse) };
}

const parse = (line: string) => JSON.parse(line) as { level: number; msg: string; applied?: string[] };

async function knownMigrations(): Promise<string[]> {
  const entries = await readdir(new URL('../prisma/migrations', import.meta.url), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

describe('npm run migrate', { timeout: 60_000 }, () => {
  it('applies every migration once when three run at the same time, without keys, and all end with 0', async () => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');

    const ended = await Promise.all([1, 2, 3].map(() => migrate(database.url)));

    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(ended.flatMap(({ lines }) => lines.flatMap(({ applied }) => applied))).toEqual(await knownMigrations());
    const { rows } = await run(
      database.url,
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(await knownMigrations());
  });

  it('says that there is nothing to do', async () => {
    const { code, lines } = await migrate(database.url);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ msg: 'the database already has every migration', applied: [] }]);
  });

  it('ends with 1 on the database of a newer version, and changes nothing', async () => {
    await run(
      database.url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('newer', 'x', '99990101000000_newer', now(), 1)`,
    );
    const { code, lines } = await migrate(database.url);
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ level: 60, msg: expect.stringContaining('99990101000000_newer') }]);
  });

  it('ends with 1 on a database that holds something else', async () => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE somebodys (id int)');
    const { code, lines } = await migrate(database.url);
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ level: 60, msg: expect.stringContaining('The database schema is not empty') }]);
  });

  it.each([
    [undefined, 'DATABASE_URL: required; the service migrates its embedded database itself, when it starts'],
    ['mysql://127.0.0.1/a', 'DATABASE_URL: expected postgresql://user:password@host:port/database'],
  ])('ends with 1 on DATABASE_URL %s', async (databaseUrl, complaint) => {
    const { code, lines, stderr } = await migrate(databaseUrl);
    expect({ code, lines, stderr }).toEqual({
      code: 1,
      lines: [],
      stderr: `The configuration is not valid:\n  ${complaint}\n`,
    });
  });

  it('never writes the password of a database that cannot be reached', async () => {
    const { code, lines, stderr } = await migrate('postgresql://openplug:a-password@127.0.0.1:1/openplug');
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ level: 60, err: { message: expect.stringContaining('ECONNREFUSED') } }]);
    expect(JSON.stringify({ lines, stderr })).not.toContain('a-password');
  });
});
