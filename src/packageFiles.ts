import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The files of the package besides the code of the service. They are at the same places seen from src/, where this file is, and from dist/. */
export const packageFiles = {
  manifest: pathTo('package.json'),
  migrations: pathTo('prisma/migrations'),
  explorer: pathTo('src/admin/door/explorer'),
  /** Made by `npm run build`. */
  console: pathTo('dist/console'),
  docsGuide: pathTo('docs/guide'),
  docsExamples: pathTo('docs/examples'),
  docsTestVectors: pathTo('docs/test-vectors.json'),
  docsBrowser: pathTo('src/docs/browser'),
  /** Made by `npm run build`. */
  docsBuild: pathTo('dist/docs'),
};

/** Returns the version in package.json. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFiles.manifest, 'utf8')) as { version: string };
  return version;
}

function pathTo(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
