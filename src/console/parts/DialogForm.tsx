import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { Problem } from './Problem.tsx';
import { ValueForm } from './ValueForm.tsx';

interface DialogFormParts {
  /** Names the button that submits. */
  action: string;
  submit(form: HTMLFormElement): Promise<void>;
  isBusy: boolean;
  error: CombinedError | undefined;
  /** Goes back without a change. */
  onClose(): void;
  children: ReactNode;
}

/** The form of a dialog: its fields, the reason why the last try failed, and its two buttons. */
export function DialogForm({ action, submit, isBusy, error, onClose, children }: DialogFormParts) {
  const { t } = useTranslation();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  return (
    <ValueForm error={error} onSubmit={onSubmit}>
      {children}
      {error && <Problem error={error} isChange />}
      <footer>
        <button type="button" onClick={onClose}>
          {t('dialog.back')}
        </button>
        <button type="submit" className="primary" disabled={isBusy}>
          {action}
        </button>
      </footer>
    </ValueForm>
  );
}
