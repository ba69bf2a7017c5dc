import type { Client } from 'urql';
import { FindOrdersDocument } from '../generated/operations.ts';
import { ordersPath } from '../parts/listPaths.ts';
import { findPlugins } from './findPlugins.ts';

/** Returns the path to what a text finds: the page of the one order, the list of several, or else the page of the one plugin. */
export async function findOrders(client: Client, text: string): Promise<string> {
  const { data } = await client.query(FindOrdersDocument, { search: text }, { requestPolicy: 'network-only' });
  const [live, rehearsed] = [data?.live.edges ?? [], data?.rehearsed.edges ?? []];
  const [first, second] = [...live, ...rehearsed];
  if (first && !second) return `/orders/${first.node.id}`;
  const [plugin, secondPlugin] = data && !first ? await findPlugins(client, text) : [];
  if (plugin && !secondPlugin) return `/plugins/${plugin.id}`;
  // The list says what went wrong, too.
  return ordersPath({ q: text }, live.length === 0 && rehearsed.length > 0);
}
