import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { build, type Metafile } from 'esbuild';

const options = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
} as const;

/**
 * Bundles the Express floor together with imports of every package that the product imports at its start. It reads what
 * it is told from the environment: PORT, and REFERENCE as JSON.
 */
export async function buildPackagedFloor(): Promise<{ path: string; remove(): Promise<void> }> {
  // The entry that main.ts loads as soon as it listens for signals.
  const entryPoints = ['src/commands/runStartCommand.ts'];
  const { metafile } = await build({
    ...options,
    entryPoints,
    splitting: true,
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  const lines = [
    ...packagesAtStart(metafile).map((name) => `import ${JSON.stringify(name)};`),
    `import { startExpressFloor } from './expressFloor.ts';`,
    `await startExpressFloor(JSON.parse(process.env.REFERENCE), Number(process.env.PORT));`,
  ];
  const path = `dist/floor-${randomUUID().slice(0, 8)}.js`;
  const stdin = { contents: lines.join('\n'), resolveDir: 'bench/references', loader: 'ts' } as const;
  await build({ ...options, stdin, outfile: path });
  return { path: `${process.cwd()}/${path}`, remove: async () => rm(path) };
}

/** Not those that are imported later, when they are needed. */
function packagesAtStart({ outputs }: Metafile): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const follow = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { kind, path: imported, external } of outputs[path]!.imports) {
      if (kind !== 'import-statement') continue;
      if (external) packages.add(imported);
      else follow(imported);
    }
  };
  follow('dist/runStartCommand.js');
  return [...packages];
}
