import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { applyMigrations } from '../../../src/store/migrations/applyMigrations.ts';
import {
  describeMigrationState,
  inspectMigrations,
  type MigrationState,
} from '../../../src/store/migrations/inspectMigrations.ts';

let folder: string;
let admin: pg.Client;
const serverUrl = inject('serverUrl');
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-migrations-'));
  admin = new pg.Client(serverUrl);
  await admin.connect();
});

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true });
});

describe('applying migrations in this process', () => {
  test('fills an empty database and leaves nothing to do', async () => {
    const { url } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL, '2_goods': GOODS_SQL });

    await expect(applyMigrations(url, dir)).resolves.toEqual(['1_plugin', '2_goods']);
    await expect(inspectMigrations(url, dir)).resolves.toEqual({ kind: 'current' });
    await expect(applyMigrations(url, dir)).resolves.toEqual([]);
  });

  test('adds only what is new', async () => {
    const { url } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL });
    await applyMigrations(url, dir);
    await addMigration(dir, '2_goods', GOODS_SQL);

    await expect(applyMigrations(url, dir)).resolves.toEqual(['2_goods']);
  });

  test('is safe when several start at once: one works, the others wait', async () => {
    const { url, client } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': `${PLUGIN_SQL} SELECT pg_sleep(0.2);`, '2_goods': GOODS_SQL });

    const applied = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(url, dir)));

    expect(applied.flat().toSorted()).toEqual(['1_plugin', '2_goods']);
    expect(await historyNames(client)).toEqual(['1_plugin', '2_goods']);
  });

  test('gives a script to PostgreSQL whole: semicolons in texts and function bodies cut nothing', async () => {
    const { url, client } = await newDatabase();
    const dir = await newMigrations({
      '1_function': `
        CREATE FUNCTION greet() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'hello; world'; END; $$;
        -- A comment; with a semicolon.
        CREATE TABLE "odd;name" (id int PRIMARY KEY);`,
    });
    await applyMigrations(url, dir);

    const { rows } = await client.query(`SELECT greet(), to_regclass('"odd;name"') IS NOT NULL AS "hasTable"`);
    expect(rows).toEqual([{ greet: 'hello; world', hasTable: true }]);
  });

  test('names the migration, the SQLSTATE and the line of a broken script, and refuses to go on', async () => {
    const { url } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL, '2_broken': `SELECT 1;\nCREATE TABEL typo ();\n` });

    const failure = applyMigrations(url, dir);
    await expect(failure).rejects.toMatchObject({ name: 'SchemaEngineFailure', code: 'P3018', isPanic: false });
    await expect(failure).rejects.toThrow(/Migration name: 2_broken[^]*42601[^]*Line 2: CREATE TABEL typo/);
    await expect(failure).rejects.not.toThrow(/sql_schema_connector/);
    await expect(applyMigrations(url, dir)).rejects.toMatchObject({ code: 'P3009' });
    await expect(inspectMigrations(url, dir)).resolves.toEqual({ kind: 'failed', names: ['2_broken'] });
  });

  test('works in the schema that the URL names', async () => {
    const { url, client } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL });
    const schemaUrl = `${url}?schema=open+plug`;
    await applyMigrations(schemaUrl, dir);

    await expect(inspectMigrations(schemaUrl, dir)).resolves.toEqual({ kind: 'current' });
    await expect(inspectMigrations(url, dir)).resolves.toEqual({ kind: 'behind', pending: ['1_plugin'] });
    const { rows } = await client.query(`SELECT schemaname FROM pg_tables WHERE tablename = 'plugin'`);
    expect(rows).toEqual([{ schemaname: 'open plug' }]);
  });

  test('lets the process end at once: no timer, connection or lock is left', async () => {
    const { url, client } = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL });
    const script = `
      const { applyMigrations } = await import('./src/store/migrations/applyMigrations.ts');
      await applyMigrations(${JSON.stringify(url)}, ${JSON.stringify(dir)});
      const doneAt = performance.now();
      process.on('exit', () => console.log(Math.round(performance.now() - doneAt)));`;
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);

    expect(Number(stdout)).toBeLessThan(2_000);
    const { rows } = await client.query(
      `SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([{ others: 0 }]);
  }, 30_000);

  test('agrees with the CLI, which finds nothing to do after it', async () => {
    const { url } = await newDatabase();
    await applyMigrations(url, 'prisma/migrations');
    const { PATH, HOME } = process.env;
    const { stdout } = await run(process.execPath, ['node_modules/prisma/build/index.js', 'migrate', 'status'], {
      env: { PATH, HOME, NO_COLOR: '1', CHECKPOINT_DISABLE: '1', DATABASE_URL: url },
    });

    expect(stdout).toContain('Database schema is up to date!');
    await expect(inspectMigrations(url, 'prisma/migrations')).resolves.toEqual({ kind: 'current' });
  }, 60_000);
});

describe('inspecting migrations', () => {
  test('finds a database without a history behind by everything, and leaves it untouched', async () => {
    const { url, client } = await newDatabase();
    const dir = await newMigrations({ '2_goods': GOODS_SQL, '1_plugin': PLUGIN_SQL });

    await expect(inspectMigrations(url, dir)).resolves.toEqual({ kind: 'behind', pending: ['1_plugin', '2_goods'] });
    const { rows } = await client.query(`SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`);
    expect(rows).toEqual([{ tables: 0 }]);
  });

  const states: [sentence: string, change: (at: Migrated) => Promise<unknown>, state: MigrationState][] = [
    ['current, when nothing changed', async () => {}, { kind: 'current' }],
    [
      'current, when Git checked the file out with other line ends',
      ({ dir }) => addMigration(dir, '1_plugin', PLUGIN_SQL.replaceAll('\n', '\r\n')),
      { kind: 'current' },
    ],
    [
      'behind, when the program brings a newer migration',
      ({ dir }) => addMigration(dir, '3_new', 'SELECT 1;'),
      { kind: 'behind', pending: ['3_new'] },
    ],
    [
      'behind, when the migration was rolled back',
      ({ client }) =>
        client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_goods'`),
      { kind: 'behind', pending: ['2_goods'] },
    ],
    [
      'ahead, when the program is older than the database',
      ({ dir }) => rm(join(dir, '2_goods'), { recursive: true }),
      { kind: 'ahead', unknown: ['2_goods'] },
    ],
    [
      'edited, when an applied file has another text now',
      ({ dir }) => addMigration(dir, '1_plugin', `${PLUGIN_SQL} SELECT 1;`),
      { kind: 'edited', names: ['1_plugin'] },
    ],
    [
      'failed, when a migration never finished',
      ({ client }) => client.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_goods'`),
      { kind: 'failed', names: ['2_goods'] },
    ],
    [
      'behind, not failed, while another process is still at work on it',
      ({ client }) =>
        client.query(
          `SELECT pg_advisory_lock(72707369); UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_goods'`,
        ),
      { kind: 'behind', pending: ['2_goods'] },
    ],
  ];
  test.each(states)('%s', async (_sentence, change, state) => {
    const database = await newDatabase();
    const dir = await newMigrations({ '1_plugin': PLUGIN_SQL, '2_goods': GOODS_SQL });
    await applyMigrations(database.url, dir);
    await change({ ...database, dir });

    await expect(inspectMigrations(database.url, dir)).resolves.toEqual(state);
    await expect(inspectMigrations(database.client, dir)).resolves.toEqual(state);
  });

  test.each<[MigrationState, string]>([
    [
      { kind: 'behind', pending: ['1_a', '2_b'] },
      'lacks migrations 1_a, 2_b: run `npm run migrate` (in a container `node dist/migrate.js`)',
    ],
    [{ kind: 'ahead', unknown: ['3_c'] }, 'migration 3_c, which this version does not know'],
    [
      { kind: 'failed', names: ['2_b'] },
      '`npm run migrate -- --rolled-back 2_b` (in a container `node dist/migrate.js --rolled-back 2_b`)',
    ],
    [{ kind: 'failed', names: ['2_b'] }, 'that prisma/migrations/2_b/migration.sql creates'],
    [{ kind: 'edited', names: ['1_a'] }, 'another text of migration 1_a'],
    [{ kind: 'current' }, 'has every migration'],
  ])('says what to do about %j', (state, words) => {
    expect(describeMigrationState(state)).toContain(words);
  });
});

const PLUGIN_SQL = 'CREATE TABLE plugin (\n  id text PRIMARY KEY\n);\n';
const GOODS_SQL = 'CREATE TABLE goods (\n  id text PRIMARY KEY,\n  plugin_id text REFERENCES plugin\n);\n';

interface Migrated {
  client: pg.Client;
  dir: string;
}

const run = promisify(execFile);
let counter = 0;

async function newDatabase(): Promise<{ url: string; client: pg.Client }> {
  const name = `migrations_${process.pid}_${(counter += 1)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  cleanups.push(async () => {
    await client.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url: url.href, client };
}

async function newMigrations(sqlByName: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(folder, 'migrations-'));
  await writeFile(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  for (const [name, sql] of Object.entries(sqlByName)) await addMigration(dir, name, sql);
  return dir;
}

async function addMigration(dir: string, name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name), { recursive: true });
  await writeFile(join(dir, name, 'migration.sql'), sql);
}

async function historyNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at',
  );
  return rows.map((row) => row.name);
}
