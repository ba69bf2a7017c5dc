import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { packageFiles } from '../../../src/packageFiles.ts';
import { applyMigrations } from '../../../src/store/migrations/applyMigrations.ts';
import { MigrationFailure } from '../../../src/store/migrations/migrationFailure.ts';
import { run } from '../../support/databaseServer.ts';
import { addMigration, createEmptyDatabase, makeMigrations, stateOf } from '../../support/migrations.ts';

const pluginSql = 'CREATE TABLE plugin (\n  id text PRIMARY KEY\n);\n';
const goodsSql = 'CREATE TABLE goods (\n  id text PRIMARY KEY,\n  plugin_id text REFERENCES plugin\n);\n';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const newDatabase = async () => (await createEmptyDatabase(cleanUps)).url;
const newMigrations = async (sqlByName: Record<string, string>) => makeMigrations(cleanUps, sqlByName);

/** A session that can be in the way of a migration. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  cleanUps.push(async () => client.end());
  return client;
}

const historySql = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at';
const historyOf = async (url: string) =>
  ((await run(url, historySql)).rows as { name: string }[]).map(({ name }) => name);
const tablesOf = async (url: string) =>
  (await run(url, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows;
const othersSql = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const waitingSql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('applying migrations', () => {
  it('fills an empty database, leaves nothing to do, and adds later what is new', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({ '2_goods': goodsSql, '1_plugin': pluginSql });
    expect(await applyMigrations(url, dir)).toEqual(['1_plugin', '2_goods']);
    expect(await stateOf(url, dir)).toEqual({ kind: 'current', names: [] });
    expect(await applyMigrations(url, dir)).toEqual([]);

    await addMigration(dir, '3_more', 'CREATE TABLE more ();');
    expect(await applyMigrations(url, dir)).toEqual(['3_more']);
    expect(await historyOf(url)).toEqual(['1_plugin', '2_goods', '3_more']);
  });

  it('is safe when several do it at once, whatever the isolation level of the role is', async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await run(url, `ALTER DATABASE ${name} SET default_transaction_isolation TO 'serializable'`);
    const dir = await newMigrations({ '1_plugin': `${pluginSql} SELECT pg_sleep(0.2);`, '2_goods': goodsSql });
    const applied = await Promise.all([1, 2, 3, 4].map(async () => applyMigrations(url, dir)));
    expect(applied.flat().toSorted()).toEqual(['1_plugin', '2_goods']);
    expect(await historyOf(url)).toEqual(['1_plugin', '2_goods']);
  });

  it('waits for the Prisma CLI, which holds the lock', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({ '1_plugin': pluginSql });
    const cli = await connect(url);
    await cli.query('SELECT pg_advisory_lock(72707369)');
    const applying = applyMigrations(url, dir);
    await expect.poll(async () => (await run(url, waitingSql)).rowCount).toBe(1);
    await cli.query('SELECT pg_advisory_unlock(72707369)');
    expect(await applying).toEqual(['1_plugin']);
  });

  it('gives a script to PostgreSQL whole: semicolons in texts, comments and function bodies cut nothing', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({
      '1_function': `
        CREATE FUNCTION greet() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'hello; world'; END; $$;
        -- A comment; with a semicolon and a $ sign.
        CREATE TABLE "odd;name" (id int PRIMARY KEY);`,
    });
    await applyMigrations(url, dir);
    const { rows } = await run(url, `SELECT greet(), to_regclass('"odd;name"') IS NOT NULL AS "hasTable"`);
    expect(rows).toEqual([{ greet: 'hello; world', hasTable: true }]);
  });

  it('keeps a setting that one script makes from the next', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({
      '1_setting': `CREATE SCHEMA other; SET search_path = other; SET statement_timeout = 12345;`,
      '2_plugin': `${pluginSql} CREATE TABLE timeout AS SELECT current_setting('statement_timeout') AS value;`,
    });
    await applyMigrations(url, dir);
    expect((await run(url, 'SELECT value FROM public.timeout')).rows).toEqual([{ value: '0' }]);
    expect(await historyOf(url)).toEqual(['1_setting', '2_plugin']);
  });

  it('works in the schema that the URL names', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({ '1_plugin': pluginSql });
    const schemaUrl = `${url}?schema=open+plug`;
    await applyMigrations(schemaUrl, dir);
    expect(await stateOf(schemaUrl, dir)).toEqual({ kind: 'current', names: [] });
    expect(await stateOf(url, dir)).toEqual({ kind: 'behind', names: ['1_plugin'] });
    const { rows } = await run(url, `SELECT schemaname FROM pg_tables WHERE tablename = 'plugin'`);
    expect(rows).toEqual([{ schemaname: 'open plug' }]);
  });

  it('leaves no connection and no lock', async () => {
    const url = await newDatabase();
    await applyMigrations(url, await newMigrations({ '1_plugin': pluginSql }));
    expect((await run(url, othersSql)).rows).toEqual([{ others: 0 }]);
  });
});

describe('a migration that PostgreSQL refuses', () => {
  it('is named, with SQLSTATE and line; nothing of it is kept, and once corrected it is applied', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({
      '1_plugin': pluginSql,
      '2_broken': `CREATE TABLE half ();\nCREATE TABEL typo ();\n`,
    });
    for (let time = 0; time < 2; time += 1) {
      const failure = await applyMigrations(url, dir).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MigrationFailure);
      expect((failure as Error).message).toMatch(
        /^Migration 2_broken failed, and nothing of it was kept: .*42601\), line 2: CREATE TABEL typo/,
      );
    }
    expect(await tablesOf(url)).toEqual([{ name: '_prisma_migrations' }, { name: 'plugin' }]);
    expect(await stateOf(url, dir)).toEqual({ kind: 'behind', names: ['2_broken'] });

    await addMigration(dir, '2_broken', 'CREATE TABLE half ();');
    expect(await applyMigrations(url, dir)).toEqual(['2_broken']);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY plugin_id ON plugin (id)', 'CREATE INDEX CONCURRENTLY cannot'],
    ['VACUUM', 'VACUUM cannot'],
    [
      `ALTER TYPE role ADD VALUE 'GUEST'; CREATE INDEX guests ON staff (role) WHERE role = 'GUEST'`,
      'unsafe use of new value',
    ],
  ])('since it needs a transaction of its own or several, leaves nothing: %s', async (sql, refusal) => {
    const url = await newDatabase();
    const dir = await newMigrations({
      '1_plugin': `${pluginSql} CREATE TYPE role AS ENUM ('ADMIN'); CREATE TABLE staff (role role);`,
      '2_more': sql,
    });
    await expect(applyMigrations(url, dir)).rejects.toThrow(refusal);
    expect(await historyOf(url)).toEqual(['1_plugin']);
  });

  it('since a table is locked, and the role waits for a lock no longer than it should, leaves nothing', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({ '1_plugin': pluginSql });
    await applyMigrations(url, dir);
    await addMigration(dir, '2_name', 'CREATE TABLE more (); ALTER TABLE plugin ADD COLUMN name text;');
    await run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET lock_timeout = '100ms'`);
    const other = await connect(url);
    await other.query('BEGIN; LOCK TABLE plugin');
    await expect(applyMigrations(url, dir)).rejects.toThrow(/2_name failed.*lock timeout \(SQLSTATE 55P03\)/);
    await other.query('ROLLBACK');
    expect(await applyMigrations(url, dir)).toEqual(['2_name']);
  });

  it('since the session was ended in the middle, leaves nothing', async () => {
    const url = await newDatabase();
    const dir = await newMigrations({ '1_plugin': pluginSql });
    await applyMigrations(url, dir);
    await addMigration(dir, '2_slow', 'CREATE TABLE more (); LOCK TABLE plugin;');
    const other = await connect(url);
    await other.query('BEGIN; LOCK TABLE plugin');
    const applying = applyMigrations(url, dir).catch((error: unknown) => error);
    await expect.poll(async () => (await run(url, waitingSql)).rowCount).toBe(1);
    for (const { pid } of (await run(url, waitingSql)).rows as { pid: number }[]) {
      await run(url, `SELECT pg_terminate_backend(${pid})`);
    }
    expect(await applying).toBeInstanceOf(Error);
    await other.query('ROLLBACK');
    expect(await historyOf(url)).toEqual(['1_plugin']);
    expect(await applyMigrations(url, dir)).toEqual(['2_slow']);
  });
});

describe('nothing is applied to', () => {
  it.each([
    [
      'finished_at = NULL, logs = $$refused$$',
      /has not finished migration 20261127235423_init.*migrate resolve --rolled-back/,
    ],
    ['checksum = $$other$$', /another text of migration 20261127235423_init/],
    ['migration_name = $$1_unknown$$', /has migration 1_unknown, which this version does not know/],
  ])('a history in which a row has %s', async (change, message) => {
    const url = await newDatabase();
    const [first] = await applyMigrations(url, packageFiles.migrations);
    await run(url, `DELETE FROM _prisma_migrations WHERE migration_name <> '${first}'`);
    await run(url, `UPDATE _prisma_migrations SET ${change}`);
    await expect(applyMigrations(url, packageFiles.migrations)).rejects.toThrow(message);
    expect(await historyOf(url)).toHaveLength(1);
  });
});
