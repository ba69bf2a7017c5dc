import { fileURLToPath } from 'node:url';

/** What the package brings along besides its code, at the same places seen from src/, where this file is, and from dist/. */
export const packageFiles = {
  manifest: pathTo('package.json'),
  migrations: pathTo('prisma/migrations'),
  explorer: pathTo('src/admin/door/explorer'),
};

function pathTo(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
