import { Refusal } from '../../rules/failures/refusal.ts';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { endpoints } from '../../rules/signing/endpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { findOrderForPlugin } from '../../store/orders/orders.ts';
import { endpoint } from './endpoint.ts';

/** GET /payments/record: an order by either of its numbers (specification, query order payment state). */
export const paymentsRecord = endpoint(
  endpoints.paymentsRecord,
  async ({ settings, pluginId, secret, values, now }) => {
    const order = await findOrderForPlugin(settings.store, pluginId, values.out_order_id);
    if (!order) throw new Refusal('ORDER_NOT_FOUND', { fields: [['out_order_id', [{ code: 'unknownOrder' }]]] });
    return signedEnvelope(orderRecord(order, now, settings.timeZone), secret);
  },
);
