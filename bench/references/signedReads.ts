import { createHash } from 'node:crypto';
import pg from 'pg';
import { orderColumns } from './orderColumns.ts';
import { envelope, isGenuine } from './signing.ts';

export interface ReferenceOptions {
  databaseUrl: string;
  /** By the id of their rows. Opening sealed secrets is remembered in any tuned program, so here it is done before. */
  secrets: Record<string, string>;
  /** As many connections as the product has for the same work. */
  connections: number;
}

export interface Answer {
  status: number;
  /** JSON. */
  body: string;
}

type Parameters = Record<string, string>;
type Read = (parameters: Parameters) => Promise<Answer>;

/** The signed reads of the specification, each with one prepared statement for the secret and what is asked for. */
export function signedReads({ databaseUrl, secrets, connections }: ReferenceOptions) {
  const pool = new pg.Pool({ connectionString: databaseUrl, min: connections, max: connections });

  function signedRead(statement: { name: string; text: string }, valueOf: (parameters: Parameters) => unknown): Read {
    return async (parameters) => {
      const { rows } = await pool.query<{ secret_id: string; open_id: string | null }>({
        ...statement,
        values: [parameters['plugin_id'], valueOf(parameters)],
      });
      const found = rows.find((row) => isGenuine(parameters, secrets[row.secret_id]!));
      if (!found?.open_id) return { status: found ? 400 : 401, body: '{"message":"refused"}' };
      const { secret_id: secretId, ...columns } = found;
      const resource = { ...columns, open_id: found.open_id, timestamp: Math.floor(Date.now() / 1000) };
      return { status: 200, body: envelope(resource, secrets[secretId]!) };
    };
  }

  return {
    paymentsRecord: signedRead(paymentsRecord, (parameters) => parameters['out_order_id']),
    baseInfo: signedRead(baseInfo, (parameters) => sha256(parameters['access_token']!)),
    pool,
  };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const validSecrets = `plugin_secret.plugin_id = $1 AND (plugin_secret.expires_at IS NULL OR plugin_secret.expires_at > now())`;

/** An order by either of its numbers: the second is looked for only if the first is unknown. */
const paymentsRecord = {
  name: 'payments_record',
  text: `
    SELECT plugin_secret.id AS secret_id, its.*
    FROM plugin_secret LEFT JOIN LATERAL (
      SELECT ${orderColumns}
      FROM (
        SELECT * FROM "order" WHERE id = $2 AND plugin_id = $1
        UNION ALL SELECT * FROM "order" WHERE plugin_id = $1 AND out_order_id = $2
        LIMIT 1
      ) AS found JOIN plugin_user USING (plugin_id, user_id)
    ) AS its ON true
    WHERE ${validSecrets}`,
};

const baseInfo = {
  name: 'base_info',
  text: `
    SELECT plugin_secret.id AS secret_id, its.*
    FROM plugin_secret LEFT JOIN LATERAL (
      SELECT avatar, CASE WHEN member THEN 1 ELSE 0 END AS member, nickname, open_id
      FROM access_token JOIN plugin_user USING (plugin_id, user_id) JOIN "user" ON "user".id = user_id
      WHERE sha256 = $2 AND access_token.plugin_id = $1 AND access_token.expires_at > now()
    ) AS its ON true
    WHERE ${validSecrets}`,
};
