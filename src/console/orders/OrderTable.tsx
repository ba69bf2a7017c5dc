import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrdersQuery } from '../generated/operations.ts';
import { Instant } from '../parts/Instant.tsx';
import { NotificationState } from '../parts/NotificationState.tsx';
import { yuan } from '../parts/yuan.ts';

type OrderRow = OrdersQuery['orders']['edges'][number]['node'];

/** A line for each order, which leads to its page. */
export function OrderTable({ orders }: { orders: OrderRow[] }) {
  const { t } = useTranslation();
  return (
    <div className="scroll" role="region" aria-label={t('orders.table')} tabIndex={0}>
      <table aria-label={t('orders.table')}>
        <thead>
          <tr>
            <th scope="col">{t('orders.state')}</th>
            <th scope="col">{t('orders.order')}</th>
            <th scope="col">{t('orders.outOrderId')}</th>
            <th scope="col">{t('orders.goods')}</th>
            <th scope="col">{t('orders.plugin')}</th>
            <th scope="col">{t('orders.user')}</th>
            <th scope="col" className="number">
              {t('orders.amount')}
            </th>
            <th scope="col">{t('orders.createdAt')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <NotificationState code={order.notification.code} />
              </td>
              <th scope="row">
                <Link to={`/orders/${order.id}`} className="fixed" title={order.id}>
                  {order.id}
                </Link>
              </th>
              <td className="long fixed" title={order.outOrderId ?? ''}>
                {order.outOrderId ?? '–'}
              </td>
              <td className="long" title={order.body}>
                {order.body}
              </td>
              <td className="long" title={order.plugin.name}>
                {order.plugin.name}
              </td>
              <td className="long" title={order.user.nickname}>
                {order.user.nickname}
              </td>
              <td className="number">{yuan(order.payFee)}</td>
              <td>
                <Instant at={order.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
