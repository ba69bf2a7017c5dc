import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A commit of the product, with its own migrations, that can be started beside today's. */
export interface EarlierProduct {
  path: string;
  migrations: string;
  remove(): Promise<void>;
}

const run = promisify(execFile);

/**
 * Builds the product of a commit below dist/, from where it finds today's packages. Needs the history of the repository.
 */
export async function buildEarlier(commit: string): Promise<EarlierProduct> {
  const folder = `${process.cwd()}/dist/at-${commit}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} src prisma prisma.config.ts package.json | tar -x -C "${folder}"`]);
  await run(`${process.cwd()}/node_modules/.bin/prisma`, ['generate'], { cwd: folder });
  const options = ['--bundle', '--packages=external', '--platform=node', '--target=node20', '--format=esm'];
  await run(`${process.cwd()}/node_modules/.bin/esbuild`, [...options, '--outdir=dist', 'src/main.ts'], {
    cwd: folder,
  });
  return {
    path: `${folder}/dist/main.js`,
    migrations: `${folder}/prisma/migrations`,
    remove: async () => rm(folder, { recursive: true }),
  };
}
