import { useTranslation } from 'react-i18next';
import type { OverviewQuery } from '../generated/operations.ts';
import { duration, milliseconds } from '../parts/duration.ts';
import { share } from '../parts/share.ts';

/** The figures that an operator looks at first. Their places are there before their values are. */
export function Figures({ data }: { data: OverviewQuery | undefined }) {
  const { t } = useTranslation();
  const stats = data?.deliveryStats;
  const whole = data?.whole.buckets[0];
  const oldest = stats?.oldestUnacknowledgedSeconds ?? null;
  return (
    <dl className="figures">
      <Figure
        name={t('overview.overdue')}
        value={stats && stats.overdue.toLocaleString()}
        note={t('overview.overdueNote')}
        isAlarming={(stats?.overdue ?? 0) > 0}
      />
      <Figure
        name={t('overview.oldest')}
        value={stats && (oldest === null ? '–' : duration(oldest, t))}
        note={oldest === null ? t('overview.nothingWaits') : t('overview.oldestNote')}
      />
      <Figure name={t('overview.pending')} value={stats?.pending.toLocaleString()} note={t('overview.pendingNote')} />
      <Figure
        name={t('overview.acknowledged')}
        value={whole && (whole.attempts === 0 ? '–' : share(whole.acknowledged, whole.attempts))}
        note={whole && t('overview.acknowledgedNote', { ...whole })}
      />
      <Figure
        name={t('overview.latency')}
        value={whole && (whole.durationMsP50 === null ? '–' : milliseconds(whole.durationMsP50))}
        note={
          typeof whole?.durationMsP99 === 'number'
            ? t('overview.latencyNote', { p99: milliseconds(whole.durationMsP99) })
            : undefined
        }
      />
    </dl>
  );
}

interface FigureParts {
  name: string;
  value: string | undefined;
  note: string | undefined;
  isAlarming?: boolean;
}

function Figure({ name, value, note, isAlarming = false }: FigureParts) {
  return (
    <div className={isAlarming ? 'figure alarming' : 'figure'}>
      <dt>{name}</dt>
      <dd>
        <span className="value">{value ?? '\u00a0'}</span>
        <span className="note">{note ?? '\u00a0'}</span>
      </dd>
    </div>
  );
}
