import { Refusal } from '../../rules/failures/refusal.ts';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { sandboxEndpoints } from '../../rules/signing/sandboxEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { createSandboxOrder } from '../../store/sandbox/createSandboxOrder.ts';
import { readSandboxBuyer } from '../../store/sandbox/sandboxReads.ts';
import { hashCredential } from '../../store/secrets/keyring.ts';
import { sandboxEndpoint } from './sandboxEndpoint.ts';

/** POST /sandbox/orders: creates an unpaid order of the user who is logged in. */
export const sandboxOrder = sandboxEndpoint(sandboxEndpoints.sandboxOrder, {
  find: async (store, { plugin_id: pluginId, access_token: token }, now) =>
    readSandboxBuyer(store, pluginId, hashCredential(token), now),
  answer: async ({ store, settings, pluginId, secret, found: { userId }, values, now }) => {
    if (userId === null) {
      throw new Refusal('ACCESS_TOKEN_UNKNOWN', { fields: [['access_token', [{ code: 'unknownAccessToken' }]]] });
    }
    const input = {
      goodsId: values.goods_id,
      userId,
      outOrderId: values.out_order_id === '' ? null : values.out_order_id,
      attach: values.attach,
    };
    const order = await createSandboxOrder(store, pluginId, input, now);
    return signedEnvelope(orderRecord(order, now, settings.timeZone), secret);
  },
});
