import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { databaseOn, run } from './support/databaseServer.ts';
import { quickBundle } from './support/quickBundle.ts';
import { quickStart } from './support/quickStart.ts';

const bundle = quickBundle('src/migrate.ts');
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function migrate(databaseUrl: string | undefined) {
  const child = spawn(process.execPath, [...quickStart, bundle.path], {
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
    expect(ended.flatMap(({ lines }) => lines.flatMap(({ applied }) => applied)).toSorted()).toEqual(
      await knownMigrations(),
    );
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

  it('ends with 1 on a schema that holds something else, and works in another one of that database', async () => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE somebodys (id int)');
    const { code, lines } = await migrate(database.url);
    expect(code).toBe(1);
    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      {
        level: 60,
        msg:
          `Schema public of database ${nameOf(database.url)} has tables of something else (somebodys): give openplug a ` +
          'schema of its own, by ?schema=openplug in the URL, or a database of its own.',
      },
    ]);
    expect(await migrate(`${database.url}?schema=openplug`)).toMatchObject({ code: 0 });
  });

  it('ends with 1 on a database that cannot hold every text, and with 0 on the one that it says to make', async () => {
    const name = `${nameOf(database.url)}_latin`;
    await run(
      database.url,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const { code, lines } = await migrate(databaseOn(database.url, name));
    await run(database.url, `DROP DATABASE ${name}`);
    expect(code).toBe(1);
    const [, sql] = /^Database \w+ is encoded in LATIN1, [^`]+`(.*)`\.$/.exec(lines[0]!.msg) ?? [];
    await run(database.url, sql!);
    const right = await migrate(databaseOn(database.url, `${name}_utf8`));
    await run(database.url, `DROP DATABASE ${name}_utf8`);
    expect(right).toMatchObject({ code: 0 });
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

  const ways: [string, (url: URL) => void, RegExp][] = [
    ['a port where nobody listens', (url) => (url.port = '1'), /connect ECONNREFUSED 127\.0\.0\.1:1\.$/],
    ['a host that has no address', (url) => (url.hostname = 'nobody.invalid'), /nobody\.invalid\.$/],
    ['another password', (url) => (url.password = 'a-password'), /password authentication failed for user "\w+"\.$/],
    [
      'a database that is not there',
      (url) => (url.pathname = '/not_there'),
      /database "not_there" does not exist\. Make it by `CREATE DATABASE "not_there" .*`\.$/,
    ],
  ];
  it.each(ways)('ends with 1 and one sentence on %s', async (_what, change, reason) => {
    const url = new URL(database.url);
    change(url);
    const { code, lines, stderr } = await migrate(url.href);
    expect({ code, stderr, lines: lines.length }).toEqual({ code: 1, stderr: '', lines: 1 });
    expect(lines[0]).toMatchObject({ level: 60 });
    expect(lines[0]!.msg).toMatch(/^The database of DATABASE_URL cannot be used: /);
    expect(lines[0]!.msg).toMatch(reason);
    expect(lines[0]!.msg).not.toContain(url.password);
  });
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
