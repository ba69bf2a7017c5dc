import type { PageRequest } from '../../rules/values/page.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { addSecret } from './pluginSecrets.ts';
import { audit, changesBetween } from '../audit/audit.ts';
import { announceDueDelivery } from '../deliveries/dueDeliveries.ts';
import type { Plugin, Prisma } from '../generated/client.ts';
import { newPluginId } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { readByKey } from '../database/readByKey.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { partOf } from '../database/filters.ts';
import type { Client, Store } from '../database/store.ts';

export type { Plugin };

/** Creates a plugin and its first secret, which can never be read again from outside. A sandbox plugin stays one. */
export async function createPlugin(
  store: Store,
  input: { name: string; callbackUrl: string | null; sandbox?: boolean },
  now: Date,
): Promise<{ plugin: Plugin; secret: string }> {
  return inTransaction(store, async (tx) => {
    const plugin = await tx.plugin.create({ data: { id: newPluginId(), ...input, createdAt: now } });
    await audit(store, tx, { action: 'createPlugin', target: plugin.id, detail: input });
    return { plugin, secret: await addSecret(store, tx, plugin.id, now) };
  });
}

export async function updatePlugin(
  store: Store,
  id: string,
  changes: { name?: string; callbackUrl?: string | null; deliveriesPaused?: boolean },
): Promise<Plugin> {
  return inTransaction(store, async (tx) => {
    const before = await lockPlugin(tx, id);
    const plugin = await tx.plugin.update({ where: { id }, data: changes });
    await audit(store, tx, { action: 'updatePlugin', target: id, detail: changesBetween(before, plugin) });
    // Deliveries may have waited for just this.
    if (changes.callbackUrl || changes.deliveriesPaused === false) await announceDueDelivery(tx);
    return plugin;
  });
}

export async function findPlugin(store: Store, id: string): Promise<Plugin | null> {
  return (await readPlugin(store, id))[0] ?? null;
}

const readPlugin = readByKey<Plugin>({
  name: 'plugin_by_id',
  text: `
    SELECT asked.place::int AS place, id, name, callback_url AS "callbackUrl", deliveries_paused AS "deliveriesPaused",
      created_at AS "createdAt", sandbox
    FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) JOIN plugin USING (id)`,
});

export interface PluginFilter {
  /** A part of the name (upper and lower case are the same), or the whole id. '' is a part of every name. */
  search: string;
  sandbox: boolean;
}

export async function findPlugins(
  { prisma }: Store,
  filter: PluginFilter,
  request: PageRequest,
): Promise<Page<Plugin>> {
  return keysetPage(request, { time: 'createdAt', id: 'id' }, ({ where, ...rest }) =>
    prisma.plugin.findMany({ where: { AND: [pluginWhere(filter), where] }, ...rest }),
  );
}

export async function countPlugins({ prisma }: Store, filter: PluginFilter): Promise<number> {
  return prisma.plugin.count({ where: pluginWhere(filter) });
}

function pluginWhere({ search, sandbox }: PluginFilter): Prisma.PluginWhereInput {
  return { sandbox, ...(search !== '' && { OR: [{ name: partOf(search) }, { id: search }] }) };
}

/** Locks the row of the plugin until the transaction ends. Throws NOT_FOUND. */
export async function lockPlugin(tx: Client, id: string): Promise<Plugin> {
  await tx.$queryRaw`SELECT 1 FROM plugin WHERE id = ${id} FOR NO KEY UPDATE`;
  const plugin = await tx.plugin.findUnique({ where: { id } });
  if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  return plugin;
}
