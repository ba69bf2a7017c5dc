import { rm } from 'node:fs/promises';
import { readPassword } from './cluster.ts';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { ensureDatabase } from './ensureDatabase.ts';
import { isOwnerAlive, readOwner } from './ownerFile.ts';
import { findPostgresBinaries } from './postgresBinaries.ts';
import { postmasterPidPath, readPostmasterPid } from './postmasterPid.ts';
import { isServerOf } from './processIdentity.ts';
import { serverUrl } from './serverUrl.ts';
import { stopServer } from './stopServer.ts';

/**
 * The URL of a server that another living process of the service runs on this data folder. Otherwise undefined, and
 * then no server runs there and no pid file is in the way: what a killed process left behind has been stopped.
 */
export async function settleRunningServer(paths: DataPaths): Promise<string | undefined> {
  const running = await readPostmasterPid(paths.cluster);
  if (!running) return undefined;
  if (!(await isServerOf(paths.cluster, running.pid))) {
    // PostgreSQL itself would take any living process of its user, and a zombie too, for the server and refuse to start.
    await rm(postmasterPidPath(paths.cluster), { force: true });
    return undefined;
  }
  const owner = await readOwner(paths.owner);
  if (owner?.serverPid === running.pid && (await isOwnerAlive(owner))) {
    const url = await borrow(paths, running.port, owner.pid, running.pid);
    if (url !== undefined) return url;
  } else await stopServer(paths.cluster, running.pid, (await findPostgresBinaries()).binaries);
  return undefined;
}

/** undefined when the server ended in the meantime. */
async function borrow(
  paths: DataPaths,
  port: number,
  ownerPid: number,
  serverPid: number,
): Promise<string | undefined> {
  const password = await readPassword(paths);
  if (password === undefined) {
    const message = `${paths.password} is missing while process ${ownerPid} runs the server; restart that process`;
    throw new EmbeddedPostgresError('PASSWORD', message);
  }
  try {
    await ensureDatabase(port, password, paths);
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    if (!(await isServerOf(paths.cluster, serverPid))) return undefined;
    const message = `the PostgreSQL that process ${ownerPid} runs on ${paths.cluster} refuses connections: ${(cause as Error).message}`;
    throw new EmbeddedPostgresError('START_FAILED', message, { cause });
  }
  return serverUrl(port, password);
}
