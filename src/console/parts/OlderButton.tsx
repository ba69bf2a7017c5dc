import { useTranslation } from 'react-i18next';

interface OlderButtonParts {
  info: { hasNextPage: boolean; endCursor: string | null };
  goOn(cursor: string | null): void;
}

/** Leads to the next page of a list. The browser's back button leads back. */
export function OlderButton({ info, goOn }: OlderButtonParts) {
  const { t } = useTranslation();
  if (!info.hasNextPage) return null;
  return (
    <p className="page-buttons">
      <button type="button" onClick={() => goOn(info.endCursor)}>
        {t('orders.older')}
      </button>
    </p>
  );
}
