import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { OrderDocument } from '../generated/operations.ts';
import { AfterPause } from '../parts/AfterPause.tsx';
import { NotificationState } from '../parts/NotificationState.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { SandboxNote } from '../parts/SandboxNote.tsx';
import { Problem } from '../parts/Problem.tsx';
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
        <Link to="/orders">{t('pages.orders')}</Link>
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
      {error && !error.networkError && <Problem error={error} />}
      {!data && !error && (
        <AfterPause>
          <p className="note">{t('loading')}</p>
        </AfterPause>
      )}
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
