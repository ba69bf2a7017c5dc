import { rm } from 'node:fs/promises';
import { readPassword } from './cluster.ts';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { ensureDatabase, serverUrl } from './ensureDatabase.ts';
import { isOwnerAlive, readOwner, type Owner } from './ownerFile.ts';
import { postmasterPidPath, readPostmasterPid } from './postmasterPid.ts';
import { isServerOf } from './processIdentity.ts';
import { stopServer } from './stopServer.ts';
import { waitUntil } from './waitUntil.ts';

/** Time for a server that is starting, recovering or shutting down to become one or the other. */
const UNDECIDED_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 20;

/**
 * Returns the URL of a server that another living process of the service runs on this data folder. Otherwise undefined, and
 * then no server runs there and no pid file is in the way: a server that a killed process left behind has been stopped.
 */
export async function settleRunningServer(paths: DataPaths): Promise<string | undefined> {
  let found: Found | undefined;
  // A killed owner lives a little longer than its server takes connections, so a server that refuses us now may end immediately.
  const isDecided = async () => (found = await lookForServer(paths)).kind !== 'undecided';
  await waitUntil(isDecided, { timeoutMs: UNDECIDED_TIMEOUT_MS, everyMs: LOOK_EVERY_MS });
  if (found?.kind !== 'undecided') return found?.url;
  const { cause, ownerPid } = found;
  const message = `the PostgreSQL that process ${ownerPid} runs on ${paths.cluster} refuses connections: ${(cause as Error).message}`;
  throw new EmbeddedPostgresError('START_FAILED', message, { cause });
}

type Found = { kind: 'none'; url?: undefined } | { kind: 'borrowed'; url: string } | Undecided;
interface Undecided {
  kind: 'undecided';
  ownerPid: number;
  cause: unknown;
}

async function lookForServer(paths: DataPaths): Promise<Found> {
  const running = await readPostmasterPid(paths.cluster);
  if (!running || !(await isServerOf(paths.cluster, running.pid))) {
    // PostgreSQL itself would take any living process of its user, and a zombie too, for the server and refuse to start;
    // and so it does when the file is empty or cut short, as a power cut or a full disk leaves it.
    await rm(postmasterPidPath(paths.cluster), { force: true });
    return { kind: 'none' };
  }
  const owner = await readOwner(paths.owner);
  if (owner?.serverPid === running.pid && (await isOwnerAlive(owner))) return borrow(paths, running.port, owner);
  await stopServer(paths.cluster, running.pid);
  return { kind: 'none' };
}

async function borrow(paths: DataPaths, port: number, owner: Owner): Promise<Found> {
  const password = await readPassword(paths);
  try {
    await ensureDatabase(port, password, paths);
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    return { kind: 'undecided', ownerPid: owner.pid, cause };
  }
  // Killed while we connected: its server ends with it, and is nothing to borrow.
  if (!(await isOwnerAlive(owner))) return { kind: 'undecided', ownerPid: owner.pid, cause: new Error('it is ending') };
  return { kind: 'borrowed', url: serverUrl(port, password) };
}
