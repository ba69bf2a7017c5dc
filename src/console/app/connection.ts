import { createContext, useCallback, useContext, useMemo, useState } from 'react';

/** The state of the console's connection with the service. */
export interface Connection {
  isSignedOut: boolean;
  /** True: the last request did not reach the service. */
  isLost: boolean;
  /** The number of sign-ins so far. */
  signIns: number;
  /** The number of times that the service was reached again. Pages read anew when it grows. */
  recoveries: number;
  signedIn(): void;
  signedOut(): void;
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
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [signIns, setSignIns] = useState(0);
  const [{ isLost, recoveries }, setNetwork] = useState({ isLost: false, recoveries: 0 });

  const signedIn = useCallback(() => {
    setSignIns((count) => count + 1);
    setIsSignedOut(false);
  }, []);
  const signedOut = useCallback(() => setIsSignedOut(true), []);
  const reached = useCallback(
    () => setNetwork((before) => (before.isLost ? { isLost: false, recoveries: before.recoveries + 1 } : before)),
    [],
  );
  const lost = useCallback(() => setNetwork((before) => (before.isLost ? before : { ...before, isLost: true })), []);

  return useMemo(
    () => ({ isSignedOut, isLost, signIns, recoveries, signedIn, signedOut, reached, lost }),
    [isSignedOut, isLost, signIns, recoveries, signedIn, signedOut, reached, lost],
  );
}
