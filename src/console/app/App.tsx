import { useMemo } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Provider } from 'urql';
import { SignInPage } from '../signIn/SignInPage.tsx';
import { openClient } from './client.ts';
import { ConnectionContext, useConnection } from './connection.ts';
import { routes } from './routes.tsx';
import { SessionGate } from './SessionGate.tsx';

// A document of its own shows nothing of the person before.
const replaced = () => location.reload();

const router = createBrowserRouter(routes, { basename: '/console' });

/**
 * Shows the page of the address to those who are signed in. When a session ends, the sign-in takes the place of the page;
 * the address stays, so that the next sign-in leads back to it.
 */
export function App() {
  const connection = useConnection();
  const { signIns, isSignedOut, isHalfEnded, signedIn, signedOut, reached, lost } = connection;
  // Data that one member of staff has read must not be shown to the next.
  const client = useMemo(() => openClient({ signedOut, reached, lost, replaced }), [signIns, signedOut, reached, lost]);

  return (
    <ConnectionContext.Provider value={connection}>
      <Provider value={client}>
        {isSignedOut ? (
          <SignInPage notice={isHalfEnded ? 'halfEnded' : null} onSignedIn={signedIn} />
        ) : (
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        )}
      </Provider>
    </ConnectionContext.Provider>
  );
}
