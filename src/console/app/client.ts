import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange, type CombinedError } from 'urql';
import type { SessionQuery } from '../generated/operations.ts';
import { watchInput } from './watchInput.ts';

export interface ClientEvents {
  /** The session has ended. */
  signedOut(): void;
  /** Somebody else has signed in with this browser. */
  replaced(): void;
  reached(): void;
  lost(): void;
}

const wasUsed = watchInput(window);

/** Opens a client of the GraphQL API with an empty cache. The browser adds the cookie of the session. */
export function openClient(events: ClientEvents): Client {
  // The person whose data the page shows. Each request says so: the cookie may be another person's by now.
  let holder: string | null = null;
  return new Client({
    url: '/graphql',
    // The cookie of a session counts in a POST only.
    preferGetMethod: false,
    fetch: async (url, options) => {
      const headers = new Headers(options?.headers);
      // Whatever starts a request: without a person at the page it does not keep the session alive.
      if (!wasUsed()) headers.set('x-console-refresh', '1');
      if (holder !== null) headers.set('x-console-holder', holder);
      return fetch(url, { ...options, headers });
    },
    exchanges: [
      mapExchange({
        onResult: ({ data, error }) => {
          if (!error?.networkError) events.reached();
          holder ??= holderOf(data as Partial<SessionQuery> | undefined);
        },
        onError: (error) => {
          if (isSignedOut(error)) events.signedOut();
          else if (hasCode(error, 'OTHER_SESSION')) events.replaced();
          else if (error.networkError && !error.response) events.lost();
        },
      }),
      cacheExchange({ keys: { Me: () => null, Platform: () => null, ...withoutKeys } }),
      fetchExchange,
    ],
  });
}

/** Reads who is signed in from the answer that has it, which comes before any page. */
function holderOf(data: Partial<SessionQuery> | undefined): string | null {
  return data?.me ? (data.me.keyId ?? data.me.name) : null;
}

function isSignedOut(error: CombinedError): boolean {
  const { status } = (error.response ?? {}) as { status?: number };
  return status === 401 || hasCode(error, 'UNAUTHENTICATED');
}

function hasCode({ graphQLErrors }: CombinedError, code: string): boolean {
  return graphQLErrors.some(({ extensions }) => extensions['code'] === code);
}

/** Types that have no id: they belong to the object that they are read with. */
const withoutKeys = {
  DeliveryStats: () => null,
  DeliveryBucket: () => null,
  PluginBacklog: () => null,
  ResendPreview: () => null,
  PluginResends: () => null,
  Notification: () => null,
  Phrase: () => null,
  CallbackUrlReport: () => null,
  SignatureDiagnosis: () => null,
  SignatureFinding: () => null,
};
