import { serviceActors } from '../rules/values/keyName.ts';
import { actingAs, auditAlone } from '../store/audit/audit.ts';
import { countSecretsByKey, resealBatch } from '../store/secrets/resealSecrets.ts';
import type { Store } from '../store/database/store.ts';

/**
 * Seals every secret with the newest key and reports its progress. Returns true when no secret needs another key. It may be
 * ended at any time and started again. Each complete run leaves an entry in the audit log.
 */
export async function resealAll(store: Store, say: (line: string) => void): Promise<boolean> {
  const { newestKeyId } = store.keyring;
  say(`The newest key is ${newestKeyId}.`);
  const before = await countSecretsByKey(store);
  say(`Before: ${describe(before)}`);

  let resealed = 0;
  let failed: Set<string>;
  let resealedInPass: number;
  // A service that still seals with an older key may have added to what was passed already.
  do {
    failed = new Set();
    resealedInPass = 0;
    for (let next: string | null = ''; next !== null;) {
      const batch = await resealBatch(store, next);
      for (const pluginId of batch.failedPluginIds) failed.add(pluginId);
      resealedInPass += batch.resealed;
      next = batch.next;
      if (batch.resealed > 0) say(`Sealed anew: ${resealed + resealedInPass}`);
    }
    resealed += resealedInPass;
  } while (resealedInPass > 0);

  for (const pluginId of failed) say(`A secret of plugin ${pluginId} does not open with any of the keys given.`);
  const after = await countSecretsByKey(store);
  say(`After: ${describe(after)}`);
  const detail = { resealed, before, after, failedPluginIds: [...failed] };
  await auditAlone(actingAs(store, { name: serviceActors.reseal, keyId: null }), {
    action: 'reseal',
    target: newestKeyId,
    detail,
  });
  return Object.keys(after).every((keyId) => keyId === newestKeyId);
}

function describe(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([keyId, count]) => `${count} under ${keyId}`);
  return parts.join(', ') || 'no secrets';
}
