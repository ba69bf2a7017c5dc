import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

const run = promisify(execFile);

/** The unprivileged user PostgreSQL runs as when the service runs as root, which PostgreSQL refuses to do. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * Returns undefined to run as the user who runs the service. As root: the owner of the existing cluster, else `postgres`,
 * else `nobody`. A cluster that root copied or restored is given to that user.
 */
export async function chooseServerAccount(clusterDir: string): Promise<ServerAccount | undefined> {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const cluster = await lstat(clusterDir).catch(() => undefined);
  if (uid !== 0) {
    if (cluster && cluster.uid !== uid) {
      throw new EmbeddedPostgresError(
        'ACCOUNT',
        `${clusterDir} belongs to user ${cluster.uid}, but the service runs as user ${uid}; ` +
          `run it as the user it was made by, or give it away: chown -R ${uid} '${clusterDir}'`,
      );
    }
    return undefined;
  }
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (!account) {
    throw new EmbeddedPostgresError(
      'ACCOUNT',
      'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as; ' +
        'create one, run the service as an unprivileged user, or set DATABASE_URL',
    );
  }
  if (cluster) await run('chown', ['-R', `${account.uid}:${account.gid}`, clusterDir]);
  return account;
}

/**
 * The cluster's folder as that account can name it. Its parents may be closed to the account (a clone below /root): the
 * server is started with the cluster as its working directory, and on Linux /proc/self/cwd leads there directly.
 */
export function clusterNameFor(account: ServerAccount | undefined, clusterDir: string): string {
  return account && process.platform === 'linux' && existsSync(WORKING_DIRECTORY) ? WORKING_DIRECTORY : clusterDir;
}

/** Returns what a server that was started so says, with the folder's name as people know it. */
export function withRealName(said: string, clusterDir: string): string {
  return said.replaceAll(WORKING_DIRECTORY, clusterDir);
}

const WORKING_DIRECTORY = '/proc/self/cwd';

/** Returns the error to throw when a process could not be started because root here may not become another user. */
export function accountRefusal(
  account: ServerAccount | undefined,
  cause: NodeJS.ErrnoException,
): EmbeddedPostgresError | undefined {
  if (!account || (cause.code !== 'EPERM' && cause.code !== 'EINVAL')) return undefined;
  return new EmbeddedPostgresError(
    'ACCOUNT',
    `the service runs as root, PostgreSQL refuses to, and this root may not switch to user ${account.uid} ` +
      `(${cause.code}); run the service as an unprivileged user, or set DATABASE_URL`,
    { cause },
  );
}

async function findAccount(name: string): Promise<ServerAccount | undefined> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(user.stdout), gid: Number(group.stdout) };
  } catch {
    return undefined;
  }
}
