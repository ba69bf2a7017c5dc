import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import { ROLE } from './serverUrl.ts';
import { clusterNameFor, type ServerAccount } from './serverAccount.ts';
import type { ServerLog } from './serverLog.ts';
import { setRolePassword } from './setRolePassword.ts';
import { superviseProcess } from './supervisedProcess.ts';

/** Everything that touches a cluster while no server runs on it; the caller holds the lock. */
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
  // Said outright: what initdb would take from the environment differs between machines.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
];

/** Makes the cluster if there is none, and returns the password of its role. */
export async function prepareCluster(work: ClusterWork): Promise<string> {
  await removeUnfinished(work.paths);
  const majorVersion = await readMajorVersion(work.paths.cluster);
  if (majorVersion === undefined) return createCluster(work);
  requireSameVersion(work, majorVersion);
  await closeToOthers(work.paths.cluster);
  const known = await readPassword(work.paths);
  if (known !== undefined) return known;
  // Whoever may write the data folder owns the cluster anyway; so a lost password need not mean lost data.
  const password = newPassword();
  await setRolePassword(work, password);
  await writePassword(work.paths, password);
  return password;
}

/** undefined when the file is not there. */
export async function readPassword(paths: DataPaths): Promise<string | undefined> {
  try {
    return (await readFile(paths.password, 'utf8')).trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError('PASSWORD', `cannot read ${paths.password} (${code})`, { cause });
  }
}

/** Made beside its place and renamed into it, so that a cluster under its final name is a whole one. */
async function createCluster(work: ClusterWork): Promise<string> {
  const { paths, binaries, account, log } = work;
  const password = newPassword();
  const making = await mkdtemp(makingPrefix(paths));
  const cluster = join(making, 'cluster');
  const passwordFile = join(making, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [making, cluster, passwordFile]) await chown(path, account.uid, account.gid);
  await log.mark();
  const initdb = await superviseProcess({
    program: binaries.initdb,
    args: ['-D', clusterNameFor(account, cluster), ...INITDB_OPTIONS, ...(work.sync ? [] : ['--no-sync'])],
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
  await writePassword(paths, password);
  await rename(cluster, paths.cluster);
  await syncFolder(paths.dataDir);
  await rm(making, { recursive: true, force: true });
  return password;
}

/** Left by a process that was killed in initdb. initdb itself may not have noticed yet: what cannot go now goes later. */
async function removeUnfinished(paths: DataPaths): Promise<void> {
  const prefix = basename(makingPrefix(paths));
  const left = (await readdir(paths.dataDir)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    left.map((name) => rm(join(paths.dataDir, name), { recursive: true, force: true }).catch(() => {})),
  );
}

/** undefined when there is no cluster yet. A folder in its place on which no server ever ran is set aside, not deleted. */
async function readMajorVersion(clusterDir: string): Promise<number | undefined> {
  const entries = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  // rename() replaces an empty folder.
  if (entries === undefined || entries.length === 0) return undefined;
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '');
  const hasControl = await lstat(join(clusterDir, 'global', 'pg_control')).catch(() => undefined);
  if (version.trim() !== '' && hasControl) return Number.parseInt(version, 10);
  // The server writes this file at its first start and never removes it.
  if (entries.includes('postmaster.opts')) {
    throw new EmbeddedPostgresError(
      'DAMAGED_CLUSTER',
      `${clusterDir} held data but lacks ${hasControl ? 'PG_VERSION' : 'global/pg_control'}; ` +
        'restore it from a backup, or move it away to start empty',
    );
  }
  await rename(clusterDir, `${clusterDir}.incomplete-${randomBytes(4).toString('hex')}`);
  return undefined;
}

function requireSameVersion({ paths, binaries }: ClusterWork, majorVersion: number): void {
  if (majorVersion === binaries.majorVersion) return;
  throw new EmbeddedPostgresError(
    'OTHER_VERSION',
    `${paths.cluster} was made by PostgreSQL ${majorVersion}, this service brings ${binaries.majorVersion}; ` +
      `dump it with a PostgreSQL ${majorVersion} server and pg_dump, move the folder away, start the service once, and ` +
      'load the dump; or move the folder away to start empty',
  );
}

/** What PostgreSQL refuses: that the group may write, or others may do anything. */
const OPEN_MODE = 0o027;

/** A backup that was copied or unpacked in haste has the mode that every new folder gets. */
async function closeToOthers(clusterDir: string): Promise<void> {
  if (process.platform === 'win32' || !(await isOpenToOthers(clusterDir))) return;
  let cause: unknown;
  await chmod(clusterDir, 0o700).catch((error: unknown) => (cause = error));
  // Some file systems have one mode for all, and say nothing.
  if (!(await isOpenToOthers(clusterDir))) return;
  const mode = (await stat(clusterDir)).mode & 0o7777;
  throw new EmbeddedPostgresError(
    'DATA_DIR',
    `${clusterDir} has mode ${mode.toString(8).padStart(4, '0')}, and PostgreSQL works only on a folder of mode 0700 or 0750; ` +
      `run chmod 700 '${clusterDir}', or set DATA_DIR to a file system that keeps modes`,
    { cause },
  );
}

async function isOpenToOthers(path: string): Promise<boolean> {
  return ((await stat(path)).mode & OPEN_MODE) !== 0;
}

function newPassword(): string {
  return randomBytes(32).toString('hex');
}

async function writePassword(paths: DataPaths, password: string): Promise<void> {
  const fresh = `${paths.password}.new`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${password}\n`, { mode: 0o600, flush: true });
  await rename(fresh, paths.password);
}

function makingPrefix(paths: DataPaths): string {
  return join(dirname(paths.cluster), `${basename(paths.cluster)}.making-`);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
