import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PluginsQuery } from '../generated/operations.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { notToldPath } from './notToldPath.ts';

type PluginRow = PluginsQuery['plugins']['edges'][number]['node'];

/** A line for each plugin, which leads to its page. */
export function PluginTable({ plugins }: { plugins: PluginRow[] }) {
  const { t } = useTranslation();
  const columns: Column<PluginRow>[] = [
    {
      name: t('plugins.name'),
      isRowName: true,
      look: 'long headline',
      cell: ({ id, name, deliveriesPaused }) => (
        <>
          <Link to={`/plugins/${id}`}>
            <ForeignText text={name} />
          </Link>
          {deliveriesPaused && <span className="state wait beside">{t('notification.PAUSED')}</span>}
        </>
      ),
    },
    { name: 'plugin_id', look: 'fixed headline', cell: ({ id }) => id },
    {
      name: t('overview.notTold'),
      look: 'number',
      cell: (plugin) =>
        plugin.notTold.totalCount > 0 ? (
          <Link to={notToldPath(plugin)}>{plugin.notTold.totalCount.toLocaleString()}</Link>
        ) : (
          0
        ),
    },
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
      cell: (plugin) => plugin.callbackUrl ?? <NoUrl plugin={plugin} />,
    },
  ];
  return <Table label={t('plugins.table')} columns={columns} rows={plugins} keyOf={({ id }) => id} />;
}

/** Nobody is told of a live plugin's payments, and nothing retries. Callbacks of a sandbox plugin wait for a listener. */
function NoUrl({ plugin: { sandbox, notTold } }: { plugin: PluginRow }) {
  const { t } = useTranslation();
  if (sandbox) return t('order.noUrl');
  return <span className={notTold.totalCount > 0 ? 'state bad' : 'state wait'}>{t('order.noUrl')}</span>;
}
