import { useTranslation } from 'react-i18next';
import { useSession } from '../app/SessionGate.tsx';
import { wallTime } from './wallTime.ts';

/** A time in the platform's zone, as developers get it; with UTC when one points at it. */
export function Instant({ at }: { at: string }) {
  const { platform } = useSession();
  const { t } = useTranslation();
  return (
    <time dateTime={at} title={t('utc', { time: at.replace('T', ' ').replace('Z', '') })}>
      {wallTime(at, platform.timeZone)}
    </time>
  );
}
