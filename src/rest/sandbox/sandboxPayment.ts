import { Refusal } from '../../rules/failures/refusal.ts';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { sandboxEndpoints } from '../../rules/signing/sandboxEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { recordPayment } from '../../store/orders/recordPayment.ts';
import { readSandboxOrder } from '../../store/sandbox/sandboxReads.ts';
import { sandboxEndpoint } from './sandboxEndpoint.ts';

/** POST /sandbox/payments: pays an order. The callback follows as after a live payment. */
export const sandboxPayment = sandboxEndpoint(sandboxEndpoints.sandboxPayment, {
  find: async (store, { plugin_id: pluginId, out_order_id: number }, now) =>
    readSandboxOrder(store, pluginId, number, now),
  answer: async ({ store, settings, secret, found: { orderId }, now }) => {
    if (orderId === null) {
      throw new Refusal('ORDER_NOT_FOUND', { fields: [['out_order_id', [{ code: 'unknownOrder' }]]] });
    }
    const order = await recordPayment(store, orderId, null, settings.schedule, now);
    return signedEnvelope(orderRecord(order, now, settings.timeZone), secret);
  },
});
