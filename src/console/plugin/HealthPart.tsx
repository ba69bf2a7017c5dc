import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { PluginHealthDocument, type PluginQuery } from '../generated/operations.ts';
import { duration, milliseconds } from '../parts/duration.ts';
import { Instant } from '../parts/Instant.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { share } from '../parts/share.ts';
import { notToldPath } from '../plugins/notToldPath.ts';

const refreshEveryMs = 15_000;
const minuteMs = 60_000;
const daySeconds = 86_400;

/** How the plugin's receiver did in the last 24 hours. */
export function HealthPart({ plugin }: { plugin: NonNullable<PluginQuery['plugin']> }) {
  const { t } = useTranslation();
  const { id, sandbox, notTold } = plugin;
  const { data, error } = useLive(PluginHealthDocument, (now) => ({ id, sandbox, ...lastDay(now) }), refreshEveryMs);
  const day = data?.deliveryStats.buckets[0];
  const oldest = data?.deliveryStats.oldestUnacknowledgedSeconds ?? null;
  const last = data?.lastSuccess.edges[0]?.node.startedAt;

  return (
    <section className="card wide" aria-labelledby="health">
      <h2 id="health">{t('plugin.health')}</h2>
      <ReadState isRead={!!data} error={error} />
      {data && (
        <dl className="plain-figures">
          <div>
            <dt>{t('overview.acknowledged')}</dt>
            <dd>{day && day.attempts > 0 ? share(day.acknowledged, day.attempts) : '–'}</dd>
          </div>
          <div>
            <dt>{t('order.attemptCount')}</dt>
            <dd>{day?.attempts.toLocaleString() ?? '–'}</dd>
          </div>
          <div>
            <dt>{t('overview.median')}</dt>
            <dd>{written(day?.durationMsP50)}</dd>
          </div>
          <div>
            <dt>{t('overview.p99')}</dt>
            <dd>{written(day?.durationMsP99)}</dd>
          </div>
          <div>
            <dt>{t('overview.notTold')}</dt>
            <dd>
              {notTold.totalCount > 0 ? <Link to={notToldPath(plugin)}>{notTold.totalCount.toLocaleString()}</Link> : 0}
            </dd>
          </div>
          {/* It knows only what is still to be sent. Beside orders not told, a dash would say that nothing waits. */}
          {(oldest !== null || notTold.totalCount === 0) && (
            <div>
              <dt>{t('overview.oldest')}</dt>
              <dd>{oldest === null ? '–' : duration(oldest, t)}</dd>
            </div>
          )}
          <div>
            <dt>{t('plugin.lastSuccess')}</dt>
            <dd className="instant">{last ? <Instant at={last} /> : t('plugin.never')}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function written(ms: number | null | undefined): string {
  return typeof ms === 'number' ? milliseconds(ms) : '–';
}

/** Returns the 24 hours that end with the minute of now. */
function lastDay(now: Date) {
  const toMs = Math.ceil((now.getTime() + 1) / minuteMs) * minuteMs;
  return {
    from: new Date(toMs - daySeconds * 1000).toISOString(),
    to: new Date(toMs).toISOString(),
    bucketSeconds: daySeconds,
  };
}
