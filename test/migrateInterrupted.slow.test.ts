import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { run } from './support/databaseServer.ts';
import { bundleService, type ServiceBundle } from './support/serviceProcess.ts';

const patience = { timeout: 30_000, interval: 20 };

let bundle: ServiceBundle;
let database: TestDatabase;
/** Another session of the database, which can be in the way of a migration. */
let other: pg.Client;
let children: ChildProcess[];
let known: string[];

beforeAll(async () => {
  bundle = await bundleService('src/migrate.ts');
  const entries = await readdir(new URL('../prisma/migrations', import.meta.url), { withFileTypes: true });
  known = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
});
afterAll(() => bundle.remove());
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
  const child = spawn(process.execPath, [bundle.path, ...args], {
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

async function historyOf(name: string) {
  const { rows } = await other.query(
    `SELECT finished_at IS NOT NULL AS "isFinished", rolled_back_at IS NOT NULL AS "isRolledBack"
     FROM _prisma_migrations WHERE migration_name = $1 ORDER BY started_at`,
    [name],
  );
  return rows as { isFinished: boolean; isRolledBack: boolean }[];
}

describe('a migration that is interrupted', { timeout: 120_000 }, () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)('is made whole on %s, and so are those that follow', async (signal) => {
    const { child, ended } = await startAndHold();
    child.kill(signal);
    await other.query('ROLLBACK');
    expect(await ended).toMatchObject({ code: 0, lines: [{ applied: known }], stderr: '' });
  });

  it('does not begin when SIGTERM comes while another one is at work', async () => {
    await empty();
    await other.query('SELECT pg_advisory_lock(72707369)');
    const { child, ended } = start();
    await untilOneWaits();
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 1, lines: [], stderr: 'Stopped before anything was changed.\n' });
  });

  it('is applied again when it was killed, and PostgreSQL has not run its script to the end', async () => {
    const { child, ended } = await startAndHold();
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: 'SIGKILL' });
    for (const { pid } of await waiting()) await run(database.url, `SELECT pg_terminate_backend(${pid})`);
    await expect.poll(waiting, patience).toEqual([]);
    await other.query('ROLLBACK');

    expect(await migrate()).toMatchObject({ code: 0, lines: [{ applied: known }] });
    expect(await historyOf(known[0]!)).toEqual([
      { isFinished: false, isRolledBack: true },
      { isFinished: true, isRolledBack: false },
    ]);
  });

  it('is waited for when it was killed, and PostgreSQL still runs its script', async () => {
    const { child, ended } = await startAndHold();
    child.kill('SIGKILL');
    await ended;
    const next = start();
    await expect.poll(waiting, patience).toHaveLength(2);
    await other.query('ROLLBACK');

    expect(await next.ended).toMatchObject({ code: 0, lines: [{ applied: known.slice(1) }] });
    expect(await historyOf(known[0]!)).toEqual([{ isFinished: true, isRolledBack: false }]);
  });
});

describe('a migration that did not finish, for a reason that a person must look at', { timeout: 120_000 }, () => {
  let last: string;
  beforeEach(async () => {
    last = known.at(-1)!;
    await other.query(
      `UPDATE _prisma_migrations SET finished_at = NULL, logs = 'refused' WHERE migration_name = '${last}'`,
    );
  });

  it('can be noted as applied by the command that the message names', async () => {
    const { code, lines } = await migrate();
    expect(code).toBe(1);
    expect(lines[0]!.msg).toContain(`\`npm run migrate -- --applied ${last}\``);
    expect(lines[0]!.msg).toContain(`\`node dist/migrate.js --applied ${last}\``);

    expect(await migrate('--applied', last)).toMatchObject({ code: 0, lines: [{ msg: 'noted as applied' }] });
    expect(await migrate()).toMatchObject({ code: 0, lines: [{ applied: [] }] });
  });

  it('can be noted as rolled back', async () => {
    expect(await migrate('--rolled-back', last)).toMatchObject({ code: 0, lines: [{ migration: last }] });
    expect(await historyOf(last)).toEqual([{ isFinished: false, isRolledBack: true }]);
  });

  it.each(['--applied', '--rolled-back'])(
    'is not taken for another one: %s with a name that is none',
    async (option) => {
      const { code, lines } = await migrate(option, '1_nothing');
      expect([code, lines.length]).toEqual([1, 1]);
      expect(lines[0]!.msg).toContain('1_nothing');
      expect(await historyOf(last)).toEqual([{ isFinished: false, isRolledBack: false }]);
    },
  );
});

it.each([['--rolled-back'], ['--applied', 'a', '--rolled-back', 'b'], ['--force'], ['again']])(
  'refuses other arguments, and tells what it knows (%#)',
  { timeout: 60_000 },
  async (...args) => {
    const { code, lines, stderr } = await migrate(...args);
    expect([code, lines]).toEqual([1, []]);
    expect(stderr).toContain('Usage: npm run migrate [-- --rolled-back NAME | --applied NAME]');
  },
);
