import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../app/connection.ts';
import './dialog.css';

/**
 * A dialog over the page. The browser's own element keeps the focus inside, closes by Escape, and gives the focus back.
 * Libraries do so with style elements, which the policy of the page refuses.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation();
  const isLost = useConnectionState().reachedSinceMs === null;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // Layout effects end while the dialog is still in the document. Later, it could not give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const opener = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);
    return () => {
      dialog.close();
      const isOpenerGone = opener !== document.body && document.activeElement === document.body;
      if (isOpenerGone) document.getElementById('content')?.focus();
    };
  }, []);
  // The next step of a dialog can take the place of the control that had the focus.
  useLayoutEffect(() => {
    const dialog = element.current!;
    if (!dialog.contains(document.activeElement)) focusFirst(dialog);
  });
  return (
    <dialog ref={element} aria-labelledby={id} onCancel={onClose} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet" aria-label={t('dialog.close')} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {/* The banner of the page is behind the dialog, where nobody can read or hear it. */}
      {isLost && (
        <p role="alert" className="banner">
          {t('lost')}
        </p>
      )}
      {children}
    </dialog>
  );
}

/** Gives the focus to the first field, or else to the first button below. By itself it goes to the button that closes. */
function focusFirst(dialog: HTMLDialogElement): void {
  dialog.querySelector<HTMLElement>('input, select, textarea, footer button')?.focus();
}
