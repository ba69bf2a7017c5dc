import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readEncryptionKeys } from '../config/encryptionKeys.ts';
import { Keyring } from '../store/keyring.ts';
import { keptSecret } from './keptSecret.ts';
import { StartError } from './startError.ts';

/** The keys of ENCRYPTION_KEY, or those in DATA_DIR/encryption-key, one a line, of which the first start makes one. */
export async function openKeyring({ ENCRYPTION_KEY, DATA_DIR }: Config): Promise<Keyring> {
  if (ENCRYPTION_KEY) return new Keyring(ENCRYPTION_KEY);
  const path = join(DATA_DIR, 'encryption-key');
  const kept = await keptSecret(path, () => randomBytes(32).toString('base64'));
  const read = readEncryptionKeys(kept.split(/\s*\n\s*/));
  if ('keys' in read) return new Keyring(read.keys);
  throw new StartError(`${path} cannot be used: ${read.problems.join('; ')}. Restore it from a backup.`);
}
