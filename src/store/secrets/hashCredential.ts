import { createHash } from 'node:crypto';

/** SHA-256 of an access token or a key. They have 190 random bits: a plain hash cannot be searched backwards. */
export function hashCredential(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}
