import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Keyring, type Sealed } from '../../../src/store/secrets/keyring.ts';

const [oldKey, newKey] = [createHash('sha256').update('old').digest(), createHash('sha256').update('new').digest()];
const secret = 'the secret, with 会员 in it';
const row = 'plugin01/secret-1';

describe('a sealed secret', () => {
  it('opens with the key and the row that it was sealed for', () => {
    const keyring = new Keyring([newKey]);
    expect(keyring.open(keyring.seal(secret, row), row)).toBe(secret);
  });

  it('is a nonce of 12 bytes, as many bytes as the secret, and a tag of 16', () => {
    const { sealed } = new Keyring([newKey]).seal(secret, row);
    expect(sealed).toHaveLength(12 + Buffer.byteLength(secret) + 16);
  });

  it('never looks the same twice', () => {
    const keyring = new Keyring([newKey]);
    const sealed = Array.from({ length: 100 }, () => Buffer.from(keyring.seal(secret, row).sealed).toString('hex'));
    expect(new Set(sealed.map((hex) => hex.slice(0, 24))).size).toBe(100);
  });

  it.each(['plugin02/secret-1', 'plugin01/secret-2', '', `${row}x`])('does not open in the row %j', (otherRow) => {
    const keyring = new Keyring([newKey]);
    expect(() => keyring.open(keyring.seal(secret, row), otherRow)).toThrow(/authenticate/);
  });

  it('does not open when any bit of it was changed', () => {
    const keyring = new Keyring([newKey]);
    const { keyId, sealed } = keyring.seal(secret, row);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = new Uint8Array(sealed);
      changed[index]! ^= 1;
      expect(() => keyring.open({ keyId, sealed: changed }, row)).toThrow(/authenticate/);
    }
  });

  it('does not open when its end is missing', () => {
    const keyring = new Keyring([newKey]);
    const { keyId, sealed } = keyring.seal(secret, row);
    for (const length of [0, 11, 12, 27, sealed.length - 1]) {
      expect(() => keyring.open({ keyId, sealed: sealed.slice(0, length) }, row)).toThrow(/Invalid|authenticate/);
    }
  });
});

describe('when keys rotate', () => {
  const before = new Keyring([oldKey]);
  const during = new Keyring([newKey, oldKey]);
  const after = new Keyring([newKey]);
  const sealedBefore: Sealed = before.seal(secret, row);

  it('the newest key seals, and the old one still opens what it sealed', () => {
    const sealedDuring = during.seal(secret, row);
    expect(sealedDuring.keyId).toBe(after.keyIds[0]);
    expect(during.open(sealedBefore, row)).toBe(secret);
    expect(during.open(sealedDuring, row)).toBe(secret);
    expect(after.open(sealedDuring, row)).toBe(secret);
  });

  it('a key that is gone is named, not guessed', () => {
    expect(() => after.open(sealedBefore, row)).toThrow(`No ENCRYPTION_KEY with the id ${before.keyIds[0]}.`);
  });

  it('a key id that was changed in the database opens nothing', () => {
    expect(() => during.open({ ...sealedBefore, keyId: after.keyIds[0]! }, row)).toThrow(/authenticate/);
  });
});

describe('a key id', () => {
  it('is the same for the same key, in the order the keys were given', () => {
    expect(new Keyring([newKey, oldKey]).keyIds).toEqual([
      ...new Keyring([Buffer.from(newKey)]).keyIds,
      ...new Keyring([oldKey]).keyIds,
    ]);
  });

  it('tells nothing of the key', () => {
    const key = randomBytes(32);
    const [keyId] = new Keyring([key]).keyIds;
    expect(keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(key.toString('hex')).not.toContain(keyId);
    expect(createHash('sha256').update(key).digest('hex')).not.toContain(keyId);
  });
});
