import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { findPlugin } from './plugins.ts';

/** The condition of a list of all plugins. */
export interface SandboxFilter {
  pluginId?: string;
  /** True: only what belongs to sandbox plugins. Otherwise: only what is live. */
  sandbox?: boolean;
}

/** A condition on the column `sandbox`, in the words of the partial indexes: `= $1` would not serve a plan for any value. */
type SandboxWhere = { sandbox?: null | { not: null }; pluginId?: { in: string[] } };

/**
 * Returns the condition that rows are live, or else that they are of sandbox plugins. All rows of one plugin are of one
 * kind, so the rows are not checked: either all are listed, or none.
 */
export async function sandboxWhere(store: Store, filter: SandboxFilter): Promise<SandboxWhere> {
  if (filter.pluginId === undefined) return { sandbox: filter.sandbox ? { not: null } : null };
  return (await isOfKind(store, filter.pluginId, filter.sandbox)) ? {} : { pluginId: { in: [] } };
}

/** Returns whether the plugin exists and is live, or else whether it is a sandbox plugin. */
export async function isOfKind(store: Store, pluginId: string, sandbox = false): Promise<boolean> {
  const plugin = await findPlugin(store, pluginId);
  return plugin?.sandbox === sandbox;
}

/** Returns the condition of all plugins, for a statement that is written by hand, on the column. */
export function sandboxSql(column: Prisma.Sql, sandbox = false): Prisma.Sql {
  return sandbox ? Prisma.sql`${column} IS NOT NULL` : Prisma.sql`${column} IS NULL`;
}
