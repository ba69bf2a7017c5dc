import { openIfPossible, sealedFor } from '../plugins/pluginSecrets.ts';
import type { Store } from '../database/store.ts';

export interface ResealedBatch {
  resealed: number;
  /** The plugins with secrets that none of the keys decrypts. */
  failedPluginIds: string[];
  /** The place where the next batch begins. Null: this was the last one. */
  next: string | null;
}

const batchSize = 200;

/**
 * Encrypts a batch of secrets again with the newest key, valid and expired ones alike. The batch begins after the id `after`. A
 * row that has changed meanwhile is left to the next pass, so that several processes may do this at the same time while the
 * service runs.
 */
export async function resealBatch({ prisma, keyring }: Store, after: string): Promise<ResealedBatch> {
  const rows = await prisma.pluginSecret.findMany({
    where: { keyId: { not: keyring.newestKeyId }, id: { gt: after } },
    orderBy: { id: 'asc' },
    take: batchSize,
  });
  const batch: ResealedBatch = { resealed: 0, failedPluginIds: [], next: rows[batchSize - 1]?.id ?? null };
  for (const row of rows) {
    const secret = openIfPossible(keyring, row);
    if (secret === undefined) {
      batch.failedPluginIds.push(row.pluginId);
      continue;
    }
    const { count } = await prisma.pluginSecret.updateMany({
      where: { id: row.id, keyId: row.keyId, sealed: row.sealed },
      data: keyring.seal(secret, sealedFor(row)),
    });
    batch.resealed += count;
  }
  return batch;
}

/** Counts the secrets that each key has sealed, by the id of the key. */
export async function countSecretsByKey({ prisma }: Store): Promise<Record<string, number>> {
  const counts = await prisma.pluginSecret.groupBy({ by: ['keyId'], _count: true, orderBy: { keyId: 'asc' } });
  return Object.fromEntries(counts.map(({ keyId, _count }) => [keyId, _count]));
}
