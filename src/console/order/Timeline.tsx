import { useTranslation } from 'react-i18next';
import type { OrderQuery } from '../generated/operations.ts';
import { Instant } from '../parts/Instant.tsx';
import { AttemptItem } from './AttemptItem.tsx';

type Order = NonNullable<OrderQuery['order']>;

/** The events of an order, the oldest first: created, paid, each attempt. */
export function Timeline({ order }: { order: Order }) {
  const { t } = useTranslation();
  const attempts = order.delivery?.attempts ?? [];
  return (
    <section aria-labelledby="attempts">
      <ol className="events" aria-label={t('order.history')}>
        <li>
          <Instant at={order.createdAt} /> {t('order.created')}
        </li>
        {order.paidAt && (
          <li>
            <Instant at={order.paidAt} /> {t('order.paid')}
          </li>
        )}
      </ol>
      <h2 id="attempts">{t('order.attempts')}</h2>
      {attempts.length === 0 && <p className="empty">{t('order.noAttempts')}</p>}
      {attempts.length > 0 && (
        <ol className="attempts" aria-labelledby="attempts">
          {attempts.map((attempt, at) => (
            <AttemptItem key={attempt.id} attempt={attempt} isLatest={at === attempts.length - 1} />
          ))}
        </ol>
      )}
    </section>
  );
}
