import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { useSession } from '../app/SessionGate.tsx';
import { OverviewDocument } from '../generated/operations.ts';
import { wallTime } from '../parts/wallTime.ts';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Charts } from './Charts.tsx';
import { Figures } from './Figures.tsx';
import { PluginBacklogs } from './PluginBacklogs.tsx';
import { periods, rangeOf, type Period } from './periods.ts';
import { WaitingOrders } from './WaitingOrders.tsx';
import './overview.css';

const refreshEveryMs = 10_000;

/** Shows how callbacks go, and which developers were not notified. It refreshes itself. */
export function Overview() {
  const { t } = useTranslation();
  const { platform } = useSession();
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search.get('period'));
  const { data, error, readAt, readAgain } = useLive(OverviewDocument, (now) => rangeOf(period, now), refreshEveryMs);
  const stats = data?.deliveryStats;

  return (
    <>
      <PageTitle
        title={t('pages.overview')}
        beside={
          <div className="tools">
            <span className="note" aria-live="off">
              {readAt && t('overview.readAt', { time: wallTime(readAt.toISOString(), platform.timeZone).slice(11) })}
            </span>
            <label>
              <span className="unseen">{t('overview.period')}</span>
              <select value={period} onChange={({ target }) => setSearch({ period: target.value })}>
                {Object.keys(periods).map((name) => (
                  <option key={name} value={name}>
                    {t(`overview.${name as Period}`)}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" onClick={readAgain}>
              {t('overview.refresh')}
            </button>
          </div>
        }
      />
      <ReadState isRead error={error} />
      <Figures data={data} />
      <Charts buckets={stats?.buckets} timeZone={platform.timeZone} />
      <PluginBacklogs everyMs={refreshEveryMs} />
      <WaitingOrders everyMs={refreshEveryMs} />
    </>
  );
}

function readPeriod(text: string | null): Period {
  return text !== null && Object.hasOwn(periods, text) ? (text as Period) : 'day';
}
