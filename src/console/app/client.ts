import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange, type CombinedError } from 'urql';

export interface ClientEvents {
  /** The session has ended. */
  signedOut(): void;
  reached(): void;
  lost(): void;
}

/** Opens a client of the GraphQL API with an empty cache. The browser adds the cookie of the session. */
export function openClient(events: ClientEvents): Client {
  return new Client({
    url: '/graphql',
    // The cookie of a session counts in a POST only.
    preferGetMethod: false,
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

/** The options of a request that no person made. It does not keep the session alive. */
export const refreshing = { headers: { 'x-console-refresh': '1' } };

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
