import { Refusal } from '../../rules/failures/refusal.ts';
import type { Client } from '../database/store.ts';
import { lockPlugin } from '../plugins/plugins.ts';

/** The most users and orders that a sandbox plugin can create in 24 hours: far more than people and CI need. */
export const mostADay = { users: 200, orders: 2000 } as const;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Throws SANDBOX_FULL when the plugin has created as many in the last 24 hours as it may. Locks the plugin, so that calls at
 * once cannot exceed the bound together.
 */
export async function requireSandboxRoom(
  tx: Client,
  pluginId: string,
  what: keyof typeof mostADay,
  now: Date,
): Promise<void> {
  await lockPlugin(tx, pluginId);
  const most = mostADay[what];
  const since = new Date(now.getTime() - dayMs);
  const oldest = await oldestOf(tx, pluginId, what, since, most);
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest.createdAt.getTime() + dayMs - now.getTime()) / 1000));
  throw new Refusal('SANDBOX_FULL', { facts: { most, what, retryAfterSeconds } });
}

/** Returns the one that has to be a day old before there is room; null: there is room. Reads an index only. */
async function oldestOf(
  tx: Client,
  pluginId: string,
  what: keyof typeof mostADay,
  since: Date,
  most: number,
): Promise<{ createdAt: Date } | undefined> {
  const newestFirst = { orderBy: { createdAt: 'desc' }, skip: most - 1, take: 1, select: { createdAt: true } } as const;
  const createdAt = { gt: since };
  const [oldest] =
    what === 'users'
      ? await tx.user.findMany({ where: { sandboxPluginId: pluginId, createdAt }, ...newestFirst })
      : await tx.order.findMany({ where: { pluginId, createdAt }, ...newestFirst });
  return oldest;
}
