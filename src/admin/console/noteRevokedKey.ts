import { RecentEntries } from '../../limits/recentEntries.ts';
import { actingAs, auditAlone } from '../../store/audit/audit.ts';
import type { Store } from '../../store/database/store.ts';
import { findRevokedHolder } from '../../store/keys/apiKeys.ts';

/** The time in which a key gets one entry, however often it is tried. */
const entryEveryMs = 60_000;
const mostRemembered = 1000;

/**
 * Returns a function that writes down a sign-in with a revoked key. A key that nobody ever had leaves no entry, and many
 * tries with one key leave few: wrong keys must not fill the audit log.
 */
export function revokedKeyNotes(store: Store, clock: () => Date) {
  const writtenAtMs = new RecentEntries<number>(mostRemembered, isLongAgo);
  return async (key: string, address: string | null): Promise<void> => {
    const holder = await findRevokedHolder(store, key);
    if (!holder) return;
    const keyId = holder.keyId!;
    const nowMs = clock().getTime();
    const beforeMs = writtenAtMs.get(keyId);
    if (beforeMs !== undefined && !isLongAgo(beforeMs, nowMs)) return;
    writtenAtMs.set(keyId, nowMs, nowMs);
    await auditAlone(actingAs(store, holder), { action: 'signInWithRevokedKey', target: keyId, detail: { address } });
  };
}

function isLongAgo(atMs: number, nowMs: number): boolean {
  return nowMs - atMs >= entryEveryMs;
}
