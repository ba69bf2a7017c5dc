import { createContext, useCallback, useContext, useMemo, useState } from 'react';

/** The state of the console's connection with the service. */
export interface Connection {
  isSignedOut: boolean;
  /** True: a sign-out here did not reach the database. */
  isHalfEnded: boolean;
  /** True: the last request did not reach the service. */
  isLost: boolean;
  /** The number of sign-ins so far. */
  signIns: number;
  /** The number of times that the service was reached again. Pages read anew when it grows. */
  recoveries: number;
  signedIn(): void;
  /** Hears that nobody is signed in any more, and whether the session goes on in the database nevertheless. */
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
  const [{ isLost, recoveries }, setNetwork] = useState({ isLost: false, recoveries: 0 });

  const signedIn = useCallback(() => {
    setSignIns((count) => count + 1);
    setEnd({ isSignedOut: false, isHalfEnded: false });
  }, []);
  const signedOut = useCallback(
    (isHalf = false) => setEnd((before) => (before.isSignedOut ? before : { isSignedOut: true, isHalfEnded: isHalf })),
    [],
  );
  const reached = useCallback(
    () => setNetwork((before) => (before.isLost ? { isLost: false, recoveries: before.recoveries + 1 } : before)),
    [],
  );
  const lost = useCallback(() => setNetwork((before) => (before.isLost ? before : { ...before, isLost: true })), []);

  return useMemo(
    () => ({ isSignedOut, isHalfEnded, isLost, signIns, recoveries, signedIn, signedOut, reached, lost }),
    [isSignedOut, isHalfEnded, isLost, signIns, recoveries, signedIn, signedOut, reached, lost],
  );
}
