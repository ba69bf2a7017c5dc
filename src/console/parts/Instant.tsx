import { useTranslation } from 'react-i18next';
import { useSession } from '../app/SessionGate.tsx';
import { wallTime } from './wallTime.ts';

/** Shows a time in the platform's zone, as in the callbacks. The tooltip shows it in UTC. */
export function Instant({ at }: { at: string }) {
  const { platform } = useSession();
  const { t } = useTranslation();
  return (
    <time dateTime={at} title={t('utc', { time: at.replace('T', ' ').replace('Z', '') })}>
      {wallTime(at, platform.timeZone)}
    </time>
  );
}
