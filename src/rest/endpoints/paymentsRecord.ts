import { Refusal } from '../../rules/failures/refusal.ts';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { specifiedEndpoints } from '../../rules/signing/specifiedEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { readOrderByNumber } from '../../store/orders/orders.ts';
import { endpoint } from './endpoint.ts';

/** GET /payments/record: an order by either of its numbers (specification, query order payment state). */
export const paymentsRecord = endpoint(specifiedEndpoints.paymentsRecord, {
  find: async (store, { plugin_id: pluginId, out_order_id: number }, now) =>
    readOrderByNumber(store, pluginId, number, now),
  answer: ({ settings, found: order, secret, now }) => {
    if (!order) throw new Refusal('ORDER_NOT_FOUND', { fields: [['out_order_id', [{ code: 'unknownOrder' }]]] });
    return signedEnvelope(orderRecord(order, now, settings.timeZone), secret);
  },
});
