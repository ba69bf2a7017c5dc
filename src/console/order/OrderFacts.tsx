import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderQuery } from '../generated/operations.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { ordersPath } from '../parts/listPaths.ts';
import { yuan } from '../parts/yuan.ts';

type Order = NonNullable<OrderQuery['order']>;

/** The goods, the buyer and the numbers of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { delivery, plugin } = order;
  return (
    <section className="facts" aria-labelledby="facts">
      <h2 id="facts">{t('order.facts')}</h2>
      <dl>
        <dt>{t('orders.goods')}</dt>
        <dd>
          <ForeignText text={order.body} />
        </dd>
        <dt>{t('orders.amount')}</dt>
        <dd>{yuan(order.payFee)}</dd>
        <dt>{t('orders.plugin')}</dt>
        <dd>
          <Link to={`/plugins/${plugin.id}`}>
            <ForeignText text={plugin.name} />
          </Link>
          <span className="note fixed">{plugin.id}</span>
        </dd>
        <dt>{t('order.callbackUrl')}</dt>
        <dd className="fixed">
          <ForeignText text={plugin.callbackUrl ?? t('order.noUrl')} />
        </dd>
        <dt>{t('orders.outOrderId')}</dt>
        <dd className="fixed">
          <ForeignText text={order.outOrderId ?? '–'} />
        </dd>
        <dt>{t('orders.user')}</dt>
        <dd>
          <ForeignText text={order.user.nickname} />
        </dd>
        <dt>open_id</dt>
        <dd className="fixed">
          <Link to={ordersPath({ q: order.openId }, plugin.sandbox)}>{order.openId}</Link>
        </dd>
        <dt>goods_id</dt>
        <dd className="fixed">
          <Link to={ordersPath({ q: order.goods.id }, plugin.sandbox)}>{order.goods.id}</Link>
        </dd>
        <dt>attach</dt>
        <dd className="fixed">
          <ForeignText text={order.attach || '–'} />
        </dd>
        {delivery && (
          <>
            <dt>{t('order.attemptCount')}</dt>
            <dd>{t('order.attemptsOf', { count: delivery.attemptCount, most: delivery.maxNotifications })}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
