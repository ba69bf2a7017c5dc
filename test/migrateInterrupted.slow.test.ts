import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { run } from './support/databaseServer.ts';
import { quickBundle } from './support/quickBundle.ts';
import { quickStart } from './support/quickStart.ts';

const patience = { timeout: 30_000, interval: 20 };

const bundle = quickBundle('src/migrate.ts');
let database: TestDatabase;
/** Another session of the database, which can be in the way of a migration. */
let other: pg.Client;
let children: ChildProcess[];
let known: string[];

beforeAll(async () => {
  const entries = await readdir(new URL('../prisma/migrations', import.meta.url), { withFileTypes: true });
  known = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
});
beforeEach(async () => {
  children = [];
  database = await createTestDatabase();
  other = new pg.Client(database.url);
  await other.connect();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await other.end();
  await database.drop();
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [...quickStart, bundle.path, ...args], {
    cwd: tmpdir(),
    env: { DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const ended = output.then(([[code, signal], stdout, stderr]) => ({
    code: (code ?? signal) as number | string,
    lines: stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { msg: string; applied?: string[] }),
    stderr,
  }));
  return { child, ended };
}

const migrate = async (...args: string[]) => start(...args).ended;
const empty = async () => other.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
/** Sessions of this database that wait for a lock. */
const waiting = async () =>
  (
    await run(
      database.url,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rows as { pid: number }[];
const untilOneWaits = async () => expect.poll(waiting, patience).toHaveLength(1);

/** Has a first migration that is under way, and waits for a table of the same name that may or may not come to be. */
async function startAndHold() {
  await empty();
  await other.query('BEGIN; CREATE TABLE plugin (id int)');
  const migrating = start();
  await untilOneWaits();
  return migrating;
}

const historySql = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at';
const exists = async (table: string) =>
  (await other.query<{ isThere: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS "isThere"`)).rows[0]!.isThere;

describe('a migration that is interrupted', { timeout: 120_000 }, () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('by %s is undone, and the next run applies it', async (signal) => {
    const { child, ended } = await startAndHold();
    child.kill(signal);
    const said = 'Stopped. A migration that was under way is undone; run it again.\n';
    expect(await ended).toEqual(
      signal === 'SIGKILL' ? { code: signal, lines: [], stderr: '' } : { code: 1, lines: [], stderr: said },
    );
    // PostgreSQL still runs the script of the process that has gone: the next one waits for it.
    const next = start();
    await expect.poll(waiting, patience).toHaveLength(2);
    await other.query('ROLLBACK');

    expect(await next.ended).toMatchObject({ code: 0, lines: [{ applied: known }] });
    expect((await other.query<{ name: string }>(historySql)).rows.map(({ name }) => name)).toEqual(known);
  });

  it('leaves nothing when PostgreSQL ends its session', async () => {
    const { ended } = await startAndHold();
    for (const { pid } of await waiting()) await run(database.url, `SELECT pg_terminate_backend(${pid})`);
    expect(await ended).toMatchObject({ code: 1 });
    await other.query('ROLLBACK');
    expect([await exists('_prisma_migrations'), await exists('plugin')]).toEqual([false, false]);
    expect(await migrate()).toMatchObject({ code: 0, lines: [{ applied: known }] });
  });

  it('does not begin when SIGTERM comes while another one is at work', async () => {
    await empty();
    await other.query('SELECT pg_advisory_lock(72707369)');
    const { child, ended } = start();
    await untilOneWaits();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 1, lines: [] });
    expect(await exists('_prisma_migrations')).toBe(false);
  });
});

it('that the Prisma CLI could not finish is reported, with what to run', { timeout: 60_000 }, async () => {
  const last = known.at(-1)!;
  await other.query(
    `UPDATE _prisma_migrations SET finished_at = NULL, logs = 'refused' WHERE migration_name = '${last}'`,
  );
  const { code, lines } = await migrate();
  expect(code).toBe(1);
  expect(lines[0]!.msg).toContain(`has not finished migration ${last}`);
  expect(lines[0]!.msg).toContain(`\`npx prisma migrate resolve --rolled-back ${last}\``);
});

it.each([['--applied', 'a'], ['--force'], ['again']])(
  'refuses arguments, and says what it does (%#)',
  { timeout: 60_000 },
  async (...args) => {
    const { code, lines, stderr } = await migrate(...args);
    expect([code, lines]).toEqual([1, []]);
    expect(stderr).toContain('Usage: npm run migrate');
  },
);
