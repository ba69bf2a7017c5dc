import type { DatabaseFacts, DatabaseReader } from './databaseFacts.ts';

/** Where the tables of openplug are, and which tables these are of all that there may be. */
export interface Installation {
  database: string;
  schema: string | null;
  /** Only a copy has the same. Null: no migration was applied yet. */
  id: string | null;
}

export async function readInstallation(reader: DatabaseReader, facts: DatabaseFacts): Promise<Installation> {
  const { database, schema, hasHistory } = facts;
  const sql = 'SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1';
  const rows = hasHistory ? ((await reader.query(sql)).rows as { id: string }[]) : [];
  return { database, schema, id: rows[0]?.id ?? null };
}
