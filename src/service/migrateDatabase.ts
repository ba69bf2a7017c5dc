import { packageFiles } from '../packageFiles.ts';
import { applyMigrations } from '../store/migrations/applyMigrations.ts';
import { MigrationFailure } from '../store/migrations/migrationFailure.ts';
import { StartError } from './startError.ts';

/** Applies the migrations of this program that the database lacks, and returns their names. Throws a StartError. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  try {
    return await applyMigrations(databaseUrl, packageFiles.migrations);
  } catch (cause) {
    throw cause instanceof MigrationFailure ? new StartError(cause.message, { cause }) : cause;
  }
}
