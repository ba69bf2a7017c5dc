import { specifiedEndpoints } from '../../rules/signing/specifiedEndpoints.ts';
import { createGoodsOfApi } from '../../store/goods/goods.ts';
import { readUserByAccessToken, requireLinked } from '../../store/users/users.ts';
import { endpoint } from './endpoint.ts';

/** POST /goods: creates goods; `message` is the new goods_id (specification, create goods). */
export const goods = endpoint(specifiedEndpoints.goods, {
  find: async (store, { plugin_id: pluginId, access_token: token }, now) =>
    readUserByAccessToken(store, pluginId, token, now),
  answer: async ({ settings: { store }, pluginId, found, values, now }) => {
    requireLinked(found);
    const { title, total_fee: totalFeeFen, pay_limit: payLimit } = values;
    return { message: await createGoodsOfApi(store, { pluginId, title, totalFeeFen, payLimit }, now) };
  },
});
