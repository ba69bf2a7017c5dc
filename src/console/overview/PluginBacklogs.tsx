import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { PluginBacklogsDocument, type PluginBacklogsQuery } from '../generated/operations.ts';
import { duration } from '../parts/duration.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Instant } from '../parts/Instant.tsx';
import { ordersPath } from '../parts/listPaths.ts';
import { ReadState } from '../parts/ReadState.tsx';
import { share } from '../parts/share.ts';
import { Table, type Column } from '../parts/Table.tsx';

type Backlog = PluginBacklogsQuery['pluginBacklogs'][number];

/** The service counts no further. */
const mostOrders = 1000;

/** The plugins with the most orders of which their developers were not notified. Shows nothing if there are none. */
export function PluginBacklogs({ everyMs }: { everyMs: number }) {
  const { t } = useTranslation();
  const { data, error } = useLive(PluginBacklogsDocument, () => ({}), everyMs);
  const backlogs = data?.pluginBacklogs;
  if (backlogs?.length === 0) return null;
  const columns: Column<Backlog>[] = [
    {
      name: t('overview.plugin'),
      isRowName: true,
      look: 'long headline',
      whole: ({ plugin }) => plugin.name,
      cell: ({ plugin }) => (
        <Link to={`/plugins/${plugin.id}`}>
          <ForeignText text={plugin.name} />
        </Link>
      ),
    },
    {
      name: t('overview.notTold'),
      look: 'number',
      cell: ({ plugin, orders }) => (
        <Link to={ordersPath({ status: 'unacknowledged', plugin: plugin.id }, false)}>
          {orders.toLocaleString()}
          {orders === mostOrders && '+'}
        </Link>
      ),
    },
    {
      name: t('overview.longest'),
      look: 'number',
      cell: ({ longestWaitSeconds }) => duration(longestWaitSeconds, t),
    },
    { name: t('overview.receiver'), cell: (backlog) => <ReceiverNow backlog={backlog} /> },
    {
      name: t('plugin.lastSuccess'),
      cell: ({ lastAcknowledgedAt: at }) => (at ? <Instant at={at} /> : t('plugin.never')),
    },
  ];

  return (
    <section className="backlogs">
      <h2 id="backlogs">{t('overview.backlogs')}</h2>
      <ReadState isRead={!!data} error={data ? undefined : error} />
      {backlogs && <Table labelledBy="backlogs" columns={columns} rows={backlogs} keyOf={({ plugin }) => plugin.id} />}
    </section>
  );
}

function ReceiverNow({ backlog: { plugin, recentAttempts, recentAcknowledged } }: { backlog: Backlog }) {
  const { t } = useTranslation();
  return (
    <>
      {recentAttempts === 0
        ? t('overview.noRecent')
        : t('overview.recent', { share: share(recentAcknowledged, recentAttempts), count: recentAttempts })}
      {plugin.callbackUrl === null && <span className="note"> {t('notification.NO_CALLBACK_URL')}</span>}
      {plugin.deliveriesPaused && <span className="note"> {t('notification.PAUSED')}</span>}
    </>
  );
}
