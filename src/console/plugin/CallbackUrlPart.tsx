import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CheckCallbackUrlDocument, UpdatePluginDocument, type Role } from '../generated/operations.ts';
import { Problem } from '../parts/Problem.tsx';
import { TextField } from '../parts/TextField.tsx';
import { UrlReport } from './UrlReport.tsx';

interface CallbackUrlPartParts {
  pluginId: string;
  callbackUrl: string | null;
  role: Role;
}

/** Where callbacks go. A check shows what a callback to the address would meet, before it is saved. */
export function CallbackUrlPart({ pluginId, callbackUrl, role }: CallbackUrlPartParts) {
  const { t } = useTranslation();
  const [url, setUrl] = useState(callbackUrl ?? '');
  const [checked, check] = useMutation(CheckCallbackUrlDocument);
  const [saved, save] = useMutation(UpdatePluginDocument);
  // A colleague may have changed it.
  useEffect(() => setUrl(callbackUrl ?? ''), [callbackUrl]);
  const error = checked.error ?? saved.error;
  const isChanged = url.trim() !== (callbackUrl ?? '');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await save({ input: { id: pluginId, callbackUrl: url.trim() || null } });
  };

  return (
    <section className="card tall" aria-labelledby="url">
      <h2 id="url">{t('plugin.callbacks')}</h2>
      <form className="stacked" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('order.callbackUrl')}
          className="fixed"
          spellCheck={false}
          value={url}
          readOnly={role !== 'ADMIN'}
          onChange={({ target }) => setUrl(target.value)}
        />
        <div className="tools">
          {role !== 'VIEWER' && (
            <button
              type="button"
              disabled={url.trim() === '' || checked.fetching}
              onClick={() => void check({ input: { url: url.trim(), pluginId } })}
            >
              {t('plugin.check')}
            </button>
          )}
          {role === 'ADMIN' && (
            <button type="submit" className="primary" disabled={saved.fetching}>
              {t('plugin.save')}
            </button>
          )}
        </div>
        <div role="status">
          {saved.data && !isChanged && <p className="good-note">{t('plugin.saved')}</p>}
          {checked.data && !checked.fetching && <UrlReport report={checked.data.checkCallbackUrl} />}
        </div>
        {error && <Problem error={error} isChange={checked.error === undefined} />}
      </form>
    </section>
  );
}
