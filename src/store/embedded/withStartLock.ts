import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { processIdentity } from './processIdentity.ts';
import { waitUntil } from './waitUntil.ts';

/** The longest wait for the lock: longer than any start or stop should take, crash recovery included. */
const LOCK_TIMEOUT_MS = 180_000;
const FREE = 'free';

/**
 * Runs the action while no other process (nor another call in this one) holds the lock. A holder killed with -9 does
 * not block: its claim names its pid and start time, so the next one sees that it has ended.
 *
 * The folder holds numbered claims, and the highest number counts. A claim is taken by creating the next number, which
 * only one can do; lower ones are removed afterwards. So nobody ever deletes a claim that might have become somebody
 * else's in the meantime, which can happen with plain pid files.
 */
export async function withStartLock<T>(lockDir: string, action: () => Promise<T>): Promise<T> {
  await mkdir(lockDir, { recursive: true, mode: 0o700 });
  const held = await acquire(lockDir);
  try {
    return await action();
  } finally {
    await putClaim(lockDir, held + 1, FREE).catch(ignoreExisting);
    await rm(join(lockDir, String(held)), { force: true });
  }
}

async function acquire(lockDir: string): Promise<number> {
  const mine = `${process.pid} ${await processIdentity(process.pid)}`;
  let held: number | undefined;
  let blockedBy = '';
  const acquired = await waitUntil(
    async () => {
      const highest = Math.max(0, ...(await listClaims(lockDir)));
      blockedBy = highest === 0 ? FREE : await readClaim(lockDir, highest);
      if (await isHeld(blockedBy)) return false;
      held = await claim(lockDir, highest + 1, mine);
      return held !== undefined;
    },
    { timeoutMs: LOCK_TIMEOUT_MS, everyMs: 10 },
  );
  if (acquired && held !== undefined) return held;
  throw new EmbeddedPostgresError(
    'LOCKED',
    `process ${blockedBy.split(' ')[0]} has been starting or stopping PostgreSQL in ${lockDir} for ` +
      `${LOCK_TIMEOUT_MS / 1000} s; end that process, then start again`,
  );
}

/** Returns the number when the claim holds; undefined when somebody else was faster. */
async function claim(lockDir: string, number: number, holder: string): Promise<number | undefined> {
  try {
    await putClaim(lockDir, number, holder);
  } catch (error) {
    ignoreExisting(error);
    return undefined;
  }
  const numbers = await listClaims(lockDir);
  // Our number was already used and removed again: what we read was old.
  if (numbers.some((other) => other > number)) {
    await rm(join(lockDir, String(number)), { force: true });
    return undefined;
  }
  const lower = numbers.filter((other) => other < number);
  await Promise.all(lower.map((other) => rm(join(lockDir, String(other)), { force: true })));
  return number;
}

async function isHeld(holder: string): Promise<boolean> {
  if (holder === FREE) return false;
  const [pid, ...identity] = holder.split(' ');
  return (await processIdentity(Number(pid))) === identity.join(' ');
}

async function listClaims(lockDir: string): Promise<number[]> {
  return (await readdir(lockDir)).map(Number).filter(Number.isSafeInteger);
}

/** A symbolic link, because it comes into being together with its content, and only if it was not there. */
async function putClaim(lockDir: string, number: number, holder: string): Promise<void> {
  await symlink(holder, join(lockDir, String(number)));
}

/** A claim that has vanished was outnumbered; "free" makes the caller try the next number, and fail, and look again. */
async function readClaim(lockDir: string, number: number): Promise<string> {
  return readlink(join(lockDir, String(number))).catch(() => FREE);
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}
