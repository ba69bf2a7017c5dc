import { useTranslation } from 'react-i18next';

/** A secret or a key that the service shows now and never again. It is kept nowhere in the page when this is gone. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <div className="shown-once">
      <label className="field">
        <span>{label}</span>
        <input className="fixed" readOnly value={value} onFocus={({ target }) => target.select()} />
      </label>
      <button type="button" onClick={() => void navigator.clipboard?.writeText(value)}>
        {t('shownOnce.copy')}
      </button>
      <p className="note">{t('shownOnce.note')}</p>
    </div>
  );
}
