import { saturatedPlugins, sharesForEachSlot, type Share, type Slots } from '../../rules/callbacks/divideSlots.ts';
import { Prisma } from '../generated/client.ts';
import { recordedOrder } from '../orders/orders.ts';
import { stateColumns, traceColumns } from './deliveryStateRows.ts';
import { isCallable, waitingPlugins } from './waitingPlugins.ts';

export interface DueRequest extends Slots {
  now: Date;
  /** Plugins that are left out. */
  passedOver?: readonly string[];
}

/**
 * Returns the statement that finds each WaitingPlugin, without a lock: live ones first, and those with the fewest
 * attempts in flight. The backlog of a plugin that is saturated, paused or without a URL is not read. Of any other
 * plugin, no more deliveries are read than may start.
 */
export function waitingQuery(request: DueRequest): Prisma.Sql {
  const { now, limit, limitPerPlugin, limitForSandbox, inFlight, passedOver = [] } = request;
  const skipped = [...passedOver, ...saturatedPlugins(request)];
  return Prisma.sql`
    WITH RECURSIVE ${waitingPlugins}
    SELECT plugin.id AS "pluginId", plugin.sandbox, due.count AS "dueCount", due.oldest AS "oldestDueAt"
    FROM waiting
    JOIN plugin ON plugin.id = waiting.plugin_id AND ${isCallable}
      AND plugin.id <> ALL(${skipped}::text[])
      AND (${limitForSandbox}::int > 0 OR NOT plugin.sandbox)
    LEFT JOIN unnest(${[...inFlight.keys()]}::text[], ${[...inFlight.values()]}::int[]) AS busy(plugin_id, attempts)
      ON busy.plugin_id = plugin.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, min(due_at) AS oldest
      FROM (
        SELECT due_at FROM delivery
        WHERE plugin_id = plugin.id AND lease_token IS NULL AND due_at <= ${now}::timestamptz
        ORDER BY due_at
        LIMIT LEAST(${limitPerPlugin}::int - COALESCE(busy.attempts, 0), ${limit}::int)
      ) AS first
    ) AS due
    WHERE due.count > 0
    ORDER BY plugin.sandbox, COALESCE(busy.attempts, 0), due.oldest
    LIMIT ${limit * sharesForEachSlot}::int`;
}

/**
 * Returns the statement that locks the oldest due deliveries of each share, and no others, and reads them and their orders. A row
 * that another process has locked is passed over for the next one. PostgreSQL looks at a row again when it has locked it,
 * so one that was claimed or cancelled meanwhile is left alone.
 */
export function lockQuery(shares: readonly Share[], { now, limit }: DueRequest): Prisma.Sql {
  const pluginIds = shares.map(({ pluginId }) => pluginId);
  const slots = shares.map((share) => share.slots);
  return Prisma.sql`
    SELECT oldest.*, record.*, share.callback_url AS "url"
    FROM (
      SELECT given.plugin_id, given.slots, plugin.callback_url
      FROM unnest(${pluginIds}::text[], ${slots}::int[]) WITH ORDINALITY AS given(plugin_id, slots, place)
      JOIN plugin ON plugin.id = given.plugin_id AND ${isCallable}
      ORDER BY given.place
    ) AS share
    CROSS JOIN LATERAL (
      SELECT order_id AS "orderId", sandbox, due_at AS "scheduledAt", ${stateColumns}, ${traceColumns}
      FROM delivery
      WHERE plugin_id = share.plugin_id AND lease_token IS NULL AND due_at <= ${now}::timestamptz
      ORDER BY due_at
      LIMIT share.slots
      FOR UPDATE SKIP LOCKED
    ) AS oldest
    CROSS JOIN LATERAL (${recordedOrder(Prisma.sql`oldest."orderId"`)}) AS record
    LIMIT ${limit}::int`;
}
