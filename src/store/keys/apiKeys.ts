import { serviceActors } from '../../rules/values/keyName.ts';
import type { PageRequest } from '../../rules/values/page.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import type { ApiKey as ApiKeyRow, Role } from '../generated/client.ts';
import { hashCredential } from '../secrets/keyring.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { Store, StoreActor } from '../database/store.ts';

/** An API key without its hash, which nobody needs to see. */
export type ApiKey = Omit<ApiKeyRow, 'sha256'>;

/** The member of staff, or the program, to whom a key was given. */
export interface KeyHolder extends StoreActor {
  role: Role;
}

/** The holder of ADMIN_TOKEN, which is in no table. */
export const administrator: KeyHolder = { name: serviceActors.adminToken, keyId: null, role: 'ADMIN' };

/** Names a holder by the id of the key; ADMIN_TOKEN has none. */
export function holderName({ keyId, name }: StoreActor): string {
  return keyId ?? name;
}

const lastUseIsKeptEveryMs = 60_000;

/** Makes a key of the staff API. It is returned here and never again; the database has its SHA-256. */
export async function createApiKey(
  store: Store,
  input: { name: string; role: Role },
  now: Date,
): Promise<{ id: string; key: string }> {
  const key = `opk_${newIdentifier()}`;
  return inTransaction(store, async (tx) => {
    const { id } = await tx.apiKey.create({
      data: { id: newIdentifier(), ...input, sha256: hashCredential(key), createdAt: now },
    });
    await audit(store, tx, { action: 'createApiKey', target: id, detail: input });
    return { id, key };
  });
}

/** Revokes a key from the next request on. Revoking it again changes nothing. */
export async function revokeApiKey(store: Store, id: string, now: Date): Promise<void> {
  await inTransaction(store, async (tx) => {
    const key = await tx.apiKey.findUnique({ where: { id } });
    if (!key) throw new Refusal('NOT_FOUND', { facts: { what: 'API key' } });
    await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
    await audit(store, tx, { action: 'revokeApiKey', target: id, detail: { name: key.name } });
  });
}

/** Returns all keys, revoked ones too, the newest first. */
export async function findApiKeys({ prisma }: Store, request: PageRequest): Promise<Page<ApiKey>> {
  return keysetPage(request, { time: 'createdAt', id: 'id' }, (page) =>
    prisma.apiKey.findMany({ ...page, omit: { sha256: true } }),
  );
}

export async function findApiKey({ prisma }: Store, id: string): Promise<ApiKey | null> {
  return prisma.apiKey.findUnique({ where: { id }, omit: { sha256: true } });
}

export async function countApiKeys({ prisma }: Store): Promise<number> {
  return prisma.apiKey.count();
}

/** Returns the holder of a key; null if it is revoked or unknown. Notes, to the minute, that it was used. */
export async function findKeyHolder({ prisma }: Store, key: string, now: Date): Promise<KeyHolder | null> {
  const row = await prisma.apiKey.findUnique({ where: { sha256: hashCredential(key), revokedAt: null } });
  if (!row) return null;
  const notedBefore = new Date(now.getTime() - lastUseIsKeptEveryMs);
  if (!row.lastUsedAt || row.lastUsedAt < notedBefore) {
    await prisma.apiKey.updateMany({
      where: { id: row.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: notedBefore } }] },
      data: { lastUsedAt: now },
    });
  }
  return { keyId: row.id, name: row.name, role: row.role };
}

/** Returns the holder whose key this was until it was revoked; null: it is good, or nobody's. */
export async function findRevokedHolder({ prisma }: Store, key: string): Promise<KeyHolder | null> {
  const row = await prisma.apiKey.findUnique({ where: { sha256: hashCredential(key), NOT: { revokedAt: null } } });
  return row && { keyId: row.id, name: row.name, role: row.role };
}

/** Returns those of the hashes whose keys are not revoked. */
export async function findGoodKeys({ prisma }: Store, hashes: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array[]> {
  const rows = await prisma.apiKey.findMany({
    where: { sha256: { in: hashes }, revokedAt: null },
    select: { sha256: true },
  });
  return rows.map(({ sha256 }) => sha256);
}
