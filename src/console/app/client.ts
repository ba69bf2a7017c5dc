import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange, type CombinedError } from 'urql';
import { watchInput } from './watchInput.ts';

export interface ClientEvents {
  /** The session has ended. */
  signedOut(): void;
  reached(): void;
  lost(): void;
}

const wasUsed = watchInput(window);

/** Opens a client of the GraphQL API with an empty cache. The browser adds the cookie of the session. */
export function openClient(events: ClientEvents): Client {
  return new Client({
    url: '/graphql',
    // The cookie of a session counts in a POST only.
    preferGetMethod: false,
    // Whatever starts a request: without a person at the page it does not keep the session alive.
    fetchOptions: () => (wasUsed() ? {} : { headers: { 'x-console-refresh': '1' } }),
    exchanges: [
      mapExchange({
        onResult: ({ error }) => {
          if (!error?.networkError) events.reached();
        },
        onError: (error) => {
          if (isSignedOut(error)) events.signedOut();
          else if (error.networkError && !error.response) events.lost();
        },
      }),
      cacheExchange({ keys: { Me: () => null, Platform: () => null, ...withoutKeys } }),
      fetchExchange,
    ],
  });
}

function isSignedOut({ graphQLErrors, response }: CombinedError): boolean {
  const { status } = (response ?? {}) as { status?: number };
  return status === 401 || graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED');
}

/** Types that have no id: they belong to the object that they are read with. */
const withoutKeys = {
  DeliveryStats: () => null,
  DeliveryBucket: () => null,
  PluginBacklog: () => null,
  ResendPreview: () => null,
  PluginResends: () => null,
  Notification: () => null,
  CallbackUrlReport: () => null,
  SignatureDiagnosis: () => null,
  SignatureFinding: () => null,
};
