import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  /** The name of its folder, which begins with the time it was made; migrations run in the order of their names. */
  name: string;
  /** The text with the line ends of Unix, whatever Git has made of them at check-out. */
  sql: string;
}

/** Returns the migrations of a folder that `prisma migrate dev` fills, in the order in which they run. */
export async function readMigrationFiles(migrationsDir: string): Promise<MigrationFile[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const files = names.toSorted().map(async (name) => {
    const sql = await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8');
    return { name, sql: sql.replaceAll('\r\n', '\n') };
  });
  return Promise.all(files);
}

/** Returns the checksum with which Prisma's history names this text. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Tells whether a checksum of the history is that of the text, with either kind of line ends. */
export function isChecksumOf(sql: string, checksum: string): boolean {
  return checksum === checksumOf(sql) || checksum === checksumOf(sql.replaceAll('\n', '\r\n'));
}
