import type { IncomingMessage } from 'node:http';

export interface WrittenRefusal {
  mediaType: string;
  body: object;
}

const codes: Record<number, string | undefined> = {
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
};

/**
 * Returns a refusal in the form that clients of GraphQL read, for requests that are refused before there is a route for
 * them; null: it was no request to /graphql. Nobody negotiates here: a client that names GraphQL's media type takes it.
 */
export function graphqlRefusal(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  status: number,
  message: string,
): WrittenRefusal | null {
  if (!/^\/graphql\/?(\?|$)/.test(url)) return null;
  const takesGraphql = headers.accept?.includes('application/graphql-response+json') ?? false;
  const code = codes[status] ?? 'BAD_REQUEST';
  return {
    mediaType: takesGraphql ? 'application/graphql-response+json' : 'application/json',
    body: { errors: [{ message, extensions: { code } }] },
  };
}
