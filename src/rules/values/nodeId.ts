import { isBigint } from './page.ts';

/**
 * The kinds of rows whose own ids are not unique among all kinds: counters, and deliveries, which have their order's.
 * All other ids are drawn at random, 32 letters and digits, or 8 of a plugin, and have no underscore.
 */
export const prefixedKinds = ['delivery', 'attempt', 'audit', 'rejected', 'refused'] as const;

export type PrefixedKind = (typeof prefixedKinds)[number];

/** Returns an id that no row of any other kind has, such as `attempt_17`. */
export function writeNodeId(kind: PrefixedKind, id: bigint | string): string {
  return `${kind}_${id}`;
}

/** Returns the kind and the row's own id; null for the id of another kind, or of none. */
export function readNodeId(nodeId: string): { kind: PrefixedKind; id: string } | null {
  const [, prefix, id = ''] = /^([a-z]+)_([A-Za-z0-9]+)$/.exec(nodeId) ?? [];
  const kind = prefixedKinds.find((known) => known === prefix);
  if (!kind || (kind !== 'delivery' && !isBigint(id))) return null;
  return { kind, id };
}
