import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdatePluginDocument, type PluginQuery } from '../generated/operations.ts';
import { Problem } from '../parts/Problem.tsx';

type Plugin = NonNullable<PluginQuery['plugin']>;

/** Pauses and resumes the callbacks of a plugin. What is due meanwhile waits. */
export function PausePart({ plugin, isAllowed }: { plugin: Plugin; isAllowed: boolean }) {
  const { t } = useTranslation();
  const [{ error, fetching }, update] = useMutation(UpdatePluginDocument);
  const { id, deliveriesPaused, waiting } = plugin;
  return (
    <section className="card" aria-labelledby="pause">
      <h2 id="pause">{t('plugin.sending')}</h2>
      <p>
        {t(deliveriesPaused ? 'plugin.isPaused' : 'plugin.isSending')}
        {t('plugin.gap')}
        {t('plugin.waiting', { count: waiting.totalCount })}
      </p>
      {error && <Problem error={error} isChange />}
      {isAllowed && (
        <button
          type="button"
          disabled={fetching}
          onClick={() => void update({ input: { id, deliveriesPaused: !deliveriesPaused } })}
        >
          {t(deliveriesPaused ? 'plugin.resume' : 'plugin.pause')}
        </button>
      )}
    </section>
  );
}
