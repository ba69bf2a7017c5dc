import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { fetchWithin, longestAnswerMs } from '../app/fetchWithin.ts';
import { PageNotLoaded } from '../app/PageNotLoaded.ts';
import { countReloads, mostReloads, reload } from '../app/reloads.ts';
import { useTries } from '../app/useTries.ts';
import { PageTitle } from '../parts/PageTitle.tsx';
import { Shell } from './Shell.tsx';

const send = fetchWithin(longestAnswerMs.query, fetch);

/** A page that does not exist, that failed, or that could not be loaded. */
export function FailedPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (error instanceof PageNotLoaded) return <NotLoaded />;
  return (
    <>
      <PageTitle title={t(isUnknownPage(error) ? 'failed.unknown' : 'failed.broken')} />
      <p>
        <a href="/console">{t('failed.back')}</a>
      </p>
    </>
  );
}

/** An address without a page, shown in the frame. Where the frame itself failed, nothing is around the message. */
export function FailedRoute() {
  if (isUnknownPage(useRouteError())) {
    return (
      <Shell>
        <FailedPage />
      </Shell>
    );
  }
  return (
    <main className="alone">
      <FailedPage />
    </main>
  );
}

function isUnknownPage(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/**
 * Opens the page as soon as the service answers. If the script does not come even then, it tries again later each time, and
 * at last not at all: something between the service and the browser may refuse it for ever.
 */
function NotLoaded() {
  const { t } = useTranslation();
  const [reloads] = useState(countReloads);
  const [isReached, setIsReached] = useState(reloads > 0);
  const isOver = reloads >= mostReloads;
  // A new document names the scripts that the service has now, and browsers keep no failed script for it.
  const reopen = useCallback(async () => {
    const answer = await send(location.href, { method: 'HEAD' }).catch(() => null);
    setIsReached(answer !== null);
    // Of two answers that come at once, only one reloads.
    if (answer?.ok) reload(reloads + 1);
  }, [reloads]);
  const tryAgain = useCallback(() => void reopen(), [reopen]);
  useTries(!isOver, tryAgain, reloads === 0 ? 0 : firstWaitMs * 2 ** reloads);
  return (
    <>
      <PageTitle title={t('failed.notLoaded')} />
      <p role="alert" className="problem">
        {t(isReached ? 'failed.withoutScript' : 'failed.unreached')}
      </p>
      <p className="note">{t(isOver ? 'failed.triedEnough' : 'failed.trying', { count: reloads })}</p>
      <button type="button" onClick={tryAgain}>
        {t('tryAgain')}
      </button>
    </>
  );
}

/** The wait before the first reload; that before each further one is twice as long. */
const firstWaitMs = 3000;
