import { execFile } from 'node:child_process';
import { copyFile, cp, link, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface ContainerImage {
  /** Stands for WORKDIR. */
  folder: string;
  /** The command lines of HEALTHCHECK and CMD, program first. */
  healthCheck: string[];
  command: string[];
  /** The values of ENV. */
  environment: Record<string, string>;
  instructions: string[];
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * The last stage of the Dockerfile as a folder: what its COPY lines list and nothing else, with the packages that
 * `npm ci --omit=dev --omit=optional` would install, taken from this clone, and what the Dockerfile deletes deleted.
 */
export async function assembleContainerImage(): Promise<ContainerImage> {
  const instructions = readInstructions(await readFile(join(root, 'Dockerfile'), 'utf8'));
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
  const folder = await mkdtemp(join(tmpdir(), 'openplug-image-'));
  for (const line of last.filter((text) => text.startsWith('COPY '))) {
    const [source, target] = line.replace(/^COPY (--from=\S+ )?/, '').split(/\s+/) as [string, string];
    if (source.endsWith('/node_modules')) await installPackages(folder, instructions);
    else if (source.endsWith('/dist')) await build(join(folder, target));
    else await cp(join(root, source), join(folder, target), { recursive: true });
  }
  return {
    folder,
    healthCheck: commandOf(last, /^HEALTHCHECK .*?CMD /),
    command: commandOf(last, /^CMD /),
    environment: Object.fromEntries(
      last
        .filter((line) => line.startsWith('ENV '))
        .flatMap((line) => line.split(/\s+/).slice(1))
        .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    instructions,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** One string an instruction, without comments and line ends. */
function readInstructions(dockerfile: string): string[] {
  return dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
}

function commandOf(lines: string[], prefix: RegExp): string[] {
  const line = lines.find((text) => prefix.test(text));
  return JSON.parse(line!.replace(prefix, '')) as string[];
}

async function build(outputFolder: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { build: string } };
  const [bundling, building] = scripts.build.split(' && ') as [string, string];
  const [program, ...options] = bundling.split(' ').filter((option) => !option.startsWith('--outdir='));
  await run(join(root, 'node_modules', '.bin', program!), [...options, `--outdir=${outputFolder}`], { cwd: root });
  await run('sh', ['-c', building], { cwd: root });
  await cp(join(root, 'dist/console'), join(outputFolder, 'console'), { recursive: true });
}

/** From symbolic links, Node would find its way back to this clone's packages for development. From hard links it does not. */
async function installPackages(folder: string, instructions: string[]): Promise<void> {
  const install = instructions.find((line) => line.includes('npm ci --omit=dev --omit=optional'))!;
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  for (const [path, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
    if (path === '' || dev || optional || devOptional) continue;
    await linkFiles(join(root, path), join(folder, path));
  }
  for (const deletion of install.split('&&').slice(1)) await run('sh', ['-c', deletion], { cwd: folder });
}

/** Without packages inside the package, which the lock file lists by themselves. Copies what is on another disk. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else await link(source, target).catch(async () => copyFile(source, target));
  }
}
