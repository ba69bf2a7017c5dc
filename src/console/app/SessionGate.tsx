import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { SessionDocument, type SessionQuery } from '../generated/operations.ts';
import { Problem } from '../parts/Problem.tsx';
import { isUnreached } from './failures.ts';

const SessionContext = createContext<SessionQuery | null>(null);

/** Returns who is signed in, and how the platform writes times. */
export function useSession(): SessionQuery {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

/** Reads who is signed in, before any page is shown. If it is nobody, the client notices. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [{ data, error }, retry] = useQuery({ query: SessionDocument });
  if (data) return <SessionContext.Provider value={data}>{children}</SessionContext.Provider>;
  if (!error || !isUnreached(error)) return null;
  return (
    <main className="alone">
      <h1>openplug</h1>
      <Problem error={error} />
      <button type="button" onClick={() => retry({ requestPolicy: 'network-only' })}>
        {t('tryAgain')}
      </button>
    </main>
  );
}
