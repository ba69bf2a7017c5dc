import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { ROLE } from './ensureDatabase.ts';
import { exists, type PostgresBinaries } from './postgresBinaries.ts';
import { clusterNameFor, type ServerAccount } from './serverAccount.ts';
import type { ServerLog } from './serverLog.ts';
import { superviseProcess } from './supervisedProcess.ts';

/** The means to work on a cluster while no server runs on it; the caller holds the lock. */
export interface ClusterWork {
  paths: DataPaths;
  binaries: PostgresBinaries;
  account: ServerAccount | undefined;
  log: ServerLog;
  /** False in tests that gave up durability: initdb then skips its final fsync as well. */
  sync: boolean;
}

const INITDB_OPTIONS = [
  `--username=${ROLE}`,
  // Relative to the new cluster: the account may be unable to name the folder in full.
  '--pwfile=../password',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Given explicitly, because initdb would take it from the environment, which differs between machines.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
];

/** Makes the cluster if there is none, and returns the password of its role. */
export async function prepareCluster(work: ClusterWork): Promise<string> {
  const { paths } = work;
  await removeUnfinished(paths);
  // rename() replaces an empty folder.
  const entries = await readdir(paths.cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return createCluster(work);
  await requireUsable(work);
  await closeToOthers(paths.cluster);
  return readPassword(paths);
}

export async function readPassword(paths: DataPaths): Promise<string> {
  try {
    return (await readFile(paths.password, 'utf8')).trim();
  } catch (cause) {
    const message =
      `cannot read ${paths.password}, which has the password of the cluster (${(cause as NodeJS.ErrnoException).code}): ` +
      'restore it, or stop every process of the service, have PostgreSQL set a new password ' +
      `(echo "ALTER ROLE ${ROLE} PASSWORD '…'" | postgres --single -D ${paths.cluster} postgres), and write that file`;
    throw new EmbeddedPostgresError('PASSWORD', message, { cause });
  }
}

/** Makes it beside its place and renames it, so that a cluster under its final name is a whole one. */
async function createCluster({ paths, binaries, account, log, sync }: ClusterWork): Promise<string> {
  const password = randomBytes(32).toString('hex');
  const making = await mkdtemp(makingPrefix(paths));
  const cluster = join(making, 'cluster');
  const passwordFile = join(making, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [making, cluster, passwordFile]) await chown(path, account.uid, account.gid);
  await log.mark();
  const initdb = await superviseProcess({
    program: binaries.initdb,
    args: ['-D', clusterNameFor(account, cluster), ...INITDB_OPTIONS, ...(sync ? [] : ['--no-sync'])],
    cwd: cluster,
    logFd: log.fd,
    account,
    signalAtOurEnd: 'TERM',
  });
  const status = await initdb.exited;
  if (status !== 0) {
    await rm(making, { recursive: true, force: true });
    throw new EmbeddedPostgresError('START_FAILED', `initdb failed (status ${status}):\n${await log.tail()}`);
  }
  // Before the cluster: a password without a cluster is replaced, and a cluster without a password is of no use.
  await rm(paths.password, { force: true });
  await writeFile(paths.password, `${password}\n`, { mode: 0o600, flush: true });
  await rename(cluster, paths.cluster);
  const folder = await open(paths.dataDir, 'r');
  await folder.sync();
  await folder.close();
  await rm(making, { recursive: true, force: true });
  return password;
}

/** A process that was killed in initdb leaves this. initdb itself may still work on it; the rest goes at a later start. */
async function removeUnfinished(paths: DataPaths): Promise<void> {
  const left = (await readdir(paths.dataDir)).filter((name) => name.startsWith(basename(makingPrefix(paths))));
  const removed = left.map(async (name) => rm(join(paths.dataDir, name), { recursive: true, force: true }));
  await Promise.allSettled(removed);
}

function makingPrefix(paths: DataPaths): string {
  return `${paths.cluster}.making-`;
}

/** A cluster appears whole. So a folder that is no cluster has lost something, and is not replaced by an empty cluster. */
async function requireUsable({ paths: { cluster }, binaries }: ClusterWork): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const lacks = version === '' ? 'PG_VERSION' : 'global/pg_control';
  if (version === '' || !(await exists(join(cluster, lacks)))) {
    const message = `${cluster} lacks ${lacks}; restore it from a backup, or move it away to start empty`;
    throw new EmbeddedPostgresError('DAMAGED_CLUSTER', message);
  }
  if (Number.parseInt(version, 10) === binaries.majorVersion) return;
  throw new EmbeddedPostgresError(
    'OTHER_VERSION',
    `${cluster} was made by PostgreSQL ${version}, this service brings ${binaries.majorVersion}; ` +
      `dump it with a PostgreSQL ${version} server and pg_dump, move the folder away, start the service once, and ` +
      'load the dump; or move the folder away to start empty',
  );
}

/** PostgreSQL refuses a folder that the group may write to, or others may use. A backup copied in haste has such a mode. */
async function closeToOthers(cluster: string): Promise<void> {
  if (((await stat(cluster)).mode & 0o027) !== 0) await chmod(cluster, 0o700).catch(() => {});
}
