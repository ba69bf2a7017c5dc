import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CheckCallbackUrlDocument, UpdatePluginDocument, type Role } from '../generated/operations.ts';
import { AfterPause } from '../parts/AfterPause.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { formText } from '../parts/formText.ts';
import { Problem } from '../parts/Problem.tsx';
import { ReasonField } from '../parts/ReasonField.tsx';
import { TextField } from '../parts/TextField.tsx';
import { ValueForm } from '../parts/ValueForm.tsx';
import { UrlReport } from './UrlReport.tsx';

interface CallbackUrlPartParts {
  pluginId: string;
  callbackUrl: string | null;
  role: Role;
}

/**
 * Where callbacks go. A check shows what a callback to the address would meet. Saving checks first, and saves an address that
 * would fail only when it is asked again.
 */
export function CallbackUrlPart({ pluginId, callbackUrl, role }: CallbackUrlPartParts) {
  const { t } = useTranslation();
  const present = callbackUrl ?? '';
  // What is typed, and the address that was there when the typing began. A colleague may change that one meanwhile.
  const [draft, setDraft] = useState<{ text: string; from: string }>();
  const url = (draft?.text ?? present).trim();
  const [asked, setAsked] = useState({ action: '', url: '' });
  const [isRemoving, setIsRemoving] = useState(false);
  const [checked, check] = useMutation(CheckCallbackUrlDocument);
  const [saved, save] = useMutation(UpdatePluginDocument);
  // What was said of another address says nothing of this one.
  const checkError = checked.operation?.variables.input.url === url ? checked.error : undefined;
  const error = asked.url === url ? ((asked.action === 'save' ? saved.error : undefined) ?? checkError) : undefined;
  const isSaving = saved.fetching || (checked.fetching && asked.action === 'save');
  const report =
    checked.data && !checked.fetching && checked.operation?.variables.input.url === url
      ? checked.data.checkCallbackUrl
      : undefined;
  const isWarned = report?.ok === false && url !== present;
  const isSaved = saved.data?.updatePlugin.plugin.callbackUrl === callbackUrl && draft === undefined;

  const startCheck = () => {
    setAsked({ action: 'check', url });
    void check({ input: { url, pluginId } });
  };
  const saveUrl = async (form: HTMLFormElement) => {
    const reason = formText(form, 'reason') || null;
    setAsked({ action: 'save', url });
    if (url !== '' && !report) {
      const { data } = await check({ input: { url, pluginId } });
      if (!data?.checkCallbackUrl.ok) return;
    }
    const result = await save({ input: { id: pluginId, callbackUrl: url || null, reason } });
    if (result.error) return;
    setDraft(undefined);
    setIsRemoving(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (url === '' && present !== '') setIsRemoving(true);
    else void saveUrl(event.currentTarget);
  };

  return (
    <section className="card tall" aria-labelledby="url">
      <h2 id="url">{t('plugin.callbacks')}</h2>
      <ValueForm className="stacked" error={isRemoving ? undefined : error} onSubmit={submit}>
        <TextField
          name="callbackUrl"
          className="fixed"
          spellCheck={false}
          value={draft?.text ?? present}
          readOnly={role !== 'ADMIN' || isSaving}
          onChange={({ target }) => setDraft({ text: target.value, from: draft?.from ?? present })}
        />
        {/* To remove it, the dialog asks. */}
        {role === 'ADMIN' && url !== '' && url !== present && <ReasonField />}
        <div className="tools">
          {role !== 'VIEWER' && (
            <button type="button" disabled={url === '' || checked.fetching} onClick={startCheck}>
              {t('plugin.check')}
            </button>
          )}
          {role === 'ADMIN' && (
            <button type="submit" className={isWarned ? 'danger' : 'primary'} disabled={url === present || isSaving}>
              {t(isWarned ? 'plugin.saveNevertheless' : 'plugin.save')}
            </button>
          )}
        </div>
        <div role="status">
          {draft && draft.from !== present && url !== present && (
            <p className="note">{t('plugin.changedMeanwhile', { url: present || t('order.noUrl') })}</p>
          )}
          {isSaved && <p className="good-note">{t(present === '' ? 'plugin.removed' : 'plugin.saved')}</p>}
          {checked.fetching && (
            <AfterPause>
              <p className="note">{t('plugin.checking')}</p>
            </AfterPause>
          )}
          {report && <UrlReport report={report} />}
          {isWarned && asked.action === 'save' && !saved.fetching && <p className="note">{t('plugin.notSaved')}</p>}
        </div>
        {error && !isRemoving && <Problem error={error} isChange={error !== checkError} />}
      </ValueForm>
      {isRemoving && (
        <Dialog title={t('plugin.remove')} onClose={() => setIsRemoving(false)}>
          <DialogForm
            action={t('plugin.remove')}
            submit={saveUrl}
            isBusy={saved.fetching}
            error={error}
            onClose={() => setIsRemoving(false)}
          >
            <p>{t('plugin.removeWhat')}</p>
            <ReasonField />
          </DialogForm>
        </Dialog>
      )}
    </section>
  );
}
