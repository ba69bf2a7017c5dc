import { accessToken, payLimit, title, totalFee } from '../../rules/signing/parameters.ts';
import { createGoods } from '../../store/goods/goods.ts';
import { endpoint } from './endpoint.ts';
import { requireUser } from '../requireUser.ts';

/** POST /goods: goods on the fly; `message` is the new goods_id (specification, create goods). */
export const goods = endpoint({
  method: 'POST',
  path: '/goods',
  parameters: { access_token: accessToken, title, total_fee: totalFee, pay_limit: payLimit },
  async answer({ settings, pluginId, values, now }) {
    await requireUser(settings.store, pluginId, values.access_token, now);
    const created = await createGoods(
      settings.store,
      {
        pluginId,
        title: values.title,
        totalFeeFen: values.total_fee,
        payLimit: values.pay_limit,
        source: 'API',
      },
      now,
    );
    return { message: created.id };
  },
});
