import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/SessionGate.tsx';
import { isWallTime } from '../parts/wallTime.ts';
import { useOrderSearch } from './useOrderSearch.ts';

/** The two ends of an exact range of time, and the zone that they are in: that of the platform, not that of the reader's device. */
export function RangeFields() {
  const { t } = useTranslation();
  const { platform } = useSession();
  const [search, change] = useOrderSearch();
  const zone = useId();
  return (
    <div className="range" role="group" aria-label={t('orders.range')}>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          <span>{t(`orders.${name}`)}</span>
          <input
            type="datetime-local"
            aria-describedby={zone}
            value={isWallTime(search.get(name) ?? '') ? search.get(name)! : ''}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </label>
      ))}
      <p id={zone} className="note">
        {t('orders.zone', { zone: platform.timeZone })}
      </p>
    </div>
  );
}
