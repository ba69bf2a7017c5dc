import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '3' });
});
afterAll(() => service.stop());

function linkWith(key: string, useGETForQueries = false): HttpLink {
  return new HttpLink({
    uri: `${service.url}/graphql`,
    headers: { authorization: `Bearer ${key}` },
    useGETForQueries,
  });
}

async function codesFor(query: string, key = service.adminToken): Promise<unknown[]> {
  const client = new ApolloClient({ link: linkWith(key), cache: new InMemoryCache() });
  const { error } = await client.query({ query: gql(query), errorPolicy: 'all' });
  if (!CombinedGraphQLErrors.is(error)) throw new Error('not a GraphQL answer', { cause: error });
  return error.errors.map(({ extensions }) => extensions?.['code']);
}

describe('Apollo Client', () => {
  it.each([
    ['QUERY_TOO_LONG', `{ ${'plugins { totalCount } '.repeat(1500)} }`],
    ['QUERY_TOO_DEEP', `${'{ a '.repeat(20)}${'}'.repeat(20)}`],
    ['TOO_MANY_ALIASES', `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: plugins { totalCount }`).join(' ')} }`],
    ['GRAPHQL_VALIDATION_FAILED', '{ nothing }'],
    ['BAD_USER_INPUT', '{ plugins(first: 0) { totalCount } }'],
    // 256 KiB.
    ['BAD_REQUEST', `{ plugins(search: "${'x'.repeat(300_000)}") { totalCount } }`],
  ])('reads the code %s', async (code, query) => {
    expect(await codesFor(query)).toEqual([code]);
  });

  it('reads the codes of wrong keys', async () => {
    const codes: unknown[] = [];
    for (let n = 0; n < 4; n += 1) codes.push(...(await codesFor('{ plugins { totalCount } }', 'wrong')));
    expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED', 'RATE_LIMITED']));
  });

  it('goes on without persisted queries', async () => {
    const sha256 = async () => 'a'.repeat(64);
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(linkWith(service.adminToken));
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: gql('{ plugins { totalCount } }') });
    expect(data).toMatchObject({ plugins: { totalCount: 0 } });
  });
});
