import type { DatabaseFacts, DatabaseReader } from './databaseFacts.ts';

/** The place of the tables of openplug, and the id that distinguishes them from those of other installations. */
export interface Installation {
  database: string;
  schema: string | null;
  /** The id of the installation, which only a copy shares. Null: no migration was applied yet. */
  id: string | null;
}

export async function readInstallation(reader: DatabaseReader, facts: DatabaseFacts): Promise<Installation> {
  const { database, schema, hasHistory } = facts;
  const sql = 'SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1';
  const rows = hasHistory ? ((await reader.query(sql)).rows as { id: string }[]) : [];
  return { database, schema, id: rows[0]?.id ?? null };
}
