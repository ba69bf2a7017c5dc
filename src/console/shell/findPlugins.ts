import type { Client } from 'urql';
import { FindPluginsDocument } from '../generated/operations.ts';
import { splitAtUnseen } from '../parts/unseenCharacters.ts';

export interface FoundPlugin {
  id: string;
  name: string;
  sandbox: boolean;
}

/** The longest name of a plugin, in characters. The service refuses a search that no name can have. */
const longestName = 100;

/** Returns the first plugins that have the text in their name, or as their plugin_id. */
export async function findPlugins(client: Client, text: string): Promise<FoundPlugin[]> {
  if (text.length > longestName || splitAtUnseen(text).length > 1) return [];
  const { data } = await client.query(FindPluginsDocument, { search: text }, { requestPolicy: 'network-only' });
  if (!data) return [];
  return [
    ...data.live.edges.map(({ node }) => ({ ...node, sandbox: false })),
    ...data.rehearsed.edges.map(({ node }) => ({ ...node, sandbox: true })),
  ];
}
