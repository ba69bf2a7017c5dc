import { answerWithin } from '../../store/database/answerWithin.ts';
import type { Store } from '../../store/database/store.ts';
import { findGoodKeys, type KeyHolder } from '../../store/keys/apiKeys.ts';
import { hashCredential } from '../../store/secrets/keyring.ts';

export type FindHolder = (key: string) => Promise<KeyHolder | null>;

/** The limit of remembered keys: more than one service has Prometheus servers. */
const mostRemembered = 8;
/** The time to wait for a database that does not answer. */
const patienceMs = 2000;

/**
 * Finds the holder of a key. While the database is away, it returns the holder that was found last. Only the last keys
 * that the database knew are remembered. Whenever another key is found, all of them are looked up again, so a revoked
 * key is remembered only until the next valid one comes.
 */
export function rememberKeys(store: Store, findHolder: FindHolder): FindHolder {
  // The key is the hash; the order is that in which they were last found.
  const remembered = new Map<string, KeyHolder>();

  return async (key) => {
    const hash = hexOf(hashCredential(key));
    const known = remembered.get(hash);
    const finding = find(key, hash);
    return known
      ? answerWithin(
          patienceMs,
          finding.catch(() => known),
          known,
        )
      : finding;
  };

  async function find(key: string, hash: string): Promise<KeyHolder | null> {
    const holder = await findHolder(key);
    remembered.delete(hash);
    if (!holder) return null;
    // If the database goes away at this moment, they are looked up when the next key is found.
    await forgetBadKeys().catch(() => {});
    remembered.set(hash, holder);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered) remembered.delete(oldest!);
    return holder;
  }

  async function forgetBadKeys(): Promise<void> {
    const hashes = [...remembered.keys()];
    if (hashes.length === 0) return;
    const found = await findGoodKeys(
      store,
      hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'hex'))),
    );
    const good = new Set(found.map(hexOf));
    for (const hash of hashes) if (!good.has(hash)) remembered.delete(hash);
  }
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
