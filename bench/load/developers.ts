import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { createPlugin } from '../../src/store/plugins/plugins.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { createUser, issueAccessToken } from '../../src/store/users/users.ts';
import { canonicalOf, hmac } from '../references/signing.ts';

export interface Developer {
  pluginId: string;
  secret: string;
  userId: string;
  accessToken: string;
  /** The numbers of paid orders, of either kind. */
  orderNumbers: string[];
}

export interface Developers {
  developers: Developer[];
  /** The plugins' secrets by the id of their rows, since the references open no sealed ones. */
  secrets: Record<string, string>;
  adminToken: string;
  /** The environment of the service on this database. */
  environment: Record<string, string>;
}

/**
 * The address's rate is the one limit that a load from one address exceeds; it is raised, and goes on counting. All
 * others are the defaults.
 */
export const raisedLimits = { RATE_LIMIT_PER_ADDRESS: '1000000' };
export const noteOnLimits = 'RATE_LIMIT_PER_ADDRESS=1000000, since the whole load comes from one address';

const adminToken = 'admin-token-of-the-bench';
const ordersOfEach = 200;
const numbersOfEach = 20;

/** Writes plugins, each with a user who is logged in and with paid orders, of which nobody is to be told any more. */
export async function makeDevelopers(
  databaseUrl: string,
  { plugins = 100, callbackUrl = null }: { plugins?: number; callbackUrl?: string | null } = {},
): Promise<Developers> {
  const key = randomBytes(32);
  const store = openStore(databaseUrl, new Keyring([key]));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const now = new Date();
    const developers: Developer[] = [];
    for (let n = 1; n <= plugins; n += 1) {
      const { plugin, secret } = await createPlugin(store, { name: `Plugin ${n}`, callbackUrl }, now);
      const user = await createUser(
        store,
        { nickname: `User ${n}`, avatar: `https://example.com/${n}.png`, member: true },
        now,
      );
      const given = { pluginId: plugin.id, userId: user.id, ttlSeconds: 7200 };
      const { accessToken } = await issueAccessToken(store, given, now);
      developers.push({ pluginId: plugin.id, secret, userId: user.id, accessToken, orderNumbers: [] });
    }
    await client.query(`
      INSERT INTO goods (id, plugin_id, title, total_fee_fen, source)
      SELECT md5(id), id, '会员 1年', 100, 'CONSOLE' FROM plugin`);
    await client.query(
      `INSERT INTO "order" (id, plugin_id, goods_id, user_id, out_order_id, attach, body, pay_fee_fen, status, created_at, paid_at)
       SELECT md5(plugin_id || n), plugin_id, md5(plugin_id), user_id, 'number-' || n, 'attach=' || n, '会员 1年', 100, 'PAID',
         now() - interval '1 minute', now()
       FROM plugin_user, generate_series(1, $1::int) AS n`,
      [ordersOfEach],
    );
    const { rows } = await client.query<{ plugin_id: string; secret_id: string; numbers: string[] }>(
      `SELECT plugin_secret.plugin_id, plugin_secret.id AS secret_id, numbers
       FROM plugin_secret JOIN (
         SELECT plugin_id, array_agg(CASE n % 2 WHEN 0 THEN out_order_id ELSE id END) AS numbers
         FROM (SELECT *, row_number() OVER (PARTITION BY plugin_id ORDER BY id) AS n FROM "order") AS numbered
         WHERE n <= $1 GROUP BY plugin_id
       ) AS its USING (plugin_id)`,
      [numbersOfEach],
    );
    await client.query('VACUUM ANALYZE');
    const found = new Map(rows.map((row) => [row.plugin_id, row]));
    const environment = {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: key.toString('base64'),
      ADMIN_TOKEN: adminToken,
      CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
      ...raisedLimits,
    };
    return {
      environment,
      adminToken,
      secrets: Object.fromEntries(developers.map(({ pluginId, secret }) => [found.get(pluginId)!.secret_id, secret])),
      developers: developers.map((developer) => {
        return { ...developer, orderNumbers: found.get(developer.pluginId)!.numbers };
      }),
    };
  } finally {
    await client.end();
    await closeStore(store);
  }
}

/** The parameters of a request, signed as of now. */
export function signedParameters(
  { pluginId, secret }: Developer,
  given: Record<string, string>,
): Record<string, string> {
  const parameters = { ...given, plugin_id: pluginId, timestamp: String(Math.floor(Date.now() / 1000)) };
  return { ...parameters, sign: hmac(canonicalOf(parameters), secret) };
}
