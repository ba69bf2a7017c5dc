import type { DatabaseFacts, DatabaseReader } from '../database/databaseFacts.ts';

/** Where the tables of openplug are, and which of all there may be. */
export interface Installation {
  database: string;
  schema: string | null;
  /** Only a copy has the same. Null: there is none yet. */
  id: string | null;
}

export async function readInstallation(reader: DatabaseReader, facts: DatabaseFacts): Promise<Installation> {
  const { database, schema, hasHistory } = facts;
  return { database, schema, id: hasHistory ? await readFirstId(reader) : null };
}

async function readFirstId(reader: DatabaseReader): Promise<string | null> {
  const { rows } = await reader.query('SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1');
  return (rows[0] as { id: string } | undefined)?.id ?? null;
}
