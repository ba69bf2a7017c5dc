import { afterEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/service/migrateDatabase.ts';
import { StartError } from '../../src/service/startError.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { createTestRole } from '../support/role.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Without anything in it, not even pg_trgm. */
async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database;
}

const operatorClasses = `
  SELECT DISTINCT nspname FROM pg_index JOIN pg_opclass ON pg_opclass.oid = ANY (indclass)
  JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops'`;

describe('migrations find the extension pg_trgm', { timeout: 60_000 }, () => {
  it.each([
    [
      'in a schema for extensions',
      'CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions',
      'extensions',
    ],
    ['in the public schema', 'CREATE EXTENSION pg_trgm SCHEMA public', 'public'],
    [
      'in a schema whose name needs quotes',
      'CREATE SCHEMA "The ""X"""; CREATE EXTENSION pg_trgm SCHEMA "The ""X"""',
      'The "X"',
    ],
    ['nowhere, and make it in their own', '', 'shop'],
  ])('%s', async (_where, sql, schema) => {
    const database = await newDatabase();
    await run(database.url, sql);
    await migrateDatabase(`${database.url}?schema=shop`);
    expect((await run(database.url, operatorClasses)).rows).toEqual([{ nspname: schema }]);
  });

  it('in the schema of another installation, and leave that alone', async () => {
    const database = await newDatabase();
    const tables = async (schema: string) =>
      (await run(database.url, `SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' ORDER BY 1`)).rows;
    const first = await migrateDatabase(database.url);
    const before = await tables('public');
    expect(await migrateDatabase(`${database.url}?schema=shop`)).toEqual(first);
    expect(await tables('public')).toEqual(before);
    expect(await tables('shop')).toEqual(before);
  });
});

describe('a role that may not migrate is told what it needs', { timeout: 60_000 }, () => {
  const inSchema = (name: string) => `GRANT USAGE, CREATE ON SCHEMA "${name}" TO `;
  it.each([
    [
      'may make nothing in the schema',
      'GRANT USAGE ON SCHEMA public TO PUBLIC',
      '',
      'permission denied for schema public',
      inSchema('public'),
    ],
    ['may not use the schema of the URL', 'CREATE SCHEMA shop', '?schema=shop', 'permission denied', inSchema('shop')],
    ['may not make the schema of the URL', '', '?schema=shop', 'permission denied', 'GRANT CREATE ON DATABASE "'],
    [
      'may not make pg_trgm',
      'GRANT ALL ON SCHEMA public TO ROLE',
      '',
      'permission denied to create extension "pg_trgm"',
      'CREATE EXTENSION pg_trgm',
    ],
    [
      'may not use the schema of pg_trgm',
      'GRANT ALL ON SCHEMA public TO ROLE; CREATE SCHEMA x; CREATE EXTENSION pg_trgm SCHEMA x',
      '',
      'operator class "gin_trgm_ops" does not exist',
      'the extension pg_trgm in a schema that it may use',
    ],
  ])('that it %s', async (_what, sql, parameters, reason, help) => {
    const database = await newDatabase();
    const role = await createTestRole();
    cleanUps.unshift(role.drop);
    await run(database.url, sql.replace('ROLE', role.name));

    const error = await migrateDatabase(`${role.urlOn(database.url)}${parameters}`).catch(
      (failure: unknown) => failure,
    );

    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toContain(`, and nothing of it was kept: ${reason}`);
    expect((error as Error).message).toContain(`Role ${role.name} needs `);
    expect((error as Error).message).toContain(help);
    // Nothing of the migration that failed is kept; the migrations before it are.
    const failed = /^Migration (\w+) /.exec((error as Error).message)![1]!;
    const { rows } = await run(
      database.url,
      `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS "isThere"`,
    );
    if (!(rows[0] as { isThere: boolean }).isThere) return;
    const history = await run(database.url, 'SELECT migration_name AS name FROM _prisma_migrations');
    expect(history.rows).not.toContainEqual({ name: failed });
  });
});
