import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { binariesAt, findPostgresBinaries, linkLibraries, type PostgresBinaries } from './postgresBinaries.ts';
import { accountRefusal, type ServerAccount } from './serverAccount.ts';
import { serverEnvironment } from './supervisedProcess.ts';

const run = promisify(execFile);

/**
 * Binaries the account can run: those in node_modules, else a copy (55 MB, made once a version). The copy serves a clone
 * that another user cannot reach, such as one below /root, and a read-only node_modules whose install step was not run.
 * PostgreSQL resolves its own path, so no shortcut past a closed folder helps here as it does for the cluster.
 */
export async function usableBinaries(paths: DataPaths, account: ServerAccount | undefined): Promise<PostgresBinaries> {
  const { binaries, missingLinks } = await findPostgresBinaries();
  // Whoever runs the service has just read the package; only another user may lack the way to it.
  if (!missingLinks && !account) return binaries;
  const failures: string[] = [];
  if (missingLinks) failures.push(`${binaries.root}/lib lacks the links that the package's install step makes`);
  else {
    const failure = await whyNotRunnable(binaries, account);
    if (failure === undefined) return binaries;
    failures.push(failure);
  }
  for (const folder of copyFolders(paths, account, binaries.version)) {
    try {
      if (account) await requireReachable(dirname(folder), account);
      const copy = await copyOf(binaries, folder);
      const failure = await whyNotRunnable(copy, account);
      if (failure === undefined) return copy;
      failures.push(failure);
    } catch (error) {
      failures.push(`${folder}: ${(error as Error).message.trim()}`);
    }
  }
  throw new EmbeddedPostgresError(
    'BINARIES',
    `PostgreSQL cannot be run${account ? ` as user ${account.uid} (it refuses to run as root)` : ''}:\n` +
      `${failures.map((failure) => `  ${failure}`).join('\n')}\n` +
      'move the service to a folder every user can enter (such as /srv or /opt) and install it there with install ' +
      'scripts allowed, or run it as an unprivileged user, or set DATABASE_URL',
  );
}

/** The data folder is the better place, but as root it is usually closed to others. */
function copyFolders(paths: DataPaths, account: ServerAccount | undefined, version: string): string[] {
  const besideData = `${paths.binaries}-${version}`;
  if (!account) return [besideData];
  const name = `openplug-postgres-${version}-${process.arch}`;
  return [besideData, join('/var/cache', name), join(tmpdir(), name)];
}

async function whyNotRunnable(
  binaries: PostgresBinaries,
  account: ServerAccount | undefined,
): Promise<string | undefined> {
  try {
    await run(binaries.postgres, ['--version'], { cwd: '/', env: serverEnvironment(), ...account });
    return undefined;
  } catch (error) {
    const refusal = accountRefusal(account, error as NodeJS.ErrnoException);
    if (refusal) throw refusal;
    const { stderr, message } = error as Error & { stderr?: string };
    return `${binaries.postgres}: ${(stderr || message).trim()}`;
  }
}

async function requireReachable(folder: string, account: ServerAccount): Promise<void> {
  await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', env: serverEnvironment(), ...account });
}

async function copyOf(binaries: PostgresBinaries, folder: string): Promise<PostgresBinaries> {
  const copy = binariesAt(join(folder, 'native'), binaries.version);
  if (await isOurs(folder, copy)) return copy;
  // Finished elsewhere and then renamed, so that a copy is whole or absent.
  const fresh = await mkdtemp(`${folder}-`);
  try {
    const target = join(fresh, 'native');
    await cp(binaries.root, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    await linkLibraries(target);
    await openToReaders(fresh);
    await rename(fresh, folder).catch(async (error: unknown) => {
      if (!(await isOurs(folder, copy))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return copy;
}

/** Never runs what another user may have put under that name into a folder open to all. */
async function isOurs(folder: string, copy: PostgresBinaries): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return false;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error('something not made by this service is in the way');
  }
  return (await lstat(copy.postgres).catch(() => undefined)) !== undefined;
}

/** An install under a strict umask leaves files only root can read, and mkdtemp a folder only root can enter. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('bin') ? 0o755 : 0o644);
  }
}
