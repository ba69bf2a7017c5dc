import { useTranslation } from 'react-i18next';

export type Kind = 'live' | 'sandbox' | 'both';

interface KindChoiceParts {
  kind: Kind;
  /** The kinds to choose from. */
  kinds?: readonly Kind[];
  onChange(kind: Kind): void;
}

/** The choice between what is live and what belongs to sandbox plugins. */
export function KindChoice({ kind, kinds = ['live', 'sandbox'], onChange }: KindChoiceParts) {
  const { t } = useTranslation();
  return (
    <label>
      <span>{t('sandbox.kind')}</span>
      <select value={kind} onChange={({ target }) => onChange(target.value as Kind)}>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`sandbox.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
