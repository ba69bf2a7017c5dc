import { createHmac, timingSafeEqual } from 'node:crypto';
import { newIdentifier } from '../database/identifiers.ts';
import type { Store } from '../database/store.ts';
import { hashCredential } from '../secrets/keyring.ts';
import { administrator, type KeyHolder } from './apiKeys.ts';

export interface SessionRules {
  adminToken: string;
  /** The time without use after which a session ends. */
  sessionIdleMs: number;
}

/** How often the use of a session is noted, as a part of the time after which it ends. */
const notedParts = 20;

/**
 * Signs the holder of a key in. Returns the token of the session, which is shown to nobody else; the database has its
 * SHA-256. Removes sessions that have ended by then.
 */
export async function createSession(
  { prisma }: Store,
  { keyId }: KeyHolder,
  { adminToken, sessionIdleMs }: SessionRules,
  now: Date,
): Promise<string> {
  const token = `ops_${newIdentifier()}`;
  await prisma.staffSession.deleteMany({ where: { lastUsedAt: { lte: before(now, sessionIdleMs) } } });
  await prisma.staffSession.create({
    data: {
      sha256: hashCredential(token),
      apiKeyId: keyId,
      adminTokenProof: keyId === null ? proofOf(adminToken, token) : null,
      createdAt: now,
      lastUsedAt: now,
    },
  });
  return token;
}

/**
 * Returns who is signed in with a token; null: the session has ended, or its key was revoked. A request that no person
 * made, such as a page that refreshes itself, does not keep the session alive.
 */
export async function findSessionHolder(
  { prisma }: Store,
  { token, isByPerson }: { token: string; isByPerson: boolean },
  { adminToken, sessionIdleMs }: SessionRules,
  now: Date,
): Promise<KeyHolder | null> {
  const sha256 = hashCredential(token);
  const row = await prisma.staffSession.findUnique({
    where: { sha256, lastUsedAt: { gt: before(now, sessionIdleMs) } },
    include: { apiKey: true },
  });
  if (!row) return null;
  const holder = row.apiKey
    ? row.apiKey.revokedAt === null && { keyId: row.apiKey.id, name: row.apiKey.name, role: row.apiKey.role }
    : isProved(row.adminTokenProof, proofOf(adminToken, token)) && administrator;
  if (!holder) return null;
  const notedBefore = before(now, sessionIdleMs / notedParts);
  if (isByPerson && row.lastUsedAt < notedBefore) {
    await prisma.staffSession.updateMany({ where: { sha256, lastUsedAt: { lt: now } }, data: { lastUsedAt: now } });
    if (row.apiKey) await prisma.apiKey.updateMany({ where: { id: row.apiKey.id }, data: { lastUsedAt: now } });
  }
  return holder;
}

/** Ends a session. Ending it again changes nothing. */
export async function endSession({ prisma }: Store, token: string): Promise<void> {
  await prisma.staffSession.deleteMany({ where: { sha256: hashCredential(token) } });
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function proofOf(adminToken: string, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', token).update(adminToken).digest());
}

function isProved(kept: Uint8Array | null, expected: Uint8Array): boolean {
  return kept !== null && kept.length === expected.length && timingSafeEqual(kept, expected);
}
