import type { Plugin } from '../generated/client.ts';
import type { Store } from '../database/store.ts';

/** The paid orders of a plugin that its developer has not acknowledged, and how its receiver has answered lately. */
export interface PluginBacklog {
  plugin: Plugin;
  /** Counted up to `mostCounted`. */
  orders: number;
  longestWaitSeconds: number;
  /** The last attempts that have ended, at most `mostRecent`, and how many of them were acknowledged. */
  recentAttempts: number;
  recentAcknowledged: number;
  /** Null: no attempt that is still kept was acknowledged. */
  lastAcknowledgedAt: Date | null;
}

export interface BacklogsRequest {
  now: Date;
  youngestSeconds: number;
  /** The number of plugins. */
  limit: number;
  /** True: sandbox plugins. False: live ones. */
  sandbox: boolean;
}

/** The most orders of one plugin that are counted, so that an outage of days is read as fast as one of an hour. */
export const mostCounted = 1000;

/** The number of attempts that say how a receiver answers now. */
export const mostRecent = 100;

/**
 * Returns the plugins with the most orders that their developers have not acknowledged; among equals, the one that has
 * waited longest is first. Orders of the last `youngestSeconds` are left out, because their first notification may be
 * under way.
 *
 * Plugins are found by hopping along the index order_unacknowledged_of_plugin, one probe each, however many orders
 * wait.
 */
export async function findPluginBacklogs(
  { prisma }: Store,
  { now, youngestSeconds, limit, sandbox }: BacklogsRequest,
): Promise<PluginBacklog[]> {
  const paidBefore = new Date(now.getTime() - youngestSeconds * 1000);
  const rows = await prisma.$queryRaw<BacklogRow[]>`
    WITH RECURSIVE behind AS (
      (SELECT plugin_id FROM "order"
       WHERE paid_at IS NOT NULL AND acknowledged_at IS NULL
       ORDER BY plugin_id LIMIT 1)
      UNION ALL
      SELECT (SELECT o.plugin_id FROM "order" o
              WHERE o.paid_at IS NOT NULL AND o.acknowledged_at IS NULL AND o.plugin_id > behind.plugin_id
              ORDER BY o.plugin_id LIMIT 1)
      FROM behind WHERE behind.plugin_id IS NOT NULL
    ),
    ranked AS (
      SELECT behind.plugin_id, counted.orders, counted.oldest
      FROM behind JOIN plugin ON plugin.id = behind.plugin_id AND plugin.sandbox = ${sandbox}::boolean CROSS JOIN LATERAL (
        SELECT count(*)::int AS orders, min(paid_at) AS oldest FROM (
          SELECT paid_at FROM "order"
          WHERE plugin_id = behind.plugin_id AND paid_at IS NOT NULL AND acknowledged_at IS NULL
            AND paid_at < ${paidBefore}::timestamptz
          ORDER BY created_at, id LIMIT ${mostCounted}::int) AS earliest) AS counted
      WHERE counted.orders > 0
      ORDER BY counted.orders DESC, counted.oldest LIMIT ${limit}::int
    )
    SELECT ranked.plugin_id AS "pluginId", ranked.orders,
      extract(epoch FROM ${now}::timestamptz - ranked.oldest)::float8 AS "longestWaitSeconds",
      recent.attempts AS "recentAttempts", recent.acknowledged AS "recentAcknowledged",
      (SELECT started_at FROM delivery_attempt
       WHERE plugin_id = ranked.plugin_id AND outcome = 'ACKNOWLEDGED'
       ORDER BY started_at DESC LIMIT 1) AS "lastAcknowledgedAt"
    FROM ranked CROSS JOIN LATERAL (
      SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE outcome = 'ACKNOWLEDGED'))::int AS acknowledged
      FROM (SELECT outcome FROM delivery_attempt
            WHERE plugin_id = ranked.plugin_id AND outcome <> 'STARTED'
            ORDER BY started_at DESC, id DESC LIMIT ${mostRecent}::int) AS last) AS recent
    ORDER BY ranked.orders DESC, ranked.oldest`;
  const plugins = await prisma.plugin.findMany({ where: { id: { in: rows.map(({ pluginId }) => pluginId) } } });
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  return rows.map(({ pluginId, ...figures }) => ({ plugin: byId.get(pluginId)!, ...figures }));
}

type BacklogRow = Omit<PluginBacklog, 'plugin'> & { pluginId: string };
