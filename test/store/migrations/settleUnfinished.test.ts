import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../src/store/migrations/applyMigrations.ts';
import { inspectMigrations } from '../../../src/store/migrations/inspectMigrations.ts';
import { settleUnfinished } from '../../../src/store/migrations/settleUnfinished.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';

let database: TestDatabase;
let folder: string;
let changes: number;

beforeEach(async () => {
  changes = 0;
  folder = await mkdtemp(join(tmpdir(), 'openplug-unfinished-'));
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  database = await createTestDatabase();
  await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await addMigration('1_plugin', 'CREATE TABLE "plugin" ("id" int);');
  await applyMigrations(database.url, folder);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

/** Adds a migration of which a process that died has noted nothing but that it began. */
async function interrupt(name: string, sql: string, textThen = sql): Promise<void> {
  await addMigration(name, sql);
  const checksum = createHash('sha256').update(textThen).digest('hex');
  await run(
    database.url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('${name}', '${checksum}', '${name}')`,
  );
}

const settle = async () => settleUnfinished(database.url, folder, () => (changes += 1));
const state = async () => inspectMigrations(database.url, folder);
const isFailed = { kind: 'failed', names: ['2_more'] };
const isPending = { kind: 'behind', pending: ['2_more'] };
const isApplied = { kind: 'current' };

describe('an unfinished migration', { timeout: 60_000 }, () => {
  it.each([
    ['a table', 'CREATE TABLE "order" ("id" int);'],
    ['an index', 'CREATE UNIQUE INDEX "plugin_id_key" ON "plugin"("id");'],
    ['a type', `CREATE TYPE "role" AS ENUM ('ADMIN');`],
    ['columns', 'ALTER TABLE "plugin" ADD COLUMN     "name" TEXT,\nADD COLUMN     "url" TEXT;'],
    [
      'a column beside one that it drops',
      'ALTER TABLE "plugin" ADD COLUMN "name" TEXT;\nDROP INDEX IF EXISTS "plugin_url";\nALTER TABLE "plugin" DROP COLUMN IF EXISTS "url",\nADD COLUMN "link" TEXT;',
    ],
    ['a column of a new table', 'CREATE TABLE "order" ("id" int);\nALTER TABLE "order" ADD COLUMN "name" TEXT;'],
  ])('that creates %s is pending again when it is not there, and applied when it is', async (_what, sql) => {
    await interrupt('2_more', sql);
    expect(await state()).toEqual(isFailed);
    await settle();
    expect(await state()).toEqual(isPending);

    expect(await applyMigrations(database.url, folder)).toEqual(['2_more']);
    await run(database.url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_more'`);
    await run(database.url, `DELETE FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL`);
    expect(await state()).toEqual(isFailed);
    await settle();
    expect(await state()).toEqual(isApplied);
    expect(changes).toBe(2);
  });

  it.each([
    ['that creates nothing', `UPDATE "plugin" SET "id" = 1;`, ''],
    [
      'of which one object is there',
      'CREATE TABLE "order" ("id" int);\nCREATE TABLE "goods" ("id" int);',
      'CREATE TABLE goods (id int)',
    ],
    [
      'that drops an index and makes it anew',
      'DROP INDEX IF EXISTS "other", "plugin_name";\nCREATE INDEX "plugin_name" ON "plugin"("name");',
      'CREATE INDEX plugin_name ON plugin (id)',
    ],
    ['that drops a column and adds it anew', 'ALTER TABLE "plugin" DROP COLUMN "id",\nADD COLUMN "id" TEXT;', ''],
    [
      'that renames a table and makes it anew',
      'ALTER TABLE "plugin" RENAME TO "plugin_old";\nCREATE TABLE "plugin" ("id" text);',
      '',
    ],
    [
      'that makes a table under another name first',
      'CREATE TABLE "new_plugin" ("id" text);\nDROP TABLE "plugin";\nALTER TABLE "new_plugin" RENAME TO "plugin";',
      '',
    ],
    [
      'that renames a column and adds it anew',
      'ALTER TABLE "plugin" RENAME COLUMN "id" TO "number";\nALTER TABLE "plugin" ADD COLUMN "id" TEXT;',
      '',
    ],
    ['that may be several transactions', 'BEGIN;\nCREATE TABLE "order" ("id" int);\nCOMMIT;', ''],
    ['that may not be read right', 'CREATE TABLE "order" ("id" int);\nDO $$ BEGIN NULL; END $$;', ''],
  ])('%s is left to people', async (_what, sql, there) => {
    await interrupt('2_more', sql);
    await run(database.url, there);
    await settle();
    expect(await state()).toEqual(isFailed);
    expect(changes).toBe(0);
  });

  it('whose text is another one now is left to people', async () => {
    await interrupt('2_more', 'CREATE TABLE "order" ("id" int);', 'CREATE TABLE "orders" ("id" int);');
    await settle();
    expect(await state()).toEqual(isFailed);
  });

  it('whose script PostgreSQL refused is left to people', async () => {
    await addMigration('2_more', 'CREATE TABLE "order" ("id" int);\nCREATE TABLE "plugin" ("id" int);');
    await expect(applyMigrations(database.url, folder)).rejects.toMatchObject({ code: 'P3018' });
    await settle();
    expect(await state()).toEqual(isFailed);
    expect(changes).toBe(0);
  });
});
