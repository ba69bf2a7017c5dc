import type { ClusterWork } from './cluster.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { freePort } from './freePort.ts';
import { readPostmasterPid } from './postmasterPid.ts';
import { clusterNameFor, withRealName } from './serverAccount.ts';
import { stopServer } from './stopServer.ts';
import { FOLDER_IN_USE, superviseProcess, type SupervisedProcess } from './supervisedProcess.ts';
import { waitUntil } from './waitUntil.ts';

export interface RunningServer extends SupervisedProcess {
  port: number;
}

/** Includes replaying the log after a crash. */
const READY_TIMEOUT_MS = 120_000;
/** Time to retry while something temporary is in the way: the port, or the last processes of a killed server. */
const RETRY_TIMEOUT_MS = 15_000;
const RETRY_EVERY_MS = 50;
const PASSING_TROUBLES = [
  'could not bind',
  'could not create any TCP/IP sockets',
  'pre-existing shared memory block',
  'lock file "postmaster.pid" already exists',
  FOLDER_IN_USE,
];

const DEFAULT_SETTINGS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A statement that fails is its sender's business. Its text and detail hold people's data, which must not be in the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Starts the server on the given port, or else on a free one, and waits until it accepts connections. */
export async function launchServer(
  work: ClusterWork,
  settings: Record<string, string>,
  port: number | undefined,
): Promise<RunningServer> {
  let server: RunningServer | undefined;
  await waitUntil(
    async () => {
      server = await tryLaunch(work, settings, port ?? (await freePort()));
      if (server) return true;
      const said = await work.log.tail();
      if (PASSING_TROUBLES.some((trouble) => said.includes(trouble))) return false;
      throw await startFailure(work, 'ended while starting');
    },
    { timeoutMs: RETRY_TIMEOUT_MS, everyMs: RETRY_EVERY_MS },
  );
  if (!server) throw await startFailure(work, `could not start for ${RETRY_TIMEOUT_MS / 1000} s`);
  return server;
}

/** Returns undefined when the server ended by itself; its log says why. */
async function tryLaunch(
  work: ClusterWork,
  settings: Record<string, string>,
  port: number,
): Promise<RunningServer | undefined> {
  const { paths, binaries, account, log } = work;
  await log.mark();
  const supervised = await superviseProcess({
    program: binaries.postgres,
    args: ['-D', clusterNameFor(account, paths.cluster), ...settingArguments(settings, port)],
    cwd: paths.cluster,
    logFd: log.fd,
    account,
    signalAtOurEnd: 'INT',
  });
  const ended = await waitUntil(
    async () => {
      const file = await readPostmasterPid(paths.cluster);
      return supervised.hasExited() || (file?.pid === supervised.pid && file.isReady);
    },
    { timeoutMs: READY_TIMEOUT_MS },
  );
  if (ended) {
    supervised.unref();
    return supervised.hasExited() ? undefined : { ...supervised, port };
  }
  await stopServer(paths.cluster, supervised.pid);
  throw await startFailure(work, `was not ready after ${READY_TIMEOUT_MS / 1000} s`);
}

function settingArguments(settings: Record<string, string>, port: number): string[] {
  const all = {
    ...DEFAULT_SETTINGS,
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function startFailure({ paths, log }: ClusterWork, what: string): Promise<EmbeddedPostgresError> {
  const said = withRealName(await log.tail(), paths.cluster);
  return new EmbeddedPostgresError('START_FAILED', `PostgreSQL ${what}; ${log.path} ends with:\n${said}`);
}
