import pg from 'pg';
import { withConnection } from '../database/withConnection.ts';

/** The ids of the keys that sealed secrets in a database, read without any key. */
export async function readKeyIds({ url, schema }: { url: string; schema: string }): Promise<string[]> {
  const table = `${pg.escapeIdentifier(schema)}.plugin_secret`;
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ key_id: string }>(`SELECT DISTINCT key_id FROM ${table} ORDER BY key_id`);
    return rows.map((row) => row.key_id);
  });
}
