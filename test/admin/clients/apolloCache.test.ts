import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder } from '../../support/builders.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { PayOrderDocument } from '../generated/operations.ts';

const pageSize = 2;
const count = 5;

let service: TestService;
let orderIds: string[];

beforeAll(async () => {
  service = await startTestService();
  const developer = await makeDeveloper(service.admin, 'https://example.com/callback');
  const { id: goodsId } = await makeGoods(service.admin, developer.pluginId);
  orderIds = [];
  for (let n = 0; n < count; n += 1) {
    service.clock.now = new Date(service.clock.now.getTime() + 1000);
    orderIds.push((await makeOrder(service.admin, developer, { goodsId })).id);
  }
  for (const orderId of orderIds) await service.admin(PayOrderDocument, { input: { orderId } });
});
afterAll(() => service.stop());

function openClient(): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({
      uri: `${service.url}/graphql`,
      headers: { authorization: `Bearer ${service.adminToken}` },
    }),
    cache: new InMemoryCache({
      possibleTypes: { Node: ['Order', 'Delivery'] },
      typePolicies: { Query: { fields: { orders: relayStylePagination(['filter']) } } },
    }),
  });
}

interface Page {
  orders: {
    edges: { node: { id: string; delivery: { id: string; status: string } | null } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

const list: TypedDocumentNode<Page, { first: number; after?: string | null; filter: object }> = gql`
  query List($first: Int, $after: String, $filter: OrderFilter) {
    orders(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          id
          delivery {
            id
            status
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const cancel = gql`
  mutation Cancel($input: CancelDeliveryInput!) {
    cancelDelivery(input: $input) {
      delivery {
        id
        status
      }
    }
  }
`;

describe('the cache of Apollo Client', () => {
  it('puts the pages of a list together, and shows a delivery in it as it was changed', async () => {
    const client = openClient();
    const variables = { first: pageSize, filter: { status: 'PAID' } };
    const watched = client.watchQuery({ query: list, variables });
    const subscription = watched.subscribe({});
    const shown = () => (watched.getCurrentResult().data as Page | undefined)?.orders;
    await expect.poll(() => shown()?.edges.length).toBe(pageSize);
    let { pageInfo } = shown()!;
    while (pageInfo.hasNextPage) {
      const { data } = await watched.fetchMore({ variables: { after: pageInfo.endCursor } });
      ({ pageInfo } = data.orders);
    }

    await expect.poll(() => shown()!.edges.map(({ node }) => node.id)).toEqual(orderIds.toReversed());
    expect(new Set(shown()!.edges.map(({ node }) => node.delivery?.id)).size).toBe(count);

    await client.mutate({ mutation: cancel, variables: { input: { orderId: orderIds[0] } } });
    const statuses = () => shown()!.edges.map(({ node }) => node.delivery?.status);
    await expect.poll(statuses).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'CANCELLED']);
    subscription.unsubscribe();
  });
});
