import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdAt, type DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
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
  if (!(await hasCallbackUrl(tx, order.pluginId))) return;
  await tx.delivery.create({ data: newDelivery(order, createdAt(now, schedule), now) });
  await announceDueDelivery(tx);
}

/** Returns the row of a new delivery. */
export function newDelivery(order: { id: string; pluginId: string }, state: DeliveryState, now: Date) {
  const traceparent = requestTraceparent();
  return { ...state, orderId: order.id, pluginId: order.pluginId, createdAt: now, traceparent };
}

export async function hasCallbackUrl(tx: Client, pluginId: string): Promise<boolean> {
  const plugin = await tx.plugin.findUniqueOrThrow({ where: { id: pluginId }, select: { callbackUrl: true } });
  return plugin.callbackUrl !== null;
}
