import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { prepareCluster } from './cluster.ts';
import { dataPaths, type DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { ensureDatabase, serverUrl } from './ensureDatabase.ts';
import { launchServer, type RunningServer } from './launchServer.ts';
import { announceStop, isHandedOver, readOwner, removeOwner, writeOwner } from './ownerFile.ts';
import { chooseServerAccount } from './serverAccount.ts';
import { openServerLog } from './serverLog.ts';
import { settleRunningServer } from './settleRunningServer.ts';
import { withStartLock } from './withStartLock.ts';
import { stopServer } from './stopServer.ts';
import { usableBinaries } from './usableBinaries.ts';
import { waitUntil } from './waitUntil.ts';

export interface EmbeddedPostgres {
  /** postgresql://user:password@127.0.0.1:port/openplug; holds a secret. */
  url: string;
  /** True when another living process of the service runs the server; it ends when that process stops it. */
  borrowed: boolean;
  /**
   * Says whether a borrowed server has ended, or is about to end, because the process that ran it was asked to stop.
   */
  wasHandedOver(): boolean;
  /** Resolves when the server has ended. May be called again. Leaves a borrowed server running. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Server settings by PostgreSQL's names. A borrowed server keeps those it was started with. */
  settings?: Record<string, string>;
  /** A free one if left out. A borrowed server keeps its own. */
  port?: number;
}

/**
 * Runs PostgreSQL on the cluster under `dataDir`, and makes the cluster first if there is none. Several processes on
 * one machine may use the folder at the same time. The server ends with stop() and with this process, however the
 * process ends. Committed data is never lost. Signals to this process do not stop it: call stop() after draining.
 * Throws EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const paths = dataPaths(dataDir);
  await requireWritable(paths.dataDir);
  return withStartLock(paths.lock, async () => {
    const account = await chooseServerAccount(paths.cluster);
    const borrowedUrl = await settleRunningServer(paths);
    if (borrowedUrl !== undefined) return await borrowed(borrowedUrl, paths);
    const binaries = await usableBinaries(paths, account);
    const log = await openServerLog(paths.log);
    try {
      const sync = options.settings?.['fsync'] !== 'off';
      const work = { paths, binaries, account, log, sync };
      const password = await prepareCluster(work);
      const server = await launchServer(work, options.settings ?? {}, options.port);
      try {
        await ensureDatabase(server.port, password, paths);
        await writeOwner(paths.owner, server.pid);
      } catch (error) {
        await stopServer(paths.cluster, server.pid);
        throw error;
      }
      return {
        url: serverUrl(server.port, password),
        borrowed: false,
        wasHandedOver: () => false,
        stop: stopOnce(paths, server),
      };
    } finally {
      await log.close();
    }
  });
}

async function borrowed(url: string, paths: DataPaths): Promise<EmbeddedPostgres> {
  const serverPid = (await readOwner(paths.owner))?.serverPid;
  const wasHandedOver = () => serverPid === undefined || isHandedOver(paths.owner, serverPid);
  return { url, borrowed: true, wasHandedOver, stop: async () => {} };
}

/** Stops under the lock, so that a process starting meanwhile either borrows a server that stays or starts its own. */
function stopOnce(paths: DataPaths, server: RunningServer): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await withStartLock(paths.lock, async () => {
      await announceStop(paths.owner, server.pid);
      await stopServer(paths.cluster, server.pid);
      await removeOwner(paths.owner, server.pid);
    });
    // The shell above the server ends right after it.
    await waitUntil(() => server.hasExited(), { timeoutMs: 1_000 });
  };
  return () => (stopping ??= stop());
}

async function requireWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `the data folder ${dataDir} cannot be made or written: ${(cause as Error).message}`;
    throw new EmbeddedPostgresError('DATA_DIR', message, { cause });
  }
}
