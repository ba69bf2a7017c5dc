import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { schemaNamedBy } from '../database/connectionConfig.ts';
import {
  describeMissingSchema,
  describeReadOnly,
  describeWrongEncoding,
  findTables,
  readDatabaseFacts,
  type DatabaseFacts,
} from '../database/databaseFacts.ts';
import { withConnection } from '../database/withConnection.ts';
import { checksumOf, readMigrationFiles, type MigrationFile } from './migrationFiles.ts';
import { MigrationFailure, refusedMigration } from './migrationFailure.ts';
import { compareMigrations, describeMigrationState, findEarlierText, readHistory } from './migrationState.ts';

/**
 * Applies the migrations of a folder that the database lacks, and returns their names. Each is one transaction together
 * with its row in Prisma's history: a refusal, a crash or the end of this process leaves all of it or nothing. Any number
 * of processes may do this at the same time, beside the Prisma CLI too. Throws a MigrationFailure.
 */
export async function applyMigrations(databaseUrl: string, migrationsDir: string): Promise<string[]> {
  const files = await readMigrationFiles(migrationsDir);
  return withConnection(databaseUrl, async (client) => {
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, files, schemaNamedBy(databaseUrl));
      if (name === null) return applied;
      applied.push(name);
    }
  });
}

/**
 * Begins a transaction under the lock that Prisma's engine takes. The transaction holds it, so that the connection may
 * lead through a pooler.
 */
const beginLockedSql = 'BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(72707369)';

/** Returns the name of what it applied; null: nothing was missing. A transaction that fails ends with the connection. */
async function applyNext(client: pg.Client, files: MigrationFile[], schemaNamed: string | null) {
  await client.query(beginLockedSql);
  const facts = await readDatabaseFacts(client);
  const history = await readHistory(client, facts);
  const state = compareMigrations(files, history);
  if (state.kind !== 'current' && state.kind !== 'behind') throw new MigrationFailure(describeMigrationState(state));
  const file = files.find(({ name }) => name === state.names[0]);
  if (file) await apply(client, file, findEarlierText(history, file.name)?.repairSql, facts, schemaNamed);
  // A script may have changed settings of the session.
  await client.query('COMMIT; RESET ALL');
  return file?.name ?? null;
}

/** Runs the script, or what repairs its earlier text, between the two statements with which Prisma notes it. */
async function apply(
  client: pg.Client,
  { name, sql }: MigrationFile,
  repairSql: string | undefined,
  facts: DatabaseFacts,
  schemaNamed: string | null,
): Promise<void> {
  const schema = facts.schema ?? schemaNamed;
  const obstacle = describeWrongEncoding(facts) ?? (facts.isReadOnly ? describeReadOnly(facts) : null);
  if (obstacle !== null) throw new MigrationFailure(obstacle);
  if (schema === null) throw new MigrationFailure(describeMissingSchema(facts));
  const history = `${pg.escapeIdentifier(schema)}._prisma_migrations`;
  const id = randomUUID();
  try {
    if (facts.schema === null) await client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
    if (!facts.hasHistory) await makeHistory(client, history, facts);
    const beginRowSql = repairSql
      ? `UPDATE ${history} SET id = $1, checksum = $2 WHERE migration_name = $3 AND rolled_back_at IS NULL`
      : `INSERT INTO ${history} (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())`;
    await client.query(beginRowSql, [id, checksumOf(sql), name]);
    await client.query(trigramsInReachSql);
    await client.query(repairSql ?? sql);
    const finishRowSql = `UPDATE ${history} SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1`;
    await client.query(finishRowSql, [id]);
  } catch (error) {
    throw error instanceof pg.DatabaseError
      ? refusedMigration(name, repairSql ?? sql, error, { ...facts, schema })
      : error;
  }
}

/** Makes the table as Prisma makes it. */
async function makeHistory(client: pg.Client, table: string, { schema, database }: DatabaseFacts): Promise<void> {
  const tables = await findTables(client);
  if (tables.length > 0) {
    throw new MigrationFailure(
      `Schema ${schema} of database ${database} has tables of something else (${tables.join(', ')}): give openplug a ` +
        'schema of its own, by ?schema=openplug in the URL, or a database of its own.',
    );
  }
  await client.query(`CREATE TABLE ${table} (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`);
}

/**
 * Scripts name the operator class of pg_trgm without a schema, and the extension may be in any: a database has it once,
 * however many installations. It comes behind our schema, so that everything else is found and made in ours.
 */
const trigramsInReachSql = `
  SELECT set_config('search_path', format('%I, %I', current_schema(), nspname), true)
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE extname = 'pg_trgm' AND nspname <> current_schema()`;
