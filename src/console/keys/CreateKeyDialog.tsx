import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CreateKeyDocument, type Role } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { ForeignText } from '../parts/ForeignText.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { TextField } from '../parts/TextField.tsx';
import { formText } from '../parts/formText.ts';

/** Every role, in the order of their rights. */
const roles = Object.keys({ VIEWER: 1, OPERATOR: 2, ADMIN: 3 } satisfies Record<Role, number>) as Role[];

/** Makes a key, and shows it once. */
export function CreateKeyDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const [{ error, fetching }, create] = useMutation(CreateKeyDocument);
  const [created, setCreated] = useState<{ key: string; name: string; role: Role } | null>(null);
  const submit = async (form: HTMLFormElement) => {
    const input = { name: formText(form, 'name'), role: formText(form, 'role') as Role };
    const { data } = await create({ input });
    if (!data) return;
    setCreated({ ...input, key: data.createApiKey.key });
    onDone();
  };
  return (
    <Dialog title={t('keys.create')} onClose={onClose}>
      {created ? (
        <>
          <p>
            <ForeignText text={created.name} /> <span className="note">{t(`role.${created.role}`)}</span>
          </p>
          <ShownOnce label={t('keys.newKey')} value={created.key} />
        </>
      ) : (
        <DialogForm action={t('keys.create')} submit={submit} isBusy={fetching} error={error} onClose={onClose}>
          <TextField name="name" required maxLength={100} />
          <label className="field">
            <span>{t('keys.role')}</span>
            <select name="role">
              {roles.map((role) => (
                <option key={role} value={role}>
                  {t(`role.${role}`)}
                </option>
              ))}
            </select>
          </label>
        </DialogForm>
      )}
    </Dialog>
  );
}
