import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { WaitingOrdersDocument, type WaitingOrdersQuery } from '../generated/operations.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Instant } from '../parts/Instant.tsx';
import { NotificationState } from '../parts/NotificationState.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { yuan } from '../parts/yuan.ts';

type OrderRow = WaitingOrdersQuery['orders']['edges'][number]['node'];

/** The newest paid orders whose developers have not acknowledged, each with the reason. */
export function WaitingOrders({ everyMs }: { everyMs: number }) {
  const { t } = useTranslation();
  const { data, error } = useLive(WaitingOrdersDocument, () => ({}), everyMs);
  const orders = data?.orders.edges.map(({ node }) => node);
  const columns: Column<OrderRow>[] = [
    {
      name: t('overview.state'),
      look: 'headline',
      cell: ({ notification }) => <NotificationState code={notification.code} />,
    },
    {
      name: t('overview.goods'),
      look: 'long headline',
      whole: ({ body }) => body,
      cell: ({ id, body }) => (
        <Link to={`/orders/${id}`}>
          <ForeignText text={body} />
        </Link>
      ),
    },
    { name: t('overview.plugin'), look: 'long', whole: ({ plugin }) => plugin.name, cell: ({ plugin }) => plugin.name },
    { name: t('overview.amount'), look: 'number', cell: ({ payFee }) => yuan(payFee) },
    { name: t('overview.paidAt'), cell: ({ paidAt }) => paidAt && <Instant at={paidAt} /> },
    { name: t('overview.why'), look: 'why', cell: ({ notification }) => <Explanation {...notification} /> },
  ];

  return (
    <section className="waiting">
      <h2 id="waiting">{t('overview.waiting')}</h2>
      {!data && <ReadState isRead={false} error={error} />}
      {orders?.length === 0 && <p className="empty">{t('overview.waitingNone')}</p>}
      {orders && orders.length > 0 && (
        <Table labelledBy="waiting" columns={columns} rows={orders} keyOf={({ id }) => id} />
      )}
    </section>
  );
}
