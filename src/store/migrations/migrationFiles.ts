import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  /** The name of its folder, which begins with the time it was made; migrations run in the order of their names. */
  name: string;
  sql: string;
}

/** The migrations of a folder that `prisma migrate dev` fills, in the order in which they run. */
export async function readMigrationFiles(migrationsDir: string): Promise<MigrationFile[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const files = names.map(async (name) => ({
    name,
    sql: await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8'),
  }));
  return (await Promise.all(files)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folder as the schema engine wants to be told of it. */
export async function readMigrationsList(migrationsDir: string) {
  const lockfileName = 'migration_lock.toml';
  const files = await readMigrationFiles(migrationsDir);
  return {
    baseDir: migrationsDir,
    lockfile: { path: lockfileName, content: await readFile(join(migrationsDir, lockfileName), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: files.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}

/** Whether the database's checksum is this script's; Git may have changed its line ends at check-out. */
export function isChecksumOf(sql: string, checksum: string): boolean {
  const unixSql = sql.replaceAll('\r\n', '\n');
  return [sql, unixSql, unixSql.replaceAll('\n', '\r\n')].some((variant) => sha256(variant) === checksum);
}

/** The checksum with which the script is noted, whatever Git has done to its line ends. */
export function checksumOf(sql: string): string {
  return sha256(sql.replaceAll('\r\n', '\n'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
