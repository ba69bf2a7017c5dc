import type { TypedDocumentString } from '../admin/generated/operations.ts';
import { watchSecret, watchSecretsIn } from './secretWatch.ts';

export interface AdminClient {
  /** The data of an operation; throws an AdminError when there is none. */
  <Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables): Promise<Result>;
}

/** The first error of a GraphQL response. */
export class AdminError extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]> | undefined;

  constructor(error: { message: string; extensions: { code: string; fields?: Record<string, string[]> } }) {
    super(error.message);
    this.name = 'AdminError';
    this.code = error.extensions.code;
    this.fields = error.extensions.fields;
  }
}

export function adminClient(serviceUrl: string, key: string): AdminClient {
  watchSecret(key);
  return async (document, variables) => {
    const response = await fetch(`${serviceUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    const { data, errors } = (await response.json()) as {
      data?: never;
      errors?: ConstructorParameters<typeof AdminError>[0][];
    };
    if (errors?.[0]) throw new AdminError(errors[0]);
    if (!data) throw new Error(`${response.status} without data or errors`);
    watchSecretsIn(data, ['secret', 'accessToken', 'key']);
    return data;
  };
}
