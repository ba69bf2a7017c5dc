import { packageFiles } from '../packageFiles.ts';
import { applyMigrations } from '../store/migrations/applyMigrations.ts';
import { describeMigrationState, inspectMigrations } from '../store/migrations/inspectMigrations.ts';
import { SchemaEngineFailure } from '../store/migrations/schemaEngineFailure.ts';
import { settleUnfinished } from '../store/migrations/settleUnfinished.ts';
import { StartError } from './startError.ts';

const { migrations: migrationsDir } = packageFiles;

/**
 * Applies what the database lacks of the migrations this program brings along, and returns their names. Several may do
 * it at once: one works, the others wait for it and find nothing to do. Throws a StartError, having changed nothing, on
 * a database of a newer program, or one that an earlier migration left unfinished or was given with another text; and
 * one that names the migration that failed. `onChange` is called before the first one begins.
 */
export async function migrateDatabase(databaseUrl: string, onChange = () => {}): Promise<string[]> {
  let state = await inspectMigrations(databaseUrl, migrationsDir);
  if (state.kind === 'failed' || state.kind === 'behind') {
    // What looks pending may be a script that still runs, though its process has died.
    await settleUnfinished(databaseUrl, migrationsDir, onChange);
    state = await inspectMigrations(databaseUrl, migrationsDir);
  }
  if (state.kind === 'current') return [];
  if (state.kind !== 'behind') throw new StartError(describeMigrationState(state));
  try {
    return await applyMigrations(databaseUrl, migrationsDir, onChange);
  } catch (cause) {
    throw cause instanceof SchemaEngineFailure ? new StartError(cause.message, { cause }) : cause;
  }
}
