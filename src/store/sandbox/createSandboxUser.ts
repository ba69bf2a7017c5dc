import { audit } from '../audit/audit.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Store } from '../database/store.ts';
import { issueTokenIn, type IssuedToken } from '../users/users.ts';
import { requireSandboxRoom } from './sandboxBounds.ts';

/** Creates a user for the rehearsals of a sandbox plugin, who is logged in to it. */
export async function createSandboxUser(
  store: Store,
  input: { pluginId: string; nickname: string; ttlSeconds: number },
  now: Date,
): Promise<IssuedToken> {
  const { pluginId, nickname, ttlSeconds } = input;
  return inTransaction(store, async (tx) => {
    await requireSandboxRoom(tx, pluginId, 'users', now);
    const data = { id: newIdentifier(), nickname, createdAt: now, sandboxPluginId: pluginId };
    const { id: userId, avatar, member } = await tx.user.create({ data });
    await audit(store, tx, { action: 'createUser', target: userId, detail: { nickname, avatar, member } });
    return issueTokenIn(store, tx, { pluginId, userId, ttlSeconds }, now);
  });
}
