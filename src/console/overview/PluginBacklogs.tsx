import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { PluginBacklogsDocument, type PluginBacklogsQuery } from '../generated/operations.ts';
import { duration } from '../parts/duration.ts';
import { Instant } from '../parts/Instant.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { share } from '../parts/share.ts';

/** The plugins with the most orders of which their developers were not notified. Shows nothing if there are none. */
export function PluginBacklogs({ everyMs }: { everyMs: number }) {
  const { t } = useTranslation();
  const { data, error } = useLive(PluginBacklogsDocument, () => ({}), everyMs);
  const backlogs = data?.pluginBacklogs;
  if (backlogs?.length === 0) return null;

  return (
    <section className="backlogs">
      <h2 id="backlogs">{t('overview.backlogs')}</h2>
      <ReadState isRead={!!data} error={data ? undefined : error} />
      {backlogs && (
        <div className="scroll" role="region" aria-labelledby="backlogs" tabIndex={0}>
          <table aria-labelledby="backlogs">
            <thead>
              <tr>
                <th scope="col">{t('overview.plugin')}</th>
                <th scope="col" className="number">
                  {t('overview.notTold')}
                </th>
                <th scope="col" className="number">
                  {t('overview.longest')}
                </th>
                <th scope="col">{t('overview.receiver')}</th>
                <th scope="col">{t('plugin.lastSuccess')}</th>
              </tr>
            </thead>
            <tbody>
              {backlogs.map((backlog) => (
                <Row key={backlog.plugin.id} backlog={backlog} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The service counts no further. */
const mostOrders = 1000;

type Backlog = PluginBacklogsQuery['pluginBacklogs'][number];

function Row({ backlog }: { backlog: Backlog }) {
  const { t } = useTranslation();
  const { plugin, orders, longestWaitSeconds, recentAttempts, recentAcknowledged, lastAcknowledgedAt } = backlog;
  return (
    <tr>
      <th scope="row" className="long">
        <Link to={`/plugins/${plugin.id}`}>{plugin.name}</Link>
      </th>
      <td className="number">
        <Link to={`/orders?${new URLSearchParams({ status: 'unacknowledged', plugin: plugin.id }).toString()}`}>
          {orders.toLocaleString()}
          {orders === mostOrders && '+'}
        </Link>
      </td>
      <td className="number">{duration(longestWaitSeconds, t)}</td>
      <td>
        {recentAttempts === 0
          ? t('overview.noRecent')
          : t('overview.recent', { share: share(recentAcknowledged, recentAttempts), count: recentAttempts })}
        {plugin.callbackUrl === null && <span className="note"> {t('notification.NO_CALLBACK_URL')}</span>}
        {plugin.deliveriesPaused && <span className="note"> {t('notification.PAUSED')}</span>}
      </td>
      <td>{lastAcknowledgedAt ? <Instant at={lastAcknowledgedAt} /> : t('plugin.never')}</td>
    </tr>
  );
}
