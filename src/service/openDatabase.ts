import type { Logger } from 'pino';
import { packageFiles } from '../packageFiles.ts';
import { openDatabaseProbe, type DatabaseProbe } from '../store/databaseProbe.ts';
import { describeMigrationState, inspectMigrations } from '../store/migrations/inspectMigrations.ts';
import { hasCode } from './hasCode.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { StartError } from './startError.ts';
import { startWatchedPostgres } from './startWatchedPostgres.ts';

export interface OpenDatabase {
  url: string;
  probe: DatabaseProbe;
  /** Stops the server if this process runs it. */
  close(): Promise<void>;
}

/**
 * The database to work on, with exactly the migrations this program knows. Without a URL it is the embedded server, to
 * which pending migrations are applied; on a server of someone else's that is left to them, and the StartError says how.
 */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  log: Logger,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await requireMigrated(databaseUrl);
    return { url: databaseUrl, probe: openDatabaseProbe(databaseUrl, packageFiles.migrations), close: async () => {} };
  }
  const server = await startWatchedPostgres(dataDir, log);
  try {
    await migrateDatabase(server.url);
    return { ...server, probe: openDatabaseProbe(server.url, packageFiles.migrations) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function requireMigrated(url: string): Promise<void> {
  const state = await inspectMigrations(url, packageFiles.migrations).catch((cause: unknown) => {
    const hint = hasCode(cause, noSuchDatabase) ? ' `npx prisma migrate deploy` creates it.' : '';
    throw new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}.${hint}`, { cause });
  });
  if (state.kind !== 'current') throw new StartError(describeMigrationState(state));
}

/** PostgreSQL's SQLSTATE. */
const noSuchDatabase = '3D000';

/** A host with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
