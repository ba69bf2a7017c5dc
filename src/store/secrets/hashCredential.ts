import { createHash } from 'node:crypto';

/** Hashes an access token or a key with SHA-256. They have 190 random bits, so a plain hash cannot be searched. */
export function hashCredential(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}
