import type pg from 'pg';
import { readDatabaseFacts } from '../database/databaseFacts.ts';
import { isChecksumOf, readMigrationFiles, type MigrationFile } from './migrationFiles.ts';
import { underLock } from './underLock.ts';

/**
 * Finds out what became of migrations whose process died, and notes it: PostgreSQL runs a script as one transaction, so
 * that all of it is there or nothing, which the objects that it creates tell. What was committed is noted as applied;
 * of what was not, nothing is there, and it is noted as rolled back, to be applied again. Left alone are scripts that
 * PostgreSQL refused, those that may be more than one transaction, those that drop or rename what they create, and those
 * of which some objects are there and others are not. Waits for whoever is migrating. Calls `onChange` before it writes.
 */
export async function settleUnfinished(
  databaseUrl: string,
  migrationsDir: string,
  onChange: () => void,
): Promise<void> {
  const files = await readMigrationFiles(migrationsDir);
  // Prisma's: the dead process's session holds it as long as its script is still running.
  await underLock(databaseUrl, 'prisma', async (client) => {
    if (!(await readDatabaseFacts(client)).hasHistory) return;
    const { rows } = await client.query<UnfinishedRow>(UNFINISHED_SQL);
    for (const { id, name, checksum } of rows) {
      const file = files.find((known) => known.name === name && isChecksumOf(known.sql, checksum));
      const change = file && CHANGE_SQL[await outcomeOf(file, client)];
      if (!change) continue;
      onChange();
      await client.query(change, [id]);
    }
  });
}

type Outcome = 'committed' | 'rolledBack' | 'unclear';

interface UnfinishedRow {
  id: string;
  name: string;
  checksum: string;
}

/** The engine puts into logs why PostgreSQL refused a script. */
const UNFINISHED_SQL = `
  SELECT id, migration_name AS name, checksum FROM _prisma_migrations
  WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL`;

const CHANGE_SQL: Record<Outcome, string | undefined> = {
  committed: 'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
  rolledBack: 'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = $1',
  unclear: undefined,
};

async function outcomeOf({ sql }: MigrationFile, client: pg.Client): Promise<Outcome> {
  if (/\$\w*\$|\b(BEGIN|COMMIT|ROLLBACK|CONCURRENTLY)\b/i.test(sql)) return 'unclear';
  const { relations, types, columns } = createdBy(sql);
  const gone = goneBy(sql);
  if ([...relations, ...types, ...columns.map(({ column }) => column)].some((name) => gone.has(name))) return 'unclear';
  const { rows } = await client.query<{ count: number }>(COUNT_SQL, [
    relations,
    types,
    columns.map(({ table }) => table),
    columns.map(({ column }) => column),
  ]);
  const created = relations.length + types.length + columns.length;
  if (created > 0 && rows[0]!.count === created) return 'committed';
  return created > 0 && rows[0]!.count === 0 ? 'rolledBack' : 'unclear';
}

/** Some objects that it creates, as Prisma writes their creation; there may be others. */
function createdBy(sql: string) {
  const relations = Array.from(sql.matchAll(/^CREATE (?:TABLE|(?:UNIQUE )?INDEX) "(\w+)"/gm), ([, name]) => name!);
  const types = Array.from(sql.matchAll(/^CREATE TYPE "(\w+)"/gm), ([, name]) => name!);
  const columns = Array.from(sql.matchAll(/^ALTER TABLE "(\w+)"([^;]*)/gm)).flatMap(([, table, actions]) =>
    Array.from(actions!.matchAll(/\bADD COLUMN\s+"(\w+)"/g), ([, column]) => ({ table: table!, column: column! })),
  );
  return { relations, types, columns };
}

/** What it drops or renames. If it creates that as well, neither that it is there nor that it is not tells anything. */
function goneBy(sql: string): ReadonlySet<string> {
  const lists = sql.matchAll(/\bDROP\s+(?:TABLE|INDEX|TYPE)\b([^;]*)/gi);
  const columns = sql.matchAll(/\b(?:DROP|RENAME)\s+(?:COLUMN\s+)?(?:IF\s+EXISTS\s+)?"?(\w+)/gi);
  const renamed = sql.matchAll(/(\w+)"?\s+RENAME\s+TO\b/gi);
  return new Set(Array.from([...lists, ...columns, ...renamed]).flatMap(([, names]) => names!.match(/\w+/g) ?? []));
}

/** In the one schema; others of the search_path may have objects of the same names. */
const COUNT_SQL = `
  SELECT (
    (SELECT count(to_regclass(path || quote_ident(name))) FROM unnest($1::text[]) AS name) +
    (SELECT count(to_regtype(path || quote_ident(name))) FROM unnest($2::text[]) AS name) +
    (SELECT count(*) FROM unnest($3::text[], $4::text[]) AS added(table_name, column_name)
     JOIN pg_attribute ON attrelid = to_regclass(path || quote_ident(table_name)) AND attname = column_name
       AND NOT attisdropped)
  )::int AS count
  FROM (VALUES (quote_ident(current_schema()) || '.')) AS here(path)`;
