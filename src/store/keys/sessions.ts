import { createHmac, timingSafeEqual } from 'node:crypto';
import { actingAs, audit } from '../audit/audit.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Client, Store } from '../database/store.ts';
import { hashCredential } from '../secrets/keyring.ts';
import { administrator, holderName, type KeyHolder } from './apiKeys.ts';

export interface SessionRules {
  adminToken: string;
  /** The time without use after which a session ends (SESSION_IDLE_S). */
  sessionIdleMs: number;
  /** The time after which a session ends, however much it is used (SESSION_LIFETIME_S). */
  sessionLifetimeMs: number;
}

/** The use of a session is noted once in this fraction of SESSION_IDLE_S, not with each request. */
const notedParts = 20;

/** A sign-in: who, from which address, and the tokens of the sessions that the browser had until then. */
export interface SignIn {
  holder: KeyHolder;
  /** Null: the connection was already gone. */
  address: string | null;
  endedTokens: string[];
}

/**
 * Signs the holder of a key in. Returns the token of the session, which is shown to nobody else; the database has its
 * SHA-256. Ends the sessions that the browser had until then, and removes those that are over.
 */
export async function createSession(
  store: Store,
  { holder, address, endedTokens }: SignIn,
  rules: SessionRules,
  now: Date,
): Promise<string> {
  const token = `ops_${newIdentifier()}`;
  const { keyId } = holder;
  await inTransaction(store, async (tx) => {
    for (const ended of await endIn(tx, endedTokens, rules, now)) await auditSignOut(store, tx, ended, true);
    await audit(actingAs(store, holder), tx, {
      action: 'signIn',
      target: holderName(holder),
      detail: { address },
    });
    await tx.staffSession.deleteMany({ where: { NOT: goingOn(rules, now) } });
    await tx.staffSession.create({
      data: {
        sha256: hashCredential(token),
        apiKeyId: keyId,
        adminTokenProof: keyId === null ? proofOf(rules.adminToken, token) : null,
        createdAt: now,
        lastUsedAt: now,
      },
    });
  });
  return token;
}

/**
 * Returns the holder of the session with this token; null: the session has ended, or its key was revoked. A request
 * that no person made, for example of a page that refreshes itself, does not keep the session alive.
 */
export async function findSessionHolder(
  { prisma }: Store,
  { token, isByPerson }: { token: string; isByPerson: boolean },
  rules: SessionRules,
  now: Date,
): Promise<KeyHolder | null> {
  const found = await findIn(prisma, token, rules, now);
  if (!found) return null;
  const { sha256, lastUsedAt, holder } = found;
  const notedBefore = before(now, rules.sessionIdleMs / notedParts);
  if (isByPerson && lastUsedAt < notedBefore) {
    await prisma.staffSession.updateMany({ where: { sha256, lastUsedAt: { lt: now } }, data: { lastUsedAt: now } });
    if (holder.keyId) await prisma.apiKey.updateMany({ where: { id: holder.keyId }, data: { lastUsedAt: now } });
  }
  return holder;
}

/** Ends the sessions of these tokens. Ending one again changes nothing. */
export async function endSessions(store: Store, tokens: string[], rules: SessionRules, now: Date): Promise<void> {
  await inTransaction(store, async (tx) => {
    for (const ended of await endIn(tx, tokens, rules, now)) await auditSignOut(store, tx, ended, false);
  });
}

/** Ends the sessions of these tokens. Returns whose they were, without those that had ended by themselves. */
async function endIn(tx: Client, tokens: string[], rules: SessionRules, now: Date): Promise<KeyHolder[]> {
  const holders = [];
  for (const token of tokens) {
    const found = await findIn(tx, token, rules, now);
    // Another request may end it at the same time; only one of them gets the holder.
    const { count } = await tx.staffSession.deleteMany({ where: { sha256: hashCredential(token) } });
    if (found && count > 0) holders.push(found.holder);
  }
  return holders;
}

async function auditSignOut(store: Store, tx: Client, holder: KeyHolder, isReplaced: boolean): Promise<void> {
  await audit(actingAs(store, holder), tx, { action: 'signOut', target: holderName(holder), detail: { isReplaced } });
}

/** Finds a session that is not over, and its holder. */
async function findIn(client: Client, token: string, rules: SessionRules, now: Date) {
  const row = await client.staffSession.findUnique({
    where: { sha256: hashCredential(token), ...goingOn(rules, now) },
    include: { apiKey: true },
  });
  if (!row) return null;
  const holder = row.apiKey
    ? row.apiKey.revokedAt === null && { keyId: row.apiKey.id, name: row.apiKey.name, role: row.apiKey.role }
    : isProved(row.adminTokenProof, proofOf(rules.adminToken, token)) && administrator;
  return holder ? { sha256: row.sha256, lastUsedAt: row.lastUsedAt, holder } : null;
}

/** Returns the condition that a session is not over. */
function goingOn({ sessionIdleMs, sessionLifetimeMs }: SessionRules, now: Date) {
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
