import type { DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** Returns the row of a new delivery. */
export function newDelivery(order: { id: string; pluginId: string }, state: DeliveryState, now: Date) {
  const traceparent = requestTraceparent();
  return { ...state, orderId: order.id, pluginId: order.pluginId, createdAt: now, traceparent };
}

/** Returns the statement that inserts a new delivery if the plugin has a callback URL, to be a part of another statement. */
export function insertDelivery(delivery: ReturnType<typeof newDelivery>): Prisma.Sql {
  const { orderId, pluginId, status, maxNotifications, nextAutomaticAt, createdAt, traceparent } = delivery;
  // The other columns of a state that nothing has happened to have these values by default.
  return Prisma.sql`
    INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, next_automatic_at, traceparent)
    SELECT ${orderId}::text, ${pluginId}::text, ${status}::delivery_status, ${createdAt}::timestamptz,
      ${maxNotifications}::int, ${nextAutomaticAt}::timestamptz, ${traceparent}::text
    WHERE EXISTS (SELECT 1 FROM plugin WHERE id = ${pluginId} AND callback_url IS NOT NULL)`;
}

/** Throws NOT_FOUND for an unknown plugin, and CONFLICT for one without a callback URL. */
export async function requireCallbackUrl(client: Client, pluginId: string): Promise<void> {
  const callbackUrl = await findCallbackUrl(client, pluginId);
  if (callbackUrl === undefined) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  if (callbackUrl === null) throw new Refusal('CONFLICT', { facts: { why: 'the plugin has no callback URL' } });
}

/** Null: the plugin has none. Undefined: there is no such plugin. */
async function findCallbackUrl(client: Client, pluginId: string): Promise<string | null | undefined> {
  const plugin = await client.plugin.findUnique({ where: { id: pluginId }, select: { callbackUrl: true } });
  return plugin?.callbackUrl;
}
