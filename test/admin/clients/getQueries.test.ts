import { cacheExchange, Client, fetchExchange, gql as urqlGql } from '@urql/core';
import { GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const url = () => `${service.url}/graphql`;
const headers = () => ({ authorization: `Bearer ${service.adminToken}` });
const query = 'query Pages($first: Int) { plugins(first: $first) { totalCount } }';
const answer = { plugins: { totalCount: 0 } };

/** The methods by which the service was asked. */
function methods(): unknown[] {
  return service.logged.filter(({ endpoint }) => endpoint === '/graphql').map(({ method }) => method);
}

describe('urql with its defaults', () => {
  const client = () =>
    new Client({ url: url(), exchanges: [cacheExchange, fetchExchange], fetchOptions: { headers: headers() } });

  it('queries by GET', async () => {
    service.logged.length = 0;
    const { data, error } = await client().query(urqlGql(query), { first: 1 }).toPromise();

    expect(error).toBeUndefined();
    expect(data).toMatchObject(answer);
    await expect.poll(methods).toEqual(['GET']);
  });

  it('reads why a key is refused', async () => {
    const stranger = new Client({ url: url(), exchanges: [fetchExchange] });
    const { error } = await stranger.query(urqlGql(query), {}).toPromise();
    expect(error?.graphQLErrors.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }]);
  });
});

describe('graphql-request', () => {
  it.each(['GET', 'POST'] as const)('queries by %s', async (method) => {
    const client = new GraphQLClient(url(), { method, headers: headers() });
    expect(await client.request(query, { first: 1 })).toEqual(answer);
  });

  it.each(['GET', 'POST'] as const)('reads why a query by %s is refused', async (method) => {
    const client = new GraphQLClient(url(), { method, headers: headers() });
    await expect(client.request('{ nothing }')).rejects.toMatchObject({
      response: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    });
  });
});
