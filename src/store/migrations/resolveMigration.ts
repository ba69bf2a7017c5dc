import { readMigrationsList } from './migrationFiles.ts';
import { runSchemaEngine } from './schemaEngine.ts';

/**
 * Notes that nothing of an unfinished migration is in the database, so that it is applied again. Like `markApplied`, it
 * waits 10 s for whoever is migrating, calls `onChange` before it writes, and throws SchemaEngineFailure: P3011 for a
 * migration that never began, P3012 for one that finished.
 */
export async function markRolledBack(databaseUrl: string, migrationName: string, onChange: () => void): Promise<void> {
  await runSchemaEngine(databaseUrl, 'markMigrationRolledBack', { migrationName }, onChange);
}

/** Notes that all of a migration is in the database. P3017: there is no such migration. P3008: it has finished already. */
export async function markApplied(
  databaseUrl: string,
  migrationsDir: string,
  migrationName: string,
  onChange: () => void,
): Promise<void> {
  const migrationsList = await readMigrationsList(migrationsDir);
  await runSchemaEngine(databaseUrl, 'markMigrationApplied', { migrationName, migrationsList }, onChange);
}
