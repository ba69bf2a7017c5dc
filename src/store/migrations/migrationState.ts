import type { DatabaseFacts, DatabaseReader } from '../database/databaseFacts.ts';
import { earlierTexts, type EarlierText } from './earlierTexts.ts';
import { isChecksumOf, readMigrationFiles, type MigrationFile } from './migrationFiles.ts';

/**
 * The state of a database compared with the migrations of this program, and the names of the migrations that cause it.
 */
export interface MigrationState {
  kind:
    | 'current'
    /** The program is newer than the database: these migrations, or the changes of their texts, are missing. */
    | 'behind'
    /** The database has migrations that the program does not know: an older program on a newer database. */
    | 'ahead'
    /** Begun by the Prisma CLI, or an earlier version of the service, and not finished. */
    | 'failed'
    /** Applied with another text than the file has now. */
    | 'edited';
  names: string[];
}

/** A row of Prisma's history that was not rolled back. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** Compares with one short query, which changes nothing. A database without a history is behind by everything. */
export async function readMigrationState(
  reader: DatabaseReader,
  facts: DatabaseFacts,
  migrationsDir: string,
): Promise<MigrationState> {
  return compareMigrations(await readMigrationFiles(migrationsDir), await readHistory(reader, facts));
}

export async function readHistory(reader: DatabaseReader, { hasHistory }: DatabaseFacts): Promise<AppliedMigration[]> {
  if (!hasHistory) return [];
  const { rows } = await reader.query(`
    SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`);
  return rows as AppliedMigration[];
}

/** Returns the worst state that applies. */
export function compareMigrations(files: MigrationFile[], history: AppliedMigration[]): MigrationState {
  const known = new Map(files.map((file) => [file.name, file.sql]));
  const isPresent = ({ name, checksum }: AppliedMigration) => isChecksumOf(known.get(name)!, checksum);
  const ours = history.filter(({ name }) => known.has(name));
  const applied = new Set(ours.filter(isPresent).map(({ name }) => name));
  const states = {
    failed: ours.filter(({ isFinished }) => !isFinished),
    edited: ours.filter((row) => !isPresent(row) && !findEarlierText([row], row.name)),
    ahead: history.filter(({ name }) => !known.has(name)),
    behind: files.filter(({ name }) => !applied.has(name)),
  };
  for (const kind of ['failed', 'edited', 'ahead', 'behind'] as const) {
    if (states[kind].length > 0) return { kind, names: states[kind].map(({ name }) => name) };
  }
  return { kind: 'current', names: [] };
}

/** Returns the earlier text of a migration with which this history has it. */
export function findEarlierText(history: AppliedMigration[], name: string): EarlierText | undefined {
  const checksums = history.filter((row) => row.name === name).map(({ checksum }) => checksum);
  return earlierTexts.find((text) => text.name === name && checksums.includes(text.checksum));
}

/** Says what is wrong, with the command that helps, to the person who starts the program. */
export function describeMigrationState({ kind, names }: MigrationState): string {
  const list = `${names.length === 1 ? 'migration' : 'migrations'} ${names.join(', ')}`;
  switch (kind) {
    case 'current':
      return 'The database has every migration.';
    case 'behind':
      // The image has neither npm scripts that work nor the Prisma CLI.
      return `The database lacks ${list}: run \`npm run migrate\` (in a container \`node dist/migrate.js\`).`;
    case 'ahead':
      return (
        `The database has ${list}, which this version does not know: start the version that brought it; ` +
        '`npx prisma migrate status` compares the two.'
      );
    case 'failed':
      return (
        `The database has not finished ${list}. Either the Prisma CLI is applying it now, or it failed, in the CLI or in ` +
        `an earlier version of openplug. If it failed: when nothing that prisma/migrations/${names[0]}/migration.sql ` +
        `creates is there, run \`npx prisma migrate resolve --rolled-back ${names[0]}\`; when all of it is there, run ` +
        `\`npx prisma migrate resolve --applied ${names[0]}\`. Then migrate again.`
      );
    case 'edited':
      return (
        `The database was given another text of ${list} than the file has now: restore the file, or run ` +
        '`npx prisma migrate reset` on a database whose data may go.'
      );
  }
}
