import type { Client } from 'urql';
import { expect, it } from 'vitest';
import { FindPluginsDocument } from '../../src/console/generated/operations.ts';
import { findOrders } from '../../src/console/shell/findOrders.ts';

/** A client whose searches find these orders and plugins. Undefined: the service does not answer. */
function clientThatFinds(found: { live: string[]; rehearsed: string[]; plugins?: string[] } | undefined): Client {
  const edges = (ids: string[]) => ({ edges: ids.map((id) => ({ node: { id } })) });
  const orders = found && { live: edges(found.live), rehearsed: edges(found.rehearsed) };
  const plugins = { live: edges(found?.plugins ?? []), rehearsed: edges([]) };
  const query = async (document: unknown) => ({ data: document === FindPluginsDocument ? plugins : orders });
  return { query } as unknown as Client;
}

it.each([
  { found: { live: ['a'], rehearsed: [] }, path: '/orders/a' },
  { found: { live: [], rehearsed: ['b'] }, path: '/orders/b' },
  { found: { live: ['a', 'c'], rehearsed: [] }, path: '/orders?q=%2377' },
  { found: { live: ['a'], rehearsed: ['b'] }, path: '/orders?q=%2377' },
  { found: { live: [], rehearsed: ['b', 'd'] }, path: '/orders?q=%2377&sandbox=1' },
  { found: { live: [], rehearsed: [] }, path: '/orders?q=%2377' },
  { found: { live: [], rehearsed: [], plugins: ['p'] }, path: '/plugins/p' },
  { found: { live: [], rehearsed: [], plugins: ['p', 'r'] }, path: '/orders?q=%2377' },
  { found: undefined, path: '/orders?q=%2377' },
])('what finds $found leads to $path', async ({ found, path }) => {
  expect(await findOrders(clientThatFinds(found), '#77')).toBe(path);
});
