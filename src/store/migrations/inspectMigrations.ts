import { readDatabaseFacts, type DatabaseFacts, type DatabaseReader } from '../database/databaseFacts.ts';
import { withConnection } from '../database/withConnection.ts';
import { isEarlierText } from './earlierTexts.ts';
import { isChecksumOf, readMigrationFiles, type MigrationFile } from './migrationFiles.ts';
import { locks } from './underLock.ts';

/** How a database stands to the migrations that this program brings along. The worst that is true is reported. */
export type MigrationState =
  | { kind: 'current' }
  /** The program is newer than the database. */
  | { kind: 'behind'; pending: string[] }
  /** The database has migrations that the program does not know: an older program on a newer database. */
  | { kind: 'ahead'; unknown: string[] }
  /** Started and never finished; nothing is applied until someone resolves it. */
  | { kind: 'failed'; names: string[] }
  /** Applied with an earlier text, from which `repairEarlierTexts` comes to the present one. */
  | { kind: 'outdated'; names: string[] }
  /** Applied with another text than the file has now. */
  | { kind: 'edited'; names: string[] };

/** Two short queries; a database without the history table is behind by everything. Changes nothing. */
export async function inspectMigrations(
  database: string | DatabaseReader,
  migrationsDir: string,
): Promise<MigrationState> {
  if (typeof database === 'string') {
    return withConnection(database, async (client) => inspectMigrations(client, migrationsDir));
  }
  return migrationStateOf(database, await readDatabaseFacts(database), migrationsDir);
}

/** The same, of a database of which the facts are known. */
export async function migrationStateOf(
  reader: DatabaseReader,
  { hasHistory }: DatabaseFacts,
  migrationsDir: string,
): Promise<MigrationState> {
  const files = await readMigrationFiles(migrationsDir);
  return compare(files, hasHistory ? ((await reader.query(HISTORY_SQL)).rows as HistoryRow[]) : []);
}

/** For whoever starts the program, with the command that helps. */
export function describeMigrationState(state: MigrationState): string {
  switch (state.kind) {
    case 'current':
      return 'The database has every migration.';
    case 'behind':
      return `The database lacks ${list(state.pending)}: run ${migrateWith()}.`;
    case 'ahead':
      return (
        `The database has ${list(state.unknown)}, which this version does not know: ` +
        'start the version that brought it; `npx prisma migrate status` compares the two.'
      );
    case 'failed':
      return (
        `The database did not finish ${list(state.names)}. Run ${migrateWith()}, which finds out what became of a migration ` +
        'whose process died. If it says this too: PostgreSQL runs a script as one transaction, so look whether the ' +
        `tables, columns and indexes that prisma/migrations/${state.names[0]}/migration.sql creates are there. If none is: ` +
        `correct what kept it from running, run ${migrateWith(`--rolled-back ${state.names[0]}`)}, and migrate again. ` +
        `If all are: ${migrateWith(`--applied ${state.names[0]}`)}.`
      );
    case 'outdated':
      return (
        `The database was made with an earlier text of ${list(state.names)}: run ${migrateWith()}, which brings it up to ` +
        'the present one.'
      );
    case 'edited':
      return (
        `The database was given another text of ${list(state.names)} than the file has now: restore the file, ` +
        'or run `npx prisma migrate reset` on a database whose data may go.'
      );
  }
}

/** As it is written in the clone and in the image, which has neither npm scripts that work nor the Prisma CLI. */
function migrateWith(options = ''): string {
  const [fromClone, inImage] = options ? [` -- ${options}`, ` ${options}`] : ['', ''];
  return `\`npm run migrate${fromClone}\` (in a container \`node dist/migrate.js${inImage}\`)`;
}

interface HistoryRow {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/**
 * Rolled-back rows are only a record. While the schema engine holds its lock (the number is Prisma's) in this database,
 * an unfinished migration is under way, not failed: it is left out, and so is still pending.
 */
const HISTORY_SQL = `
  SELECT migration_name AS "name", checksum, finished_at IS NOT NULL AS "isFinished"
  FROM _prisma_migrations
  WHERE rolled_back_at IS NULL
    AND (finished_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${locks.prisma} AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
  ORDER BY started_at`;

function compare(files: MigrationFile[], history: HistoryRow[]): MigrationState {
  const failed = history.filter((row) => !row.isFinished);
  if (failed.length > 0) return { kind: 'failed', names: names(failed) };

  const sqlByName = new Map(files.map((file) => [file.name, file.sql]));
  const edited = history.filter(({ name, checksum }) => {
    const sql = sqlByName.get(name);
    return sql !== undefined && !isChecksumOf(sql, checksum);
  });
  const isOutdated = ({ name, checksum }: HistoryRow) => isEarlierText(name, checksum);
  if (edited.some((row) => !isOutdated(row))) return { kind: 'edited', names: names(edited) };

  const unknown = history.filter(({ name }) => !sqlByName.has(name));
  if (unknown.length > 0) return { kind: 'ahead', unknown: names(unknown) };

  if (edited.length > 0) return { kind: 'outdated', names: names(edited) };

  const applied = new Set(names(history));
  const pending = files.filter((file) => !applied.has(file.name));
  return pending.length > 0 ? { kind: 'behind', pending: names(pending) } : { kind: 'current' };
}

function names(rows: { name: string }[]): string[] {
  return rows.map((row) => row.name);
}

function list(migrationNames: string[]): string {
  return `${migrationNames.length === 1 ? 'migration' : 'migrations'} ${migrationNames.join(', ')}`;
}
