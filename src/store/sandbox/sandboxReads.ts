import { signedRead } from '../plugins/pluginSecrets.ts';

// Each finds a row if, and only if, the plugin is a sandbox plugin.

export interface SandboxPlugin {
  callbackUrl: string | null;
}

/** Reads the plugin; see `signedRead`. Its key is not used. */
export const readSandboxPlugin = signedRead<SandboxPlugin>(
  'sandbox_plugin',
  `SELECT plugin.id AS key, plugin.callback_url AS "callbackUrl" WHERE plugin.sandbox AND $3::text IS NULL`,
);

export interface SandboxBuyer {
  /** Null: the access token is unknown to the plugin, or expired. */
  userId: string | null;
}

/** Reads the user of an access token, whose SHA-256 is the key. */
export const readSandboxBuyer = signedRead<SandboxBuyer>(
  'sandbox_buyer',
  `SELECT plugin.id AS key, (
    SELECT user_id FROM access_token
    WHERE sha256 = $3::bytea AND plugin_id = $1 AND expires_at > $2::timestamptz
  ) AS "userId"
  WHERE plugin.sandbox`,
);

export interface SandboxOrder {
  /** Null: no order of the plugin has the number. */
  orderId: string | null;
}

/** Reads an order by order_id, or else by out_order_id. */
export const readSandboxOrder = signedRead<SandboxOrder>(
  'sandbox_order',
  `SELECT plugin.id AS key, COALESCE(
    (SELECT id FROM "order" WHERE id = $3 AND plugin_id = $1),
    (SELECT id FROM "order" WHERE plugin_id = $1 AND out_order_id = $3)
  ) AS "orderId"
  WHERE plugin.sandbox`,
);
