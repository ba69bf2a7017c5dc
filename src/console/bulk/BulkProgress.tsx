import { useTranslation } from 'react-i18next';
import { useNow } from '../app/useNow.ts';
import { duration } from '../parts/duration.ts';
import { Problem } from '../parts/Problem.tsx';
import type { Bulk, Preview } from './bulk.ts';

interface BulkProgressParts {
  preview: Preview;
  bulk: Bulk;
  stop(): void;
  goOn(): void;
  onClose(): void;
}

/** Says how many notifications were requested, and at the end why others were not. */
export function BulkProgress({ preview, bulk, stop, goOn, onClose }: BulkProgressParts) {
  const { t } = useTranslation();
  const { state, requested, goesOnAt, error } = bulk;
  const total = Math.max(preview.orders, requested);
  const isRunning = state === 'running' || state === 'waiting' || state === 'stopping';
  const canGoOn = ['stopped', 'unsure', 'refused', 'failed'].includes(state);
  return (
    <div className="stacked">
      <progress max={total} value={requested} aria-label={t('bulk.action')} />
      <p role="status">{t(`bulk.${state}`, { done: requested, total })}</p>
      {goesOnAt && <GoesOn at={goesOnAt} />}
      {state === 'refused' && error && <Problem error={error} />}
      {state === 'complete' && <LeftOut preview={preview} requested={requested} />}
      <footer>
        {isRunning ? (
          <button type="button" aria-disabled={state === 'stopping'} onClick={stop}>
            {t('bulk.stop')}
          </button>
        ) : (
          <button type="button" onClick={onClose}>
            {t('dialog.close')}
          </button>
        )}
        {canGoOn && (
          <button type="button" className="primary" onClick={goOn}>
            {t('bulk.goOn')}
          </button>
        )}
      </footer>
    </div>
  );
}

function GoesOn({ at }: { at: Date }) {
  const { t } = useTranslation();
  const seconds = (at.getTime() - useNow(1000).getTime()) / 1000;
  // A timer is not read aloud each second.
  return (
    <p className="note" role="timer">
      {t('bulk.goesOnIn', { time: duration(seconds, t) })}
    </p>
  );
}

function LeftOut({ preview, requested }: { preview: Preview; requested: number }) {
  const { t } = useTranslation();
  const counts = {
    alreadyAsked: preview.alreadyAsked,
    withoutUrl: preview.withoutCallbackUrl,
    // After the preview, receivers and other staff went on.
    meanwhile: Math.max(0, preview.orders - requested),
  };
  const names = (['meanwhile', 'alreadyAsked', 'withoutUrl'] as const).filter((name) => counts[name] > 0);
  return names.map((name) => (
    <p key={name} className="note">
      {t(`bulk.${name}`, { count: counts[name] })}
    </p>
  ));
}
