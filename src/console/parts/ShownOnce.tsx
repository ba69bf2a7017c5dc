import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A secret or a key that the service shows now and never again. It is kept nowhere in the page when this is gone. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<'copied' | 'selected'>();
  const input = useRef<HTMLInputElement>(null);
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
  return (
    <div className="shown-once">
      <label className="field">
        <span>{label}</span>
        <input ref={input} className="fixed" readOnly value={value} onFocus={({ target }) => target.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>
        {t('shownOnce.copy')}
      </button>
      <p className="note" role="status">
        {said && t(`shownOnce.${said}`)}
      </p>
      <p className="note">{t('shownOnce.note')}</p>
    </div>
  );
}
