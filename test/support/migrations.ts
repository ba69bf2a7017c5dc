import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '../../src/store/database/withConnection.ts';
import { readDatabaseFacts } from '../../src/store/database/databaseFacts.ts';
import { readMigrationState, type MigrationState } from '../../src/store/migrations/migrationState.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { run } from './databaseServer.ts';

type CleanUps = (() => Promise<unknown>)[];

/** Without anything in it, not even pg_trgm. */
export async function createEmptyDatabase(cleanUps: CleanUps): Promise<TestDatabase> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database;
}

/** A folder of migrations by their names. */
export async function makeMigrations(cleanUps: CleanUps, sqlByName: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'openplug-migrations-'));
  cleanUps.push(async () => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  for (const [name, sql] of Object.entries(sqlByName)) await addMigration(dir, name, sql);
  return dir;
}

export async function addMigration(dir: string, name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name), { recursive: true });
  await writeFile(join(dir, name, 'migration.sql'), sql);
}

export async function stateOf(url: string, dir: string): Promise<MigrationState> {
  return withConnection(url, async (client) => readMigrationState(client, await readDatabaseFacts(client), dir));
}

/** Everything that migrations make in the schema public: columns, indexes, constraints, types, and sequences. */
export async function schemaOf(url: string): Promise<unknown[]> {
  const { rows } = await run(
    url,
    `SELECT table_name AS of, column_name AS what, concat_ws(' ', data_type, is_nullable, column_default,
         character_maximum_length, generation_expression) AS text
       FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT typname, enumlabel, enumsortorder::text FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid
     ORDER BY 1, 2, 3`,
  );
  return rows;
}
