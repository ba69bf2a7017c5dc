import type { DatabaseFacts, DatabaseReader } from './databaseFacts.ts';

/** The place of the tables of openplug, and the id that distinguishes them from those of other installations. */
export interface Installation {
  database: string;
  schema: string | null;
  /** The id of the installation, which only a copy shares. Null: no migration was applied yet. */
  id: string | null;
}

/**
 * Says that DATABASE_DIRECT_URL leads to another installation than DATABASE_URL, and where each leads. Null: both lead to
 * the same one.
 */
export function describeMismatch(direct: Installation, known: Installation): string | null {
  const isSamePlace = direct.database === known.database && direct.schema === known.schema;
  if (!isSamePlace) {
    return (
      `DATABASE_DIRECT_URL leads to ${placeOf(direct)}, DATABASE_URL to ${placeOf(known)}: both must lead to the same ` +
      'data.'
    );
  }
  if (direct.id === known.id) return null;
  return (
    'DATABASE_DIRECT_URL and DATABASE_URL lead to two different installations of openplug ' +
    `(both ${placeOf(known)}): check host and port.`
  );
}

function placeOf({ database, schema }: Installation): string {
  return `schema ${schema} of database ${database}`;
}

export async function readInstallation(reader: DatabaseReader, facts: DatabaseFacts): Promise<Installation> {
  const { database, schema, hasHistory } = facts;
  const sql = 'SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1';
  const rows = hasHistory ? ((await reader.query(sql)).rows as { id: string }[]) : [];
  return { database, schema, id: rows[0]?.id ?? null };
}
