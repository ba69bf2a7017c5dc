import pg from 'pg';
import { connectionConfig } from './connectionConfig.ts';
import { inspectMigrations } from './inspectMigrations.ts';
import { readMigrationsList } from './migrationFiles.ts';
import { openSchemaEngine } from './schemaEngine.ts';

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
  const client = new pg.Client(connectionConfig(databaseUrl));
  // A lock lost with its connection is no harm: the engine's own still keeps others out.
  client.on('error', () => {});
  await client.connect();
  try {
    // The engine has a lock of its own, but gives up after 10 s, and other processes may have long migrations to run.
    await client.query('SELECT pg_advisory_lock($1)', [APPLY_LOCK]);
    const state = await inspectMigrations(client, migrationsDir);
    return state.kind === 'current' ? [] : await applyPending(databaseUrl, migrationsDir, onChange);
  } finally {
    // Also releases the lock.
    await client.end();
  }
}

/** Any number will do that nobody else locks in this database; Prisma's own is 72707369. */
const APPLY_LOCK = 72707370;

async function applyPending(databaseUrl: string, migrationsDir: string, onChange: () => void): Promise<string[]> {
  const migrationsList = await readMigrationsList(migrationsDir);
  const engine = await openSchemaEngine(databaseUrl);
  try {
    onChange();
    const filters = { externalTables: [], externalEnums: [] };
    return (await engine.run('applyMigrations', { migrationsList, filters })).appliedMigrationNames;
  } finally {
    await engine.close();
  }
}
