import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { WaitingOrdersDocument } from '../generated/operations.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { Instant } from '../parts/Instant.tsx';
import { NotificationState } from '../parts/NotificationState.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { yuan } from '../parts/yuan.ts';

/** The newest paid orders whose developers have not acknowledged, each with the reason. */
export function WaitingOrders({ everyMs }: { everyMs: number }) {
  const { t } = useTranslation();
  const { data, error } = useLive(WaitingOrdersDocument, () => ({}), everyMs);
  const orders = data?.orders.edges.map(({ node }) => node);

  return (
    <section className="waiting">
      <h2 id="waiting">{t('overview.waiting')}</h2>
      {!data && <ReadState isRead={false} error={error} />}
      {orders?.length === 0 && <p className="empty">{t('overview.waitingNone')}</p>}
      {orders && orders.length > 0 && (
        <div className="scroll" role="region" aria-labelledby="waiting" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('overview.state')}</th>
                <th scope="col">{t('overview.goods')}</th>
                <th scope="col">{t('overview.plugin')}</th>
                <th scope="col" className="number">
                  {t('overview.amount')}
                </th>
                <th scope="col">{t('overview.paidAt')}</th>
                <th scope="col">{t('overview.why')}</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id}>
                  <td>
                    <NotificationState code={order.notification.code} />
                  </td>
                  <td className="long">
                    <Link to={`/orders/${order.id}`}>{order.body}</Link>
                  </td>
                  <td className="long">{order.plugin.name}</td>
                  <td className="number">{yuan(order.payFee)}</td>
                  <td>{order.paidAt && <Instant at={order.paidAt} />}</td>
                  <td className="why">
                    <Explanation {...order.notification} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
