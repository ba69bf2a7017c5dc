import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';

/** A page that does not exist, or that failed. */
export function FailedPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="alone">
      <h1>{t(isUnknown ? 'failed.unknown' : 'failed.broken')}</h1>
      <p>
        <a href="/console">{t('failed.back')}</a>
      </p>
    </main>
  );
}
