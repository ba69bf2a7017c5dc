import { cancelled } from '../../rules/callbacks/deliveryStates.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Store } from '../database/store.ts';
import { lockDeliveries, writeStates } from './deliveryStateRows.ts';
import type { Delivery } from './findDeliveries.ts';

/**
 * Ends the automatic notifications and drops manual ones that wait. An attempt in flight is not stopped: what was sent
 * cannot be called back. If it turns out that it was never sent, it is not put back. Cancelling again changes nothing;
 * a delivery that has ended otherwise, with nothing to drop, is a CONFLICT.
 */
export async function cancelDelivery(store: Store, orderId: string): Promise<Delivery> {
  return inTransaction(store, async (tx) => {
    const delivery = (await lockDeliveries(tx, [orderId], 'wait')).get(orderId);
    if (!delivery) throw new Refusal('NOT_FOUND', { facts: { what: 'delivery' } });
    const { status, pendingResends } = delivery;
    const after = cancelled(delivery);
    if (!after) throw new Refusal('CONFLICT', because('DELIVERY_OVER', { status: status.toLowerCase() }));
    await audit(store, tx, { action: 'cancelDelivery', target: orderId, detail: { status, pendingResends } });
    await tx.$executeRaw(writeStates(new Map([[orderId, after]])));
    return tx.delivery.findUniqueOrThrow({ where: { orderId } });
  });
}
