import { packageFiles } from '../packageFiles.ts';
import { describeWrongEncoding, findTables, readDatabaseFacts } from '../store/database/databaseFacts.ts';
import { applyMigrations } from '../store/migrations/applyMigrations.ts';
import { schemaNamedBy } from '../store/migrations/connectionConfig.ts';
import {
  describeMigrationState,
  migrationStateOf,
  type MigrationState,
} from '../store/migrations/inspectMigrations.ts';
import { repairEarlierTexts } from '../store/migrations/earlierTexts.ts';
import { findMigrationObstacle } from '../store/migrations/migrationObstacle.ts';
import { SchemaEngineFailure } from '../store/migrations/schemaEngineFailure.ts';
import { settleUnfinished } from '../store/migrations/settleUnfinished.ts';
import { withConnection } from '../store/database/withConnection.ts';
import { StartError } from './startError.ts';

const { migrations: migrationsDir } = packageFiles;

/**
 * Applies what the database lacks of the migrations this program brings along, and brings what was made with an earlier
 * text to the present one. Returns the names of both. Several may do it at once: one works, the others wait for it and find
 * nothing to do. Throws a StartError, having changed nothing, on a database that cannot be used, of a newer program, or one
 * that an earlier migration left unfinished or was given with another text; and one that names the migration that failed.
 * `onChange` is called before the first one begins.
 */
export async function migrateDatabase(databaseUrl: string, onChange = () => {}): Promise<string[]> {
  let state = await look(databaseUrl);
  if (state.kind === 'failed' || state.kind === 'behind') {
    // What looks pending may be a script that still runs, though its process has died.
    await settleUnfinished(databaseUrl, migrationsDir, onChange);
    state = await look(databaseUrl);
  }
  let repaired: string[] = [];
  if (state.kind === 'outdated') {
    repaired = await repairEarlierTexts(databaseUrl, migrationsDir, onChange);
    state = await look(databaseUrl);
  }
  if (state.kind === 'current') return repaired;
  if (state.kind !== 'behind') throw new StartError(describeMigrationState(state));
  await requireNoObstacle(databaseUrl);
  try {
    return [...repaired, ...(await applyMigrations(databaseUrl, migrationsDir, onChange))];
  } catch (cause) {
    if (!(cause instanceof SchemaEngineFailure)) throw cause;
    const message = cause.code === notEmpty ? await describeOthersTables(databaseUrl) : cause.message;
    throw new StartError(message, { cause });
  }
}

/** Prisma's code. What it says of it is for those who have a database without a history of migrations. */
const notEmpty = 'P3005';

async function describeOthersTables(databaseUrl: string): Promise<string> {
  return withConnection(databaseUrl, async (client) => {
    const { schema, database } = await readDatabaseFacts(client);
    const tables = await findTables(client);
    return (
      `Schema ${schema} of database ${database} has tables of something else (${tables.join(', ')}): give openplug a ` +
      'schema of its own, by ?schema=openplug in the URL, or a database of its own.'
    );
  });
}

async function look(databaseUrl: string): Promise<MigrationState> {
  return withConnection(databaseUrl, async (client) => {
    const facts = await readDatabaseFacts(client);
    refuseWith(describeWrongEncoding(facts));
    return migrationStateOf(client, facts, migrationsDir);
  });
}

async function requireNoObstacle(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    const facts = await readDatabaseFacts(client);
    refuseWith(await findMigrationObstacle(client, facts, schemaNamedBy(databaseUrl)));
  });
}

function refuseWith(reason: string | null): void {
  if (reason !== null) throw new StartError(reason);
}
