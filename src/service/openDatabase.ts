import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { packageFiles } from '../packageFiles.ts';
import {
  describeMissingSchema,
  describeWrongEncoding,
  readDatabaseFacts,
  type DatabaseFacts,
} from '../store/database/databaseFacts.ts';
import { openDatabaseProbe, type DatabaseProbe } from '../store/database/databaseProbe.ts';
import { describeMigrationState, readMigrationState } from '../store/migrations/migrationState.ts';
import { describeMismatch, readInstallation, type Installation } from '../store/database/installation.ts';
import { withConnection } from '../store/database/withConnection.ts';
import { databaseFailure } from './databaseFailure.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { StartError } from './startError.ts';
import { startWatchedPostgres } from './startWatchedPostgres.ts';

export interface OpenDatabase {
  url: string;
  /** The schema that everything is in. */
  schema: string;
  probe: DatabaseProbe;
  /** Stops the server if this process runs it. */
  close(): Promise<void>;
}

/**
 * Opens the database to work on, with exactly the migrations that this program knows. Without a URL it is the embedded
 * server, and pending migrations are applied. On a server of your own, you apply the migrations; the StartError says
 * how.
 */
export async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
  log: Logger,
): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) {
    const installation = await requireMigrated(DATABASE_URL);
    if (DATABASE_DIRECT_URL !== undefined) await requireSame(installation, DATABASE_DIRECT_URL, log);
    return opened(DATABASE_URL, installation, async () => {});
  }
  const server = await startWatchedPostgres(DATA_DIR, log);
  try {
    await migrateDatabase(server.url);
    return opened(server.url, await requireMigrated(server.url), server.close);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Closes what `openDatabase` opened, for a start that gets no further and for commands. */
export async function closeDatabase({ probe, close }: OpenDatabase): Promise<void> {
  await probe.close();
  await close();
}

function opened(url: string, { schema }: { schema: string }, close: () => Promise<void>): OpenDatabase {
  return { url, schema, probe: openDatabaseProbe(url, packageFiles.migrations, schema), close };
}

async function requireMigrated(url: string): Promise<Installation & { schema: string }> {
  try {
    return await withConnection(url, async (client) => {
      const facts = await readDatabaseFacts(client);
      const schema = requireSuitable(facts);
      const state = await readMigrationState(client, facts, packageFiles.migrations);
      if (state.kind !== 'current') throw new StartError(describeMigrationState(state));
      return { ...(await readInstallation(client, facts)), schema };
    });
  } catch (error) {
    throw databaseFailure(error, 'DATABASE_URL', url);
  }
}

/** Returns the schema to work in. Throws a StartError when there is none, or the encoding of the database is not UTF-8. */
function requireSuitable(facts: DatabaseFacts): string {
  const wrongEncoding = describeWrongEncoding(facts);
  if (wrongEncoding !== null) throw new StartError(wrongEncoding);
  if (facts.schema === null) throw new StartError(describeMissingSchema(facts));
  return facts.schema;
}

/**
 * Checks that DATABASE_DIRECT_URL leads to the same data. If not, NOTIFY messages would be missed, and migrations would
 * change another database. If it cannot be reached now (a failover), the service starts anyway, and the code that uses
 * it retries.
 */
async function requireSame(known: Installation, directUrl: string, log: Logger): Promise<void> {
  const direct = await withConnection(directUrl, async (client) =>
    readInstallation(client, await readDatabaseFacts(client)),
  ).catch((error: unknown) => {
    const failure = databaseFailure(error, 'DATABASE_DIRECT_URL', directUrl);
    if (!(failure instanceof StartError)) throw failure;
    log.warn(failure.message);
    return known;
  });
  const mismatch = describeMismatch(direct, known);
  if (mismatch !== null) throw new StartError(mismatch);
}
