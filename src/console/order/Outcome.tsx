import { useTranslation } from 'react-i18next';
import type { AttemptOutcome } from '../generated/operations.ts';

/** How an attempt ended, in a word, a colour and a shape. */
export function Outcome({ outcome }: { outcome: AttemptOutcome }) {
  const { t } = useTranslation();
  const tone = outcome === 'ACKNOWLEDGED' ? 'good' : outcome === 'STARTED' ? 'wait' : 'bad';
  return (
    <span className={`state ${tone}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      {t(`outcome.${outcome}`)}
    </span>
  );
}

const shapes = { good: 'M3 8.5 6.5 12 13 4.5', wait: 'M2 8h11M9 4l4 4-4 4', bad: 'M4 4l8 8M12 4l-8 8' };
