import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { CreatePluginDocument } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { TextField } from '../parts/TextField.tsx';
import { formText } from '../parts/formText.ts';

/** Creates a plugin, and shows its signing secret once. */
export function CreatePluginDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [{ error, fetching }, create] = useMutation(CreatePluginDocument);
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);

  const submit = async (form: HTMLFormElement) => {
    const callbackUrl = formText(form, 'callbackUrl');
    const { data } = await create({
      input: {
        name: formText(form, 'name'),
        callbackUrl: callbackUrl || null,
        sandbox: formText(form, 'sandbox') !== '',
      },
    });
    if (data) setCreated({ id: data.createPlugin.plugin.id, secret: data.createPlugin.secret });
  };

  return (
    <Dialog title={t('plugins.create')} onClose={onClose}>
      {created ? (
        <ShownOnce
          label={t('plugin.newSecret')}
          value={created.secret}
          onward={
            <Link to={`/plugins/${created.id}`} className="button">
              {t('plugins.open')}
            </Link>
          }
        />
      ) : (
        <DialogForm action={t('plugins.create')} submit={submit} isBusy={fetching} error={error} onClose={onClose}>
          <TextField name="name" required maxLength={100} />
          <TextField name="callbackUrl" type="url" />
          <label className="choice">
            <input type="checkbox" name="sandbox" /> {t('sandbox.create')}
          </label>
        </DialogForm>
      )}
    </Dialog>
  );
}
