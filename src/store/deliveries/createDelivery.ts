import type { DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** Returns the row of a new delivery. */
export function newDelivery(
  { id, pluginId, sandbox }: { id: string; pluginId: string; sandbox: boolean | null },
  state: DeliveryState,
  now: Date,
) {
  return { orderId: id, pluginId, sandbox, createdAt: now, traceparent: requestTraceparent(), ...state };
}

/**
 * Returns the statement that inserts a new delivery, to be a part of another statement. It inserts nothing for a live plugin
 * without a callback URL; that of a sandbox plugin waits for a listener.
 */
export function insertDelivery(delivery: ReturnType<typeof newDelivery>): Prisma.Sql {
  const { orderId, pluginId, status, maxNotifications, nextAutomaticAt, createdAt, traceparent, sandbox } = delivery;
  // The other columns of a state that nothing has happened to have these values by default.
  return Prisma.sql`
    INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, next_automatic_at, traceparent,
      sandbox)
    SELECT ${orderId}::text, ${pluginId}::text, ${status}::delivery_status, ${createdAt}::timestamptz,
      ${maxNotifications}::int, ${nextAutomaticAt}::timestamptz, ${traceparent}::text, ${sandbox}::boolean
    WHERE EXISTS (SELECT 1 FROM plugin WHERE id = ${pluginId} AND (callback_url IS NOT NULL OR sandbox))`;
}

/**
 * Throws NOT_FOUND for an unknown plugin, and CONFLICT for a live one without a callback URL. Returns the mark of its rows.
 */
export async function requireCallbackUrl(client: Client, pluginId: string): Promise<{ sandbox: true | null }> {
  const wanted = { callbackUrl: true, sandbox: true } as const;
  const plugin = await client.plugin.findUnique({ where: { id: pluginId }, select: wanted });
  if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  if (plugin.callbackUrl === null && !plugin.sandbox) {
    throw new Refusal('CONFLICT', because('NO_CALLBACK_URL'));
  }
  return { sandbox: plugin.sandbox || null };
}
