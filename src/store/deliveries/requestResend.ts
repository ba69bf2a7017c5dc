import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdByResend, resendRequested } from '../../rules/callbacks/deliveryStates.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client, Store } from '../database/store.ts';
import { newDelivery, requireCallbackUrl } from './createDelivery.ts';
import { lockDeliveries, writeStates } from './deliveryStateRows.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Delivery } from './findDeliveries.ts';

/**
 * Requests one notification besides the automatic ones, in any state of the delivery. An order that was paid while the
 * plugin had no callback URL gets its delivery now, and with it the automatic notifications, if this one fails.
 */
export async function requestResend(
  store: Store,
  orderId: string,
  schedule: CallbackSchedule,
  now: Date,
): Promise<Delivery> {
  return inTransaction(store, async (tx) => {
    const isNewDelivery = !(await requestAgain(tx, orderId, now)) && (await createByResend(tx, orderId, schedule, now));
    await audit(store, tx, { action: 'resendDelivery', target: orderId, detail: { isNewDelivery } });
    await announceDueDelivery(tx);
    return tx.delivery.update({ where: { orderId }, data: { resendTraceparent: requestTraceparent() } });
  });
}

/** False: the order has no delivery. */
async function requestAgain(tx: Client, orderId: string, now: Date): Promise<boolean> {
  const delivery = (await lockDeliveries(tx, [orderId], 'wait')).get(orderId);
  if (!delivery) return false;
  await tx.$executeRaw(writeStates(new Map([[orderId, resendRequested(delivery, now)]])));
  return true;
}

/** False: another transaction has created the delivery meanwhile, and one more notification of it was requested. */
async function createByResend(tx: Client, orderId: string, schedule: CallbackSchedule, now: Date): Promise<boolean> {
  // Payment locks the same row, and so does another resend: one of them creates the delivery.
  await tx.$queryRaw`SELECT 1 FROM "order" WHERE id = ${orderId} FOR NO KEY UPDATE`;
  if (await requestAgain(tx, orderId, now)) return false;
  const order = await tx.order.findUnique({ where: { id: orderId } });
  if (!order) throw new Refusal('NOT_FOUND', { facts: { what: 'order' } });
  if (order.status === 'UNPAID') throw new Refusal('CONFLICT', because('NOT_PAID'));
  if (order.acknowledgedAt) {
    throw new Refusal('CONFLICT', because('DELIVERY_GONE'));
  }
  await requireCallbackUrl(tx, order.pluginId);
  await tx.delivery.create({ data: newDelivery(order, createdByResend(now, schedule), now) });
  return true;
}
