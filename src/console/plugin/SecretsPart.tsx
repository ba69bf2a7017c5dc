import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { ResetSecretDocument, type PluginQuery } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { Instant } from '../parts/Instant.tsx';
import { ReasonField } from '../parts/ReasonField.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { formText } from '../parts/formText.ts';
import { valueLabels } from '../parts/valueLabels.ts';

type Plugin = NonNullable<PluginQuery['plugin']>;

interface SecretsPartParts {
  plugin: Plugin;
  isAllowed: boolean;
  onDone(): void;
}

/** The signing secrets there have been, by their last characters. */
export function SecretsPart({ plugin, isAllowed, onDone }: SecretsPartParts) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="card" aria-labelledby="secrets">
      <h2 id="secrets">{t('plugin.secrets')}</h2>
      <ul className="secrets">
        {plugin.secrets.map(({ id, hint, createdAt, expiresAt }) => (
          <li key={id}>
            <span className="fixed">…{hint}</span>{' '}
            <span className="note">
              {t('plugin.secretSince')} <Instant at={createdAt} />
              {t('plugin.secretFrom')}
              {expiresAt && (
                <>
                  {t('plugin.secretUntil')} <Instant at={expiresAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isAllowed && (
        <button type="button" onClick={() => setIsOpen(true)}>
          {t('plugin.reset')}
        </button>
      )}
      {isOpen && <ResetDialog pluginId={plugin.id} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

/** The times for which the old secret can go on verifying requests. */
const overlaps = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3600, name: 'hour' },
  { seconds: 7 * 86_400, name: 'week' },
  { seconds: 0, name: 'none' },
] as const;

function ResetDialog({ pluginId, onDone, onClose }: { pluginId: string; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const [{ data, error, fetching }, reset] = useMutation(ResetSecretDocument);
  const submit = async (form: HTMLFormElement) => {
    const overlapSeconds = Number(formText(form, 'overlapSeconds'));
    const result = await reset({ input: { pluginId, overlapSeconds, reason: formText(form, 'reason') || null } });
    if (!result.error) onDone();
  };
  return (
    <Dialog title={t('plugin.reset')} onClose={onClose}>
      {data ? (
        <ShownOnce label={t('plugin.newSecret')} value={data.resetPluginSecret.secret} />
      ) : (
        <DialogForm action={t('plugin.reset')} submit={submit} isBusy={fetching} error={error} onClose={onClose}>
          <p>{t('plugin.resetWhat')}</p>
          <label className="field">
            <span>{t(valueLabels.overlapSeconds)}</span>
            <select name="overlapSeconds">
              {overlaps.map(({ seconds, name }) => (
                <option key={seconds} value={seconds}>
                  {t(`plugin.overlaps.${name}`)}
                </option>
              ))}
            </select>
          </label>
          <ReasonField />
        </DialogForm>
      )}
    </Dialog>
  );
}
