import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useDialog } from './Dialog.tsx';

/**
 * A secret or a key that the service shows now and never again, at the end of a dialog. It is kept nowhere in the page when this
 * is gone. So a reader who leaves before it was copied is asked first, also on the way back of the browser.
 */
export function ShownOnce({ label, value, onward }: { label: string; value: string; onward?: ReactNode }) {
  const { t } = useTranslation();
  const { close, askBefore } = useDialog();
  const [said, setSaid] = useState<'copied' | 'selected'>();
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isCopied = said === 'copied';
  const blocker = useBlocker(!isCopied);
  const isLeaving = !isCopied && (isAsking || blocker.state === 'blocked');

  useEffect(() => {
    askBefore(isCopied ? null : () => setIsAsking(true));
    return () => askBefore(null);
  }, [askBefore, isCopied]);
  useBeforeUnload((event) => {
    if (!isCopied) event.preventDefault();
  });

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('copied');
    } catch {
      // Without https there is no clipboard, and a browser may forbid it.
      input.current?.focus();
      setSaid('selected');
    }
  };
  const stay = () => {
    setIsAsking(false);
    blocker.reset?.();
  };
  const leave = () => {
    if (blocker.state === 'blocked') blocker.proceed();
    else close();
  };

  return (
    <>
      <div className="shown-once">
        <label className="field">
          <span>{label}</span>
          <input
            ref={input}
            className="fixed"
            readOnly
            value={value}
            onFocus={({ target }) => target.select()}
            onCopy={() => setSaid('copied')}
          />
        </label>
        <button type="button" onClick={() => void copy()}>
          {t('shownOnce.copy')}
        </button>
        <p className="note" role="status">
          {said && t(`shownOnce.${said}`)}
        </p>
        <p className="note">{t('shownOnce.note')}</p>
      </div>
      {isLeaving ? (
        <>
          <p role="alert" className="problem">
            {t('shownOnce.notCopied')}
          </p>
          <footer>
            <button type="button" autoFocus onClick={stay}>
              {t('dialog.back')}
            </button>
            <button type="button" className="danger" onClick={leave}>
              {t('shownOnce.leave')}
            </button>
          </footer>
        </>
      ) : (
        <footer>
          {onward}
          <button type="button" className="primary" onClick={() => (isCopied ? close() : setIsAsking(true))}>
            {t('shownOnce.done')}
          </button>
        </footer>
      )}
    </>
  );
}
