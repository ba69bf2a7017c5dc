import { addSecret } from './pluginSecrets.ts';
import { lockPlugin, type Plugin } from './plugins.ts';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Store } from '../database/store.ts';

/** Makes a new secret. The ones before it verify requests for `overlapSeconds` more, but no longer than they would have. */
export async function resetPluginSecret(
  store: Store,
  pluginId: string,
  overlapSeconds: number,
  now: Date,
): Promise<{ plugin: Plugin; secret: string }> {
  return inTransaction(store, async (tx) => {
    // The lock makes of two resets at the same time one after the other, so that one secret stays current.
    const plugin = await lockPlugin(tx, pluginId);
    await audit(store, tx, { action: 'resetPluginSecret', target: pluginId, detail: { overlapSeconds } });
    const expiresAt = new Date(now.getTime() + overlapSeconds * 1000);
    await tx.pluginSecret.updateMany({
      where: { pluginId, OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] },
      data: { expiresAt },
    });
    return { plugin, secret: await addSecret(store, tx, pluginId, now) };
  });
}
