import { Prisma } from '../generated/client.ts';
import { waitingPlugins } from './waitingPlugins.ts';

export interface ClaimLimits {
  now: Date;
  leaseMs: number;
  /** How many attempts may start now, in all and in flight of one plugin. */
  limit: number;
  limitPerPlugin: number;
  /** Attempts of each plugin. */
  inFlight: ReadonlyMap<string, number>;
  /** Plugins of which nothing is taken. */
  passedOver?: readonly string[];
}

/** So many times what is taken is looked at: other processes may be taking the first of it at this moment. */
const lookedAtForOneTaken = 4;

/**
 * Leases what is due and returns it as ClaimedDelivery. First it looks, without a lock, which plugins take turns and how
 * many each may take; then it locks what it takes, and no more: a row that another process has locked is passed over for
 * the next one of the plugin, or of the plugins after it. PostgreSQL looks at a row again when it has locked it, so that
 * one that was taken or cancelled meanwhile is left alone.
 */
export function claimQuery(limits: ClaimLimits): Prisma.Sql {
  const { now, leaseMs, limit, limitPerPlugin, inFlight, passedOver = [] } = limits;
  const leaseExpiresAt = new Date(now.getTime() + leaseMs);
  return Prisma.sql`
    WITH RECURSIVE ${waitingPlugins},
    turns AS (
      SELECT plugin.id AS plugin_id, plugin.callback_url, oldest.scheduled_at,
        COALESCE(busy.attempts, 0) + row_number() OVER (PARTITION BY plugin.id ORDER BY oldest.scheduled_at) AS turn
      FROM waiting
      JOIN plugin ON plugin.id = waiting.plugin_id AND NOT plugin.deliveries_paused AND plugin.callback_url IS NOT NULL
        AND plugin.id <> ALL(${[...passedOver]}::text[])
      LEFT JOIN unnest(${[...inFlight.keys()]}::text[], ${[...inFlight.values()]}::int[]) AS busy(plugin_id, attempts)
        ON busy.plugin_id = plugin.id
      CROSS JOIN LATERAL (
        SELECT LEAST(next_automatic_at, resend_requested_at) AS scheduled_at
        FROM delivery
        WHERE plugin_id = plugin.id AND lease_token IS NULL
          AND LEAST(next_automatic_at, resend_requested_at) <= ${now}::timestamptz
        ORDER BY LEAST(next_automatic_at, resend_requested_at)
        LIMIT LEAST(GREATEST(${limitPerPlugin}::int - COALESCE(busy.attempts, 0), 0), ${limit}::int)
      ) AS oldest
      ORDER BY turn, oldest.scheduled_at
      LIMIT ${limit * lookedAtForOneTaken}::int
    ),
    shares AS (
      SELECT plugin_id, callback_url, min(place) AS place, GREATEST(count(*) FILTER (WHERE place <= ${limit}::int), 1) AS share
      FROM (SELECT *, row_number() OVER (ORDER BY turn, scheduled_at) AS place FROM turns) AS placed
      GROUP BY plugin_id, callback_url
      ORDER BY place
    ),
    due AS MATERIALIZED (
      SELECT oldest.*, shares.callback_url
      FROM shares
      CROSS JOIN LATERAL (
        SELECT order_id, LEAST(next_automatic_at, resend_requested_at) AS scheduled_at,
          resend_requested_at IS NOT NULL AND resend_requested_at <= COALESCE(next_automatic_at, 'infinity') AS is_manual
        FROM delivery
        WHERE plugin_id = shares.plugin_id AND lease_token IS NULL
          AND LEAST(next_automatic_at, resend_requested_at) <= ${now}::timestamptz
        ORDER BY LEAST(next_automatic_at, resend_requested_at)
        LIMIT shares.share
        FOR UPDATE SKIP LOCKED
      ) AS oldest
      LIMIT ${limit}::int
    )
    UPDATE delivery SET
      lease_token = gen_random_uuid(),
      lease_expires_at = ${leaseExpiresAt}::timestamptz,
      attempt_count = attempt_count + 1,
      automatic_count = automatic_count + CASE WHEN is_manual THEN 0 ELSE 1 END,
      next_automatic_at = CASE WHEN is_manual THEN next_automatic_at END,
      pending_resends = pending_resends - CASE WHEN is_manual THEN 1 ELSE 0 END,
      resend_requested_at = CASE WHEN is_manual AND pending_resends = 1 THEN NULL ELSE resend_requested_at END
    FROM due
    WHERE delivery.order_id = due.order_id
    RETURNING delivery.order_id AS "orderId", plugin_id AS "pluginId", attempt_count AS "number",
      CASE WHEN is_manual THEN 'MANUAL' ELSE 'AUTOMATIC' END AS "trigger", automatic_count AS "automaticCount",
      max_notifications AS "maxNotifications", lease_token::text AS "leaseToken", callback_url AS "url",
      scheduled_at AS "scheduledAt", CASE WHEN is_manual THEN resend_traceparent ELSE traceparent END AS "traceparent"`;
}
