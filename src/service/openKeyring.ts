import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { readEncryptionKeys } from '../config/encryptionSettings.ts';
import { Keyring } from '../store/secrets/keyring.ts';
import { readKeyIds } from '../store/secrets/readKeyIds.ts';
import { keptSecret } from './keptSecret.ts';
import type { OpenDatabase } from './openDatabase.ts';
import { StartError } from './startError.ts';

/**
 * Reads the keys of ENCRYPTION_KEY, or of DATA_DIR/encryption-key, one on each line. The first start makes that file with one
 * key. It is not made again when the database has secrets, because the new key would open none of them.
 */
export async function openKeyring(
  { ENCRYPTION_KEY, DATA_DIR }: Config,
  database: Pick<OpenDatabase, 'url' | 'schema'>,
): Promise<Keyring> {
  if (ENCRYPTION_KEY) return new Keyring(ENCRYPTION_KEY);
  const path = resolve(DATA_DIR, 'encryption-key');
  const kept = await keptSecret(path, async () => {
    const keyIds = await readKeyIds(database);
    if (keyIds.length > 0) throw new StartError(describeLoss(path, keyIds));
    return randomBytes(32).toString('base64');
  });
  const read = readEncryptionKeys(kept.split(/\s*\n\s*/));
  if ('keys' in read) return new Keyring(read.keys);
  throw new StartError(`${path} cannot be used: ${read.problems.join('; ')}. Restore it from a backup.`);
}

function describeLoss(path: string, keyIds: readonly string[]): string {
  return (
    `${path} is missing, and the database beside it has secrets that only its key opens (key id ${keyIds.join(', ')}). ` +
    'Restore the file from a backup, or set ENCRYPTION_KEY to that key. No new key was made.'
  );
}
