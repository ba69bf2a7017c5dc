import { Prisma } from '../generated/client.ts';

/**
 * The plugins that have something waiting to be sent, as a recursive common table `waiting(plugin_id)`, whose last row is
 * NULL. They are found by hopping along the index delivery_due, one probe a plugin, however much is waiting.
 */
export const waitingPlugins = Prisma.sql`
    waiting AS (
      (SELECT plugin_id FROM delivery
       WHERE lease_token IS NULL AND due_at IS NOT NULL
       ORDER BY plugin_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.plugin_id FROM delivery d
              WHERE d.lease_token IS NULL AND d.due_at IS NOT NULL
                AND d.plugin_id > waiting.plugin_id
              ORDER BY d.plugin_id LIMIT 1)
      FROM waiting WHERE waiting.plugin_id IS NOT NULL
    )`;

/** The condition for a plugin whose developer can be notified: neither paused nor without a callback URL. */
export const isCallable = Prisma.sql`NOT plugin.deliveries_paused AND plugin.callback_url IS NOT NULL`;
