import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CreateKeyDocument, type Role } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { TextField } from '../parts/TextField.tsx';
import { formText } from '../parts/formText.ts';

const roles: Role[] = ['VIEWER', 'OPERATOR', 'ADMIN'];

/** Makes a key, and shows it once. */
export function CreateKeyDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const [{ error, fetching }, create] = useMutation(CreateKeyDocument);
  const [key, setKey] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = { name: formText(form, 'name'), role: formText(form, 'role') as Role };
    const { data } = await create({ input });
    if (!data) return;
    setKey(data.createApiKey.key);
    onDone();
  };
  return (
    <Dialog title={t('keys.create')} onClose={onClose}>
      {key !== null ? (
        <ShownOnce label={t('keys.newKey')} value={key} />
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <TextField label={t('keys.name')} name="name" required maxLength={100} />
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
          {error && <Problem error={error} />}
          <footer>
            <button type="button" onClick={onClose}>
              {t('dialog.back')}
            </button>
            <button type="submit" className="primary" disabled={fetching}>
              {t('keys.create')}
            </button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}
