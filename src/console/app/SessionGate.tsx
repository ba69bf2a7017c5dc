import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery, type CombinedError } from 'urql';
import { SessionDocument, type SessionQuery } from '../generated/operations.ts';
import { AfterPause } from '../parts/AfterPause.tsx';
import { Problem } from '../parts/Problem.tsx';
import { askedWaitMs, isOfOtherSession, isPassing } from './failures.ts';
import { useTries } from './useTries.ts';

const SessionContext = createContext<SessionQuery | null>(null);

/** Returns who is signed in, and how the platform writes times. */
export function useSession(): SessionQuery {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

/**
 * Reads who is signed in, before any page is shown. If it is nobody, the client notices. Once it is known, the page stays,
 * with all that was typed into it: a later reading that fails says nothing about who it is.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [{ data, error, fetching }, read] = useQuery({ query: SessionDocument });
  const readAgain = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  const session = data ?? known;
  if (session) return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
  if (error && isOfOtherSession(error)) return null;
  return (
    <main className="alone">
      <h1>openplug</h1>
      {error ? (
        <Unread error={error} isReading={fetching} readAgain={readAgain} />
      ) : (
        <AfterPause>
          <p className="note">{t('loading')}</p>
        </AfterPause>
      )}
    </main>
  );
}

interface UnreadParts {
  error: CombinedError;
  isReading: boolean;
  readAgain(): void;
}

/** Says why there is nothing to see yet, and reads again by itself when that can help. */
function Unread({ error, isReading, readAgain }: UnreadParts) {
  const { t } = useTranslation();
  useTries(isPassing(error) && !isReading, readAgain, askedWaitMs(error));
  return (
    <>
      <Problem error={error} />
      {isPassing(error) && <p className="note">{t('failed.trying')}</p>}
      <button type="button" onClick={readAgain}>
        {t('tryAgain')}
      </button>
    </>
  );
}
