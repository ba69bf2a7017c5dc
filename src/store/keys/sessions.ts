import { createHmac, timingSafeEqual } from 'node:crypto';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Client, Store } from '../database/store.ts';
import { hashCredential } from '../secrets/keyring.ts';
import { administrator, type KeyHolder } from './apiKeys.ts';

export interface SessionRules {
  adminToken: string;
  /** The time without use after which a session ends. */
  sessionIdleMs: number;
  /** The time after which a session ends, however much it is used. */
  sessionLifetimeMs: number;
}

/** How often the use of a session is noted, as a part of the time after which it ends. */
const notedParts = 20;

/**
 * Signs the holder of a key in. Returns the token of the session, which is shown to nobody else; the database has its
 * SHA-256. Ends the sessions that the browser had until then, and removes those that are over.
 */
export async function createSession(
  store: Store,
  { keyId }: KeyHolder,
  { adminToken, ...rules }: SessionRules,
  endedTokens: string[],
  now: Date,
): Promise<string> {
  const token = `ops_${newIdentifier()}`;
  await inTransaction(store, async (tx) => {
    await endIn(tx, endedTokens);
    await tx.staffSession.deleteMany({ where: { NOT: goingOn(rules, now) } });
    await tx.staffSession.create({
      data: {
        sha256: hashCredential(token),
        apiKeyId: keyId,
        adminTokenProof: keyId === null ? proofOf(adminToken, token) : null,
        createdAt: now,
        lastUsedAt: now,
      },
    });
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
  { adminToken, ...rules }: SessionRules,
  now: Date,
): Promise<KeyHolder | null> {
  const sha256 = hashCredential(token);
  const row = await prisma.staffSession.findUnique({
    where: { sha256, ...goingOn(rules, now) },
    include: { apiKey: true },
  });
  if (!row) return null;
  const holder = row.apiKey
    ? row.apiKey.revokedAt === null && { keyId: row.apiKey.id, name: row.apiKey.name, role: row.apiKey.role }
    : isProved(row.adminTokenProof, proofOf(adminToken, token)) && administrator;
  if (!holder) return null;
  const notedBefore = before(now, rules.sessionIdleMs / notedParts);
  if (isByPerson && row.lastUsedAt < notedBefore) {
    await prisma.staffSession.updateMany({ where: { sha256, lastUsedAt: { lt: now } }, data: { lastUsedAt: now } });
    if (row.apiKey) await prisma.apiKey.updateMany({ where: { id: row.apiKey.id }, data: { lastUsedAt: now } });
  }
  return holder;
}

/** Ends the sessions of these tokens. Ending one again changes nothing. */
export async function endSessions(store: Store, tokens: string[]): Promise<void> {
  await inTransaction(store, async (tx) => endIn(tx, tokens));
}

async function endIn(tx: Client, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  await tx.staffSession.deleteMany({ where: { sha256: { in: tokens.map(hashCredential) } } });
}

/** The condition that a session is not over. */
function goingOn({ sessionIdleMs, sessionLifetimeMs }: Omit<SessionRules, 'adminToken'>, now: Date) {
  return { lastUsedAt: { gt: before(now, sessionIdleMs) }, createdAt: { gt: before(now, sessionLifetimeMs) } };
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
