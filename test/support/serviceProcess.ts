import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { quickStart } from './quickStart.ts';
import { watchOutput, watchSecret } from './secretWatch.ts';

export interface ServiceBundle {
  /** The file that a Node process runs. */
  path: string;
  /** The paths of all its files, that one among them. */
  paths: string[];
  remove(): Promise<void>;
}

export interface ServiceProcess {
  pid: number;
  /** The line that says that it is ready, with its URLs. Rejects when the process ends before. */
  ready: Promise<LogLine>;
  /** Each line that it logged, parsed. */
  lines: LogLine[];
  /** The lines that are warnings or worse. */
  logged: LogLine[];
  /** Sends SIGKILL, SIGSTOP or SIGCONT to this process alone. */
  signal(name: NodeJS.Signals): void;
  /** Ends it by the signal and waits until it is gone; may be called again. */
  end(name?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Its exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
}

export interface LogLine {
  level: number;
  msg?: string;
  err?: { message: string; stack?: string };
  [name: string]: unknown;
}

/** The level's number in pino's lines. */
const info = 30;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles an entry as `npm run build` does, under a name of its own in dist/, from where it finds its packages. */
export async function bundleService(entry = 'src/main.ts'): Promise<ServiceBundle> {
  const { pathOf, ...rest } = await bundleEntries([entry], (options) => options);
  return { path: pathOf(entry), ...rest };
}

/** Bundles entries with their packages. */
export async function bundleWithPackages(entries: readonly string[]) {
  // No module of a bundle may declare the same name once more.
  const require = `import{createRequire as requireFor}from'node:module';const require=requireFor(import.meta.url);`;
  return bundleEntries(entries, (options) => [
    ...options.filter((option) => option !== '--packages=external'),
    // pg and type-graphql ask for them only if they are told to.
    '--external:pg-native',
    '--external:class-validator',
    // For the packages in CommonJS.
    `--banner:js=${require}`,
  ]);
}

async function bundleEntries(entries: readonly string[], choose: (options: string[]) => string[]) {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { build: string } };
  const [command, ...given] = scripts.build
    .split(' && ', 1)[0]!
    .split(' ')
    .filter((option) => !option.endsWith('.ts'));
  const prefix = `test-${randomUUID().slice(0, 8)}-`;
  const options = [
    ...choose(given).filter((option) => !option.startsWith('--out')),
    '--outdir=dist',
    `--entry-names=${prefix}[name]`,
    `--chunk-names=${prefix}[hash]`,
  ];
  await promisify(execFile)(join(root, 'node_modules', '.bin', command!), [...options, ...entries], { cwd: root });
  const names = (await readdir(join(root, 'dist'))).filter((name) => name.startsWith(prefix));
  const paths = names.map((name) => join(root, 'dist', name));
  return {
    pathOf: (entry: string) => join(root, 'dist', `${prefix}${basename(entry, '.ts')}.js`),
    paths,
    remove: async () => {
      await Promise.all(paths.map((path) => rm(path)));
    },
  };
}

/** Starts a bundle; does not wait until it is ready. */
export function startServiceProcess(
  bundle: Pick<ServiceBundle, 'path'>,
  environment: Record<string, string>,
): ServiceProcess {
  watchSecret(environment['ADMIN_TOKEN'], ...(environment['ENCRYPTION_KEY'] ?? '').split(','));
  const child = spawn(process.execPath, [...quickStart, bundle.path], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: LogLine[] = [];
  const logged: LogLine[] = [];
  const complaints: string[] = [];
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal!));
  });
  const ready = new Promise<LogLine>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      watchOutput(text);
      if (!text.startsWith('{')) return;
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.level > info) logged.push(line);
      if (line.msg === 'ready') resolve(line);
    });
    createInterface({ input: child.stderr }).on('line', (text) => {
      watchOutput(text);
      complaints.push(text);
    });
    child.on('error', reject);
    child.on('close', (code, signal) =>
      reject(new Error(`The process ended (${signal ?? code}): ${complaints.join('\n')}`)),
    );
  });
  // A test that kills it before it is ready need not wait for it.
  ready.catch(() => {});
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid!,
    ready,
    lines,
    logged,
    ended,
    signal: (name) => child.kill(name),
    end: async (name = 'SIGTERM') => {
      if (isGone()) return;
      const gone = once(child, 'exit');
      child.kill(name);
      await gone;
    },
  };
}
