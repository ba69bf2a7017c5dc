import type { FindHolder } from '../admin/door/requireKey.ts';
import { answerWithin } from '../store/database/answerWithin.ts';
import type { KeyHolder } from '../store/keys/apiKeys.ts';
import { hashCredential } from '../store/secrets/hashCredential.ts';

export interface KeyLookups {
  findHolder: FindHolder;
  /** Those of the hashes that are of good keys. */
  findGoodKeys(hashes: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array[]>;
}

/** More than there are Prometheus at one service. */
const mostRemembered = 8;
/** How long a database that does not answer is waited for. */
const patienceMs = 2000;

/**
 * Finds whose a key is, and while the database is away whose it was. Only keys that the database knew are remembered,
 * those found last. Whenever it finds one, the others are looked up too: a revoked key is remembered for no longer than
 * until the next good one comes.
 */
export function rememberKeys(lookups: KeyLookups): FindHolder {
  // In the order in which they were last found.
  const remembered = new Map<string, KeyHolder>();

  return async (key) => {
    const hash = Buffer.from(hashCredential(key)).toString('hex');
    const known = remembered.get(hash);
    const finding = find(key, hash);
    if (!known) return finding;
    const answer = finding.catch(() => known);
    return answerWithin(patienceMs, answer, known);
  };

  async function find(key: string, hash: string): Promise<KeyHolder | null> {
    const holder = await lookups.findHolder(key);
    remembered.delete(hash);
    if (!holder) return null;
    remembered.set(hash, holder);
    for (const oldest of remembered.keys()) {
      if (remembered.size > mostRemembered) remembered.delete(oldest);
    }
    // With the database gone this instant: the next key that is found makes up for it.
    await forgetBadKeysBut(hash).catch(() => {});
    return holder;
  }

  async function forgetBadKeysBut(justFound: string): Promise<void> {
    const hashes = [...remembered.keys()].filter((hash) => hash !== justFound);
    if (hashes.length === 0) return;
    const found = await lookups.findGoodKeys(hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'hex'))));
    const good = new Set(found.map((hash) => Buffer.from(hash).toString('hex')));
    for (const hash of hashes) if (!good.has(hash)) remembered.delete(hash);
  }
}
