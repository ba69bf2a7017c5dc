import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdatePluginDocument, type PluginQuery } from '../generated/operations.ts';
import { formText } from '../parts/formText.ts';
import { Problem } from '../parts/Problem.tsx';
import { ReasonField } from '../parts/ReasonField.tsx';
import { ValueForm } from '../parts/ValueForm.tsx';

type Plugin = NonNullable<PluginQuery['plugin']>;

/** Pauses and resumes the callbacks of a plugin. What is due meanwhile waits. */
export function PausePart({ plugin, isAllowed }: { plugin: Plugin; isAllowed: boolean }) {
  const { t } = useTranslation();
  const [{ error, fetching }, update] = useMutation(UpdatePluginDocument);
  const { id, deliveriesPaused, waiting } = plugin;
  const isUntold = plugin.callbackUrl === null && !plugin.sandbox;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reason = formText(form, 'reason') || null;
    const result = await update({ input: { id, deliveriesPaused: !deliveriesPaused, reason } });
    // The next change has a reason of its own.
    if (!result.error) form.reset();
  };
  return (
    <section className="card" aria-labelledby="pause">
      <h2 id="pause">{t('plugin.sending')}</h2>
      <p>
        {t(isUntold ? 'plugin.isUntold' : deliveriesPaused ? 'plugin.isPaused' : 'plugin.isSending')}
        {t('plugin.gap')}
        {(!isUntold || waiting.totalCount > 0) && t('plugin.waiting', { count: waiting.totalCount })}
      </p>
      {isAllowed && (
        <ValueForm className="with-reason" error={error} onSubmit={(event) => void submit(event)}>
          {error && <Problem error={error} isChange />}
          <ReasonField />
          <button type="submit" disabled={fetching}>
            {t(deliveriesPaused ? 'plugin.resume' : 'plugin.pause')}
          </button>
        </ValueForm>
      )}
    </section>
  );
}
