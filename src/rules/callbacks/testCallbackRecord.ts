import { orderRecord } from '../records/orderRecord.ts';

const zeros = '0'.repeat(32);

/** A value for each thing that receivers encode, trim or decode wrongly before they compute a signature. */
const oddAttach = " Test *~!'() 测试 ";

/**
 * Returns a message in the form of a callback that nobody can take for a payment: it is unpaid (status 0, no paid_at,
 * no fee), of an order that cannot exist. Like a real one it has values that a receiver may encode wrongly, and empty
 * ones.
 */
export function testCallbackRecord(pluginId: string, now: Date, timeZone: string) {
  const order = {
    id: zeros,
    pluginId,
    goodsId: zeros,
    openId: zeros,
    outOrderId: null,
    attach: oddAttach,
    body: 'Test message; nothing was paid',
    payFeeFen: 0,
    createdAt: now,
    paidAt: null,
  };
  return orderRecord(order, now, timeZone);
}
