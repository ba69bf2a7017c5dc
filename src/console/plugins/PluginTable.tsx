import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PluginsQuery } from '../generated/operations.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Table, type Column } from '../parts/Table.tsx';

type PluginRow = PluginsQuery['plugins']['edges'][number]['node'];

/** A line for each plugin, which leads to its page. */
export function PluginTable({ plugins }: { plugins: PluginRow[] }) {
  const { t } = useTranslation();
  const columns: Column<PluginRow>[] = [
    {
      name: t('plugins.name'),
      isRowName: true,
      look: 'long',
      cell: ({ id, name, deliveriesPaused }) => (
        <>
          <Link to={`/plugins/${id}`}>
            <ForeignText text={name} />
          </Link>
          {deliveriesPaused && <span className="state wait beside">{t('notification.PAUSED')}</span>}
        </>
      ),
    },
    { name: 'plugin_id', look: 'fixed', cell: ({ id }) => id },
    {
      name: t('plugins.waiting'),
      look: 'number',
      cell: ({ waiting }) => waiting.totalCount.toLocaleString(),
    },
    {
      name: t('plugins.gaveUp'),
      look: 'number',
      cell: ({ gaveUp: { totalCount } }) => (
        <span className={totalCount > 0 ? 'alarming' : undefined}>{totalCount.toLocaleString()}</span>
      ),
    },
    {
      name: t('order.callbackUrl'),
      look: 'long fixed',
      whole: ({ callbackUrl }) => callbackUrl ?? '',
      cell: ({ callbackUrl }) => callbackUrl ?? t('order.noUrl'),
    },
  ];
  return <Table label={t('plugins.table')} columns={columns} rows={plugins} keyOf={({ id }) => id} />;
}
