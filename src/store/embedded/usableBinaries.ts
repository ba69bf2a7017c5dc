import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { binariesAt, exists, findPostgresBinaries, linkLibraries, type PostgresBinaries } from './postgresBinaries.ts';
import { accountRefusal, type ServerAccount } from './serverAccount.ts';
import { serverEnvironment } from './supervisedProcess.ts';

/**
 * Returns binaries that the account can run: those in node_modules, or else a copy (55 MB, made once for each version). The
 * copy serves a clone that another user cannot reach, such as one below /root, and a read-only node_modules whose install
 * step was not run. PostgreSQL resolves its own path, so the shortcut past a closed folder that helps the cluster does not
 * help here.
 */
export async function usableBinaries(paths: DataPaths, account: ServerAccount | undefined): Promise<PostgresBinaries> {
  const { binaries, missingLinks } = await findPostgresBinaries();
  // This user has just read the package; only another user may lack the way to it.
  if (!missingLinks && !account) return binaries;
  const failure = missingLinks
    ? `${binaries.root}/lib lacks the links that the package's install step makes`
    : await whyNotRunnable(binaries, account);
  if (failure === undefined) return binaries;

  // Root's data folder is usually closed to others, and this folder is open to all.
  const folder = account
    ? `/var/cache/openplug-postgres-${binaries.version}-${process.arch}`
    : `${paths.binaries}-${binaries.version}`;
  const copy = binariesAt(join(folder, 'native'), binaries.version);
  const copyFailure = await makeCopy(binaries, folder, copy).then(
    async () => whyNotRunnable(copy, account),
    (error: Error) => `${folder}: ${error.message}`,
  );
  if (copyFailure === undefined) return copy;
  throw new EmbeddedPostgresError(
    'BINARIES',
    `PostgreSQL cannot be run${account ? ` as user ${account.uid} (it refuses to run as root)` : ''}:\n` +
      `  ${failure}\n  ${copyFailure}\n` +
      'move the service to a folder every user can enter (such as /srv or /opt) and install it there with install ' +
      'scripts allowed, or run it as an unprivileged user, or set DATABASE_URL',
  );
}

async function whyNotRunnable({ postgres }: PostgresBinaries, account: ServerAccount | undefined) {
  try {
    await promisify(execFile)(postgres, ['--version'], { cwd: '/', env: serverEnvironment(), ...account });
    return undefined;
  } catch (error) {
    const refusal = accountRefusal(account, error as NodeJS.ErrnoException);
    if (refusal) throw refusal;
    const { stderr, message } = error as Error & { stderr?: string };
    return `${postgres}: ${(stderr || message).trim()}`;
  }
}

/** The copy is finished elsewhere and then renamed, so that it is whole or absent. */
async function makeCopy(binaries: PostgresBinaries, folder: string, copy: PostgresBinaries): Promise<void> {
  if (await exists(copy.postgres)) return;
  const fresh = await mkdtemp(`${folder}-`);
  try {
    const target = join(fresh, 'native');
    await cp(binaries.root, target, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(target);
    await openToReaders(fresh);
    await rename(fresh, folder).catch(async (error: unknown) => {
      // Another process starting at the same time may have been faster.
      if (!(await exists(copy.postgres))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** An install under a strict umask leaves files that only root can read, and mkdtemp a folder that only root can enter. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('bin') ? 0o755 : 0o644);
  }
}
