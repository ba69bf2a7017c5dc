import type { Client } from 'urql';
import { FindOrdersDocument } from '../generated/operations.ts';

/** Returns the path to what a text finds: the page of the one order, or else the list. */
export async function findOrders(client: Client, text: string): Promise<string> {
  const { data } = await client.query(FindOrdersDocument, { search: text }, { requestPolicy: 'network-only' });
  const [live, rehearsed] = [data?.live.edges ?? [], data?.rehearsed.edges ?? []];
  const [first, second] = [...live, ...rehearsed];
  if (first && !second) return `/orders/${first.node.id}`;
  const sandbox = live.length === 0 && rehearsed.length > 0 ? { sandbox: '1' } : {};
  // The list says what went wrong, too.
  return `/orders?${new URLSearchParams({ q: text, ...sandbox }).toString()}`;
}
