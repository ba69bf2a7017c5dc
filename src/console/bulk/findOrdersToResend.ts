import type { Client, CombinedError } from 'urql';
import { OrdersToResendDocument, type OrderFilter, type OrdersToResendQuery } from '../generated/operations.ts';

export type OrderToResend = OrdersToResendQuery['orders']['edges'][number]['node'];

/** The limit of orders of one bulk. The same filter then has the rest. */
export const mostOrders = 5000;

/** Returns the paid orders of a filter whose developers have not acknowledged, the newest first. */
export async function findOrdersToResend(
  client: Client,
  filter: OrderFilter,
  signal: AbortSignal,
): Promise<{ orders: OrderToResend[]; error: CombinedError | undefined }> {
  const orders: OrderToResend[] = [];
  let after: string | null = null;
  do {
    const variables: { filter: OrderFilter; after: string | null } = {
      filter: { ...filter, unacknowledged: true },
      after,
    };
    const { data, error } = await client
      .query(OrdersToResendDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (!data) return { orders, error };
    orders.push(...data.orders.edges.map(({ node }) => node));
    after = data.orders.pageInfo.hasNextPage ? data.orders.pageInfo.endCursor : null;
  } while (after !== null && orders.length < mostOrders && !signal.aborted);
  return { orders: orders.slice(0, mostOrders), error: undefined };
}
