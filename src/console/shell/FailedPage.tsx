import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { fetchWithin, longestAnswerMs } from '../app/fetchWithin.ts';
import { PageNotLoaded } from '../app/PageNotLoaded.ts';
import { useTries } from '../app/useTries.ts';

const send = fetchWithin(longestAnswerMs.query, fetch);

/** A page that does not exist, that failed, or that could not be loaded. */
export function FailedPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (error instanceof PageNotLoaded) return <NotLoaded />;
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <h1>{t(isUnknown ? 'failed.unknown' : 'failed.broken')}</h1>
      <p>
        <a href="/console">{t('failed.back')}</a>
      </p>
    </>
  );
}

/** Opens the page as soon as the service answers. */
function NotLoaded() {
  const { t } = useTranslation();
  // A new document names the scripts that the service has now, and browsers keep no failed script for it.
  const reopen = useCallback(async () => {
    const answer = await send(location.href, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) location.reload();
  }, []);
  const tryAgain = useCallback(() => void reopen(), [reopen]);
  useTries(true, tryAgain);
  return (
    <>
      <h1>{t('failed.notLoaded')}</h1>
      <p role="alert" className="problem">
        {t('failed.unreached')}
      </p>
      <p className="note">{t('failed.trying')}</p>
      <button type="button" onClick={tryAgain}>
        {t('tryAgain')}
      </button>
    </>
  );
}
