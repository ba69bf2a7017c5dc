import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewQuery } from '../generated/operations.ts';

/** The chart library comes after the figures. */
const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

type Buckets = OverviewQuery['deliveryStats']['buckets'];

/** Attempts and their durations over time. */
export function Charts({ buckets, timeZone }: { buckets: Buckets | undefined; timeZone: string }) {
  const { t } = useTranslation();
  const sum = (name: 'acknowledged' | 'failed') => (buckets ?? []).reduce((total, bucket) => total + bucket[name], 0);
  const isEmpty = buckets?.every(({ attempts }) => attempts === 0) ?? false;
  const starts = buckets?.map(({ start }) => Date.parse(start) / 1000) ?? [];

  return (
    <div className="charts">
      <figure>
        <figcaption>
          <h2>{t('overview.callbacks')}</h2>
          <span className="key acknowledged">{t('overview.acknowledged')}</span>
          <span className="key failed">{t('overview.failed')}</span>
        </figcaption>
        <p className="unseen">
          {t('overview.callbacksSaid', { acknowledged: sum('acknowledged'), failed: sum('failed') })}
        </p>
        <div className="plot" aria-hidden="true">
          {isEmpty && <p className="empty">{t('overview.noAttempts')}</p>}
          {buckets && !isEmpty && (
            <Suspense>
              <TimeChart
                timeZone={timeZone}
                starts={starts}
                form="bars"
                series={[
                  // The bar of the failed ones stands behind, and is seen above that of the acknowledged ones.
                  {
                    label: t('overview.failed'),
                    colour: '--bad',
                    values: buckets.map(({ acknowledged, failed }) => acknowledged + failed),
                    said: buckets.map(({ failed }) => failed),
                  },
                  {
                    label: t('overview.acknowledged'),
                    colour: '--good',
                    values: buckets.map(({ acknowledged }) => acknowledged),
                  },
                ]}
              />
            </Suspense>
          )}
        </div>
      </figure>
      <figure>
        <figcaption>
          <h2>{t('overview.latencies')}</h2>
          <span className="key median">{t('overview.median')}</span>
          <span className="key p99">{t('overview.p99')}</span>
        </figcaption>
        <p className="unseen">{t('overview.latenciesSaid')}</p>
        <div className="plot" aria-hidden="true">
          {isEmpty && <p className="empty">{t('overview.noAttempts')}</p>}
          {buckets && !isEmpty && (
            <Suspense>
              <TimeChart
                timeZone={timeZone}
                starts={starts}
                form="lines"
                series={[
                  {
                    label: t('overview.median'),
                    colour: '--accent',
                    values: buckets.map(({ durationMsP50 }) => durationMsP50),
                  },
                  {
                    label: t('overview.p99'),
                    colour: '--wait',
                    values: buckets.map(({ durationMsP99 }) => durationMsP99),
                    isDashed: true,
                  },
                ]}
              />
            </Suspense>
          )}
        </div>
      </figure>
    </div>
  );
}
