import { Refusal } from '../../rules/failures/refusal.ts';
import type { Store } from '../database/store.ts';
import { createOrder, type NewOrder, type OrderWithOpenId } from '../orders/orders.ts';
import { requireSandboxRoom } from './sandboxBounds.ts';

/** Creates an order of a sandbox plugin's own goods, as `createOrder` does. */
export async function createSandboxOrder(
  store: Store,
  pluginId: string,
  input: NewOrder,
  now: Date,
): Promise<OrderWithOpenId> {
  return createOrder(store, input, now, {
    requireAllowed: async (tx) => {
      const goods = await tx.goods.findUnique({ where: { id: input.goodsId }, select: { pluginId: true } });
      if (goods?.pluginId === pluginId) return;
      throw new Refusal('GOODS_NOT_FOUND', { fields: [['goods_id', [{ code: 'unknownGoods' }]]] });
    },
    requireRoom: async (tx) => requireSandboxRoom(tx, pluginId, 'orders', now),
  });
}
