import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdAt, type DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client } from '../database/store.ts';
import { announceDueDelivery } from './dueDeliveries.ts';

/** Creates the delivery in the payment's transaction. Without a callback URL there is none. */
export async function createDeliveryOfPayment(
  tx: Client,
  order: { id: string; pluginId: string },
  schedule: CallbackSchedule,
  now: Date,
): Promise<void> {
  if ((await findCallbackUrl(tx, order.pluginId)) === null) return;
  await tx.delivery.create({ data: newDelivery(order, createdAt(now, schedule), now) });
  await announceDueDelivery(tx);
}

/** Returns the row of a new delivery. */
export function newDelivery(order: { id: string; pluginId: string }, state: DeliveryState, now: Date) {
  const traceparent = requestTraceparent();
  return { ...state, orderId: order.id, pluginId: order.pluginId, createdAt: now, traceparent };
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
