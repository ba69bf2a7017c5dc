import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { sha256, type Answer } from './signedReads.ts';
import { isGenuine } from './signing.ts';

/**
 * POST /goods: one prepared statement finds the secret and whether the access token is valid, another one inserts the
 * goods. Goods of developers have no audit entry, so this is the one row that the product writes, too.
 */
export function signedGoods(pool: pg.Pool, secrets: Record<string, string>) {
  return async (body: Record<string, unknown>): Promise<Answer> => {
    const parameters = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
    const { plugin_id: pluginId, access_token: accessToken = '', title, total_fee: fee, pay_limit: limit } = parameters;
    const { rows } = await pool.query<{ secret_id: string }>({ ...findUser, values: [pluginId, sha256(accessToken)] });
    if (!rows.some((row) => isGenuine(parameters, secrets[row.secret_id]!))) {
      return { status: 401, body: '{"message":"refused"}' };
    }
    const id = randomBytes(16).toString('hex');
    await pool.query({ ...insertGoods, values: [id, pluginId, title, fee, limit ?? 0] });
    return { status: 200, body: JSON.stringify({ message: id }) };
  };
}

const findUser = {
  name: 'find_user',
  text: `
    SELECT plugin_secret.id AS secret_id FROM plugin_secret JOIN access_token USING (plugin_id)
    WHERE plugin_id = $1 AND sha256 = $2 AND access_token.expires_at > now()
      AND (plugin_secret.expires_at IS NULL OR plugin_secret.expires_at > now())`,
};

const insertGoods = {
  name: 'insert_goods',
  text: `
    INSERT INTO goods (id, plugin_id, title, total_fee_fen, pay_limit, source) VALUES ($1, $2, $3, $4, $5, 'API')`,
};
