import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console, unless what is in dist/console was made of the same sources and packages: loading Vite alone takes
 * longer than a start may. `whenChanged.sh` calls it when a file is newer than the build, as after `git checkout`.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const stamp = join(root, 'dist/console/sources.txt');
const hash = hashOf(join(root, 'src/console'), join(root, 'package-lock.json'));

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) {
  const now = new Date();
  utimesSync(stamp, now, now);
} else {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.mjs', import.meta.url)) });
  writeFileSync(stamp, hash);
}

function hashOf(folder, ...files) {
  const inFolder = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const all = createHash('sha256');
  for (const path of [...inFolder, ...files])
    all.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  return all.digest('hex');
}
