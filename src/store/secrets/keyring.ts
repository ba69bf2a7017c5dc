import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const nonceBytes = 12; // NIST SP 800-38D, 8.2.1
const tagBytes = 16;
/** About 3 MB. */
const mostOpened = 10_000;

export interface Sealed {
  keyId: string;
  /** Nonce, ciphertext, tag. */
  sealed: Uint8Array<ArrayBuffer>;
}

/**
 * Seals secrets with AES-256-GCM. The first key seals; every key opens what it sealed, known by the key id beside it,
 * so that keys can rotate. `boundTo` names the row: a sealed secret copied to another row does not open.
 */
export class Keyring {
  readonly #keys: ReadonlyMap<string, Buffer>;
  /** The secrets that were opened last, by their row and sealed bytes. The row is always read, so none is out of date. */
  readonly #opened = new Map<string, string>();
  /** The id of the key that seals. */
  readonly newestKeyId: string;

  /** Keys of 32 bytes, the newest first. */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = new Map(keys.map((key) => [keyIdOf(key), key]));
    this.newestKeyId = keyIdOf(keys[0]);
  }

  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  seal(secret: string, boundTo: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.newestKeyId), nonce).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { keyId: this.newestKeyId, sealed: new Uint8Array([...nonce, ...ciphertext, ...cipher.getAuthTag()]) };
  }

  open({ keyId, sealed }: Sealed, boundTo: string): string {
    const name = `${keyId}/${boundTo}/${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length).toString('latin1')}`;
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const secret = this.#decrypt({ keyId, sealed }, boundTo);
    if (this.#opened.size === mostOpened) this.#opened.clear();
    this.#opened.set(name, secret);
    return secret;
  }

  #decrypt({ keyId, sealed }: Sealed, boundTo: string): string {
    const tagStart = sealed.length - tagBytes;
    const decipher = createDecipheriv('aes-256-gcm', this.#key(keyId), sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(sealed.subarray(tagStart));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, tagStart)), decipher.final()]).toString('utf8');
  }

  #key(keyId: string): Buffer {
    const key = this.#keys.get(keyId);
    if (!key) throw new Error(`No ENCRYPTION_KEY with the id ${keyId}.`);
    return key;
  }
}

/** Distinguishes keys without revealing anything of them. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('openplug key id').update(key).digest('hex').slice(0, 8);
}

/** Hashes an access token or a key with SHA-256. They have 190 random bits, so a plain hash cannot be searched. */
export function hashCredential(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}
