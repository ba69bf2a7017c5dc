import { inspectMigrations } from './inspectMigrations.ts';
import { readMigrationsList } from './migrationFiles.ts';
import { runSchemaEngine } from './schemaEngine.ts';
import { underLock } from './underLock.ts';

/**
 * Applies what the database still lacks, as `prisma migrate deploy` would, and returns the names of what it applied.
 * Any number of processes may call it at once: one works, the others wait and then find nothing to do. Until it calls
 * `onChange` this process has changed nothing; from then on it should be let finish.
 *
 * Throws SchemaEngineFailure: P3018 for a script that PostgreSQL refuses, P3009 while an earlier failure is unresolved.
 * A crash leaves the migration it happened in unfinished, to be resolved like a failed one.
 */
export async function applyMigrations(
  databaseUrl: string,
  migrationsDir: string,
  onChange = () => {},
): Promise<string[]> {
  // The engine has a lock of its own, but gives up after 10 s, and other processes may have long migrations to run. One
  // that is lost with its connection is no harm: the engine's still keeps others out.
  return underLock(databaseUrl, 'apply', async (client) => {
    const state = await inspectMigrations(client, migrationsDir);
    if (state.kind === 'current') return [];
    const migrationsList = await readMigrationsList(migrationsDir);
    const filters = { externalTables: [], externalEnums: [] };
    const applied = await runSchemaEngine(databaseUrl, 'applyMigrations', { migrationsList, filters }, onChange);
    return applied.appliedMigrationNames;
  });
}
