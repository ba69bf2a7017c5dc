import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './dialog.css';

/**
 * A dialog over the page. The browser's own element keeps the focus inside, closes by Escape, and gives the focus back.
 * Libraries do so with style elements, which the policy of the page refuses.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    // By itself the focus goes to the first control, which closes.
    dialog.querySelector<HTMLElement>('input, select, textarea, footer button')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onCancel={onClose} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet" aria-label={t('dialog.close')} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {children}
    </dialog>
  );
}
