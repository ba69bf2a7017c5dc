import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, makeOperation, mapExchange } from 'urql';
import type { SessionQuery } from '../generated/operations.ts';
import { hasCode, isSignedOut, isUnreached } from './failures.ts';
import { fetchWithin, longestAnswerMs } from './fetchWithin.ts';
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
  const send: typeof fetch = async (url, options) => {
    const headers = new Headers(options?.headers);
    // Whatever starts a request: without a person at the page it does not keep the session alive.
    if (!wasUsed()) headers.set('x-console-refresh', '1');
    if (holder !== null) headers.set('x-console-holder', holder);
    return fetch(url, { ...options, headers });
  };
  return new Client({
    url: '/graphql',
    // The cookie of a session counts in a POST only.
    preferGetMethod: false,
    exchanges: [
      mapExchange({
        onOperation: (operation) => {
          const longestMs = longestAnswerMs[operation.kind === 'mutation' ? 'change' : 'query'];
          const context = { ...operation.context, fetch: fetchWithin(longestMs, send) };
          return makeOperation(operation.kind, operation, context);
        },
        onResult: ({ data, error }) => {
          if (!error?.networkError) events.reached();
          // The answer that says who is signed in comes before any page.
          const me = (data as Partial<SessionQuery> | undefined)?.me;
          if (me) holder ??= holderName(me);
        },
        onError: (error) => {
          if (isSignedOut(error)) events.signedOut();
          else if (hasCode(error, 'OTHER_SESSION')) events.replaced();
          else if (isUnreached(error)) events.lost();
        },
      }),
      cacheExchange({ keys: { Me: () => null, Platform: () => null, ...withoutKeys } }),
      fetchExchange,
    ],
  });
}

/** Names who is signed in as the service does: by the id of the key; ADMIN_TOKEN has none. */
export function holderName({ keyId, name }: SessionQuery['me']): string {
  return keyId ?? name;
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
