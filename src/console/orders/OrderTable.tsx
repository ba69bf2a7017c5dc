import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrdersQuery } from '../generated/operations.ts';
import { Instant } from '../parts/Instant.tsx';
import { NotificationState } from '../parts/NotificationState.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { yuan } from '../parts/yuan.ts';

type OrderRow = OrdersQuery['orders']['edges'][number]['node'];

/** A line for each order, which leads to its page. */
export function OrderTable({ orders }: { orders: OrderRow[] }) {
  const { t } = useTranslation();
  const columns: Column<OrderRow>[] = [
    {
      name: t('orders.state'),
      look: 'headline',
      cell: ({ notification }) => <NotificationState code={notification.code} />,
    },
    {
      name: t('orders.order'),
      isRowName: true,
      look: 'headline',
      whole: ({ id }) => id,
      cell: ({ id }) => (
        <Link to={`/orders/${id}`} className="fixed">
          {id}
        </Link>
      ),
    },
    {
      name: t('orders.outOrderId'),
      look: 'long fixed',
      whole: ({ outOrderId }) => outOrderId ?? '',
      cell: ({ outOrderId }) => outOrderId ?? '–',
    },
    { name: t('orders.goods'), look: 'long', whole: ({ body }) => body, cell: ({ body }) => body },
    {
      name: t('orders.plugin'),
      look: 'long',
      whole: ({ plugin }) => plugin.name,
      cell: ({ plugin }) => plugin.name,
    },
    {
      name: t('orders.user'),
      look: 'long',
      whole: ({ user }) => user.nickname,
      cell: ({ user }) => user.nickname,
    },
    { name: t('orders.amount'), look: 'number', cell: ({ payFee }) => yuan(payFee) },
    { name: t('orders.createdAt'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
  ];
  return (
    <div className="orders">
      <Table label={t('orders.table')} columns={columns} rows={orders} keyOf={({ id }) => id} />
    </div>
  );
}
