import { createContext, useCallback, useContext, useMemo, useState } from 'react';

/** The state of the console's connection with the service. */
export interface Connection {
  isSignedOut: boolean;
  /** True: a sign-out here did not reach the database. */
  isHalfEnded: boolean;
  /** Since when the service is reached, on the clock of `performance.now()`; null: the last request did not reach it. */
  reachedSinceMs: number | null;
  /** The number of sign-ins so far. */
  signIns: number;
  signedIn(): void;
  /** Called when nobody is signed in any more; says whether the session still exists in the database. */
  signedOut(isHalfEnded?: boolean): void;
  reached(): void;
  lost(): void;
}

export const ConnectionContext = createContext<Connection | null>(null);

/** Returns the connection, in any component of the console. */
export function useConnectionState(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('No connection is provided.');
  return connection;
}

/** Makes the state, once. */
export function useConnection(): Connection {
  const [{ isSignedOut, isHalfEnded }, setEnd] = useState({ isSignedOut: false, isHalfEnded: false });
  const [signIns, setSignIns] = useState(0);
  const [reachedSinceMs, setReached] = useState<number | null>(0);

  const signedIn = useCallback(() => {
    setSignIns((count) => count + 1);
    setEnd({ isSignedOut: false, isHalfEnded: false });
  }, []);
  const signedOut = useCallback(
    (isHalf = false) => setEnd((before) => (before.isSignedOut ? before : { isSignedOut: true, isHalfEnded: isHalf })),
    [],
  );
  const reached = useCallback(() => setReached((before) => before ?? performance.now()), []);
  const lost = useCallback(() => setReached(null), []);

  return useMemo(
    () => ({ isSignedOut, isHalfEnded, reachedSinceMs, signIns, signedIn, signedOut, reached, lost }),
    [isSignedOut, isHalfEnded, reachedSinceMs, signIns, signedIn, signedOut, reached, lost],
  );
}
