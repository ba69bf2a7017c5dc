import { useState, type ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { Dialog } from './Dialog.tsx';
import { DialogForm } from './DialogForm.tsx';
import { formText } from './formText.ts';
import { ReasonField } from './ReasonField.tsx';

interface ReasonDialogParts {
  /** Names the dialog and its button. */
  action: string;
  explanation: ReactNode;
  /** Does it, for this reason. Returns what went wrong; then the dialog stays open. */
  perform(reason: string): Promise<CombinedError | undefined>;
  onClose(): void;
}

/** Asks for the reason of a change, which the audit log keeps, before it is made. */
export function ReasonDialog({ action, explanation, perform, onClose }: ReasonDialogParts) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CombinedError>();

  const submit = async (form: HTMLFormElement) => {
    const reason = formText(form, 'reason');
    setIsBusy(true);
    const failed = await perform(reason);
    setIsBusy(false);
    if (failed) setError(failed);
    else onClose();
  };

  return (
    <Dialog title={action} onClose={onClose}>
      <DialogForm action={action} submit={submit} isBusy={isBusy} error={error} onClose={onClose}>
        <div>{explanation}</div>
        <ReasonField />
      </DialogForm>
    </Dialog>
  );
}
