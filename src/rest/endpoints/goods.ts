import { endpoints } from '../../rules/signing/endpoints.ts';
import { createGoods } from '../../store/goods/goods.ts';
import { endpoint } from './endpoint.ts';
import { requireUser } from './requireUser.ts';

/** POST /goods: creates goods; `message` is the new goods_id (specification, create goods). */
export const goods = endpoint(endpoints.goods, async ({ settings: { store }, pluginId, values, now }) => {
  await requireUser(store, pluginId, values.access_token, now);
  const { title, total_fee: totalFeeFen, pay_limit: payLimit } = values;
  const created = await createGoods(store, { pluginId, title, totalFeeFen, payLimit, source: 'API' }, now);
  return { message: created.id };
});
