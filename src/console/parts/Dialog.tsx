import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../app/connection.ts';
import './dialog.css';

interface OpenDialog {
  /** Closes it, without a question. */
  close(): void;
  /** Lets a question come before it closes by Escape or ×; null: none. */
  askBefore(ask: (() => void) | null): void;
}

const InDialog = createContext<OpenDialog | null>(null);

/** Returns the dialog around a part of it. */
export const useDialog = () => useContext(InDialog)!;

/**
 * A dialog over the page. The browser's own element keeps the focus inside, closes by Escape, and gives the focus back.
 * Libraries do so with style elements, which the policy of the page refuses.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation();
  const isLost = useConnectionState().reachedSinceMs === null;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const question = useRef<(() => void) | null>(null);
  const leave = () => (question.current ?? onClose)();
  const open = useMemo(
    () => ({ close: onClose, askBefore: (ask: (() => void) | null) => void (question.current = ask) }),
    [onClose],
  );
  // A browser lets a page refuse the first request to close, but not the second one in a row. It never gets this one.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !question.current) return;
    event.preventDefault();
    leave();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    leave();
  };
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
    <dialog ref={element} aria-labelledby={id} onKeyDown={onKeyDown} onCancel={onCancel} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet" aria-label={t('dialog.close')} onClick={leave}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {/* The banner of the page is behind the dialog, where nobody can read or hear it. */}
      {isLost && (
        <p role="alert" className="banner">
          {t('lost')}
        </p>
      )}
      <InDialog.Provider value={open}>{children}</InDialog.Provider>
    </dialog>
  );
}

/** Gives the focus to the first field, or else to the first button below. By itself it goes to the button that closes. */
function focusFirst(dialog: HTMLDialogElement): void {
  dialog.querySelector<HTMLElement>('input, select, textarea, footer button')?.focus();
}
