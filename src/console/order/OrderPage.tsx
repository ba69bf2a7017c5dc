import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { OrderDocument } from '../generated/operations.ts';
import { ordersPath } from '../parts/listPaths.ts';
import { NotificationState } from '../parts/NotificationState.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { SandboxNote } from '../parts/SandboxNote.tsx';
import { Actions } from './Actions.tsx';
import { NotificationPart } from './NotificationPart.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { Timeline } from './Timeline.tsx';
import './order.css';

const refreshEveryMs = 3000;

/** One order: whether and why its developer was notified, what was tried, and what can be done. */
export function OrderPage() {
  const { t } = useTranslation();
  const { orderId = '' } = useParams();
  const { data, error, readAgain } = useLive(OrderDocument, () => ({ id: orderId }), refreshEveryMs);
  const order = data?.order;

  return (
    <>
      <p className="way">
        <Link to={ordersPath({}, order?.plugin.sandbox === true)}>{t('pages.orders')}</Link>
      </p>
      <PageTitle
        title={orderId}
        isFixedWidth
        beside={
          order && (
            <div className="tools">
              <NotificationState code={order.notification.code} />
              <Actions order={order} onDone={readAgain} />
            </div>
          )
        }
      />
      <ReadState isRead={!!data} error={error} />
      {data && !order && !error && <p className="empty">{t('order.unknown')}</p>}
      {order?.plugin.sandbox && <SandboxNote text={t('sandbox.order')} />}
      {order && (
        <div className="order">
          <div>
            <NotificationPart notification={order.notification} />
            <Timeline order={order} />
          </div>
          <OrderFacts order={order} />
        </div>
      )}
    </>
  );
}
