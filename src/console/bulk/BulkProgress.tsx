import { useTranslation } from 'react-i18next';
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
  const { state, requested, waitSeconds, error } = bulk;
  const total = Math.max(preview.orders, requested);
  const isRunning = state === 'running' || state === 'waiting';
  return (
    <div className="stacked">
      <progress max={total} value={requested} aria-label={t('bulk.action')} />
      <p role="status">{t(`bulk.${state}`, { done: requested, total, seconds: waitSeconds })}</p>
      {error && <Problem error={error} />}
      {state === 'complete' && <LeftOut preview={preview} requested={requested} />}
      <footer>
        {isRunning ? (
          <button type="button" onClick={stop}>
            {t('bulk.stop')}
          </button>
        ) : (
          <button type="button" onClick={onClose}>
            {t('dialog.close')}
          </button>
        )}
        {(state === 'failed' || state === 'stopped') && (
          <button type="button" className="primary" onClick={goOn}>
            {t('bulk.goOn')}
          </button>
        )}
      </footer>
    </div>
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
