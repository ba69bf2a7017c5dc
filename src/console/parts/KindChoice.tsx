import { useTranslation } from 'react-i18next';

/** The choice between what is live and what belongs to sandbox plugins. */
export function KindChoice({ sandbox, onChange }: { sandbox: boolean; onChange(sandbox: boolean): void }) {
  const { t } = useTranslation();
  return (
    <label>
      <span>{t('sandbox.kind')}</span>
      <select value={sandbox ? 'sandbox' : 'live'} onChange={({ target }) => onChange(target.value === 'sandbox')}>
        <option value="live">{t('sandbox.live')}</option>
        <option value="sandbox">{t('sandbox.sandbox')}</option>
      </select>
    </label>
  );
}
