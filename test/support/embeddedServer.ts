import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { Client } from 'pg';
import { packageFiles } from '../../src/packageFiles.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';
import { kill } from './systemProcesses.ts';

type Options = Parameters<typeof startEmbeddedPostgres>[1];

const root = fileURLToPath(new URL('../..', import.meta.url));

export const FAST = { settings: { fsync: 'off' } };
/** For what another process brings about. */
export const WAIT = { timeout: 10_000, interval: 25 };

export interface StartingChild {
  process: ReturnType<typeof spawnStarter>;
  started: Promise<Pick<EmbeddedPostgres, 'url' | 'borrowed'>>;
  /** Returns the next line on its stdout. */
  nextLine(): Promise<string | undefined>;
}

/** A data folder, and all that a test starts on it. */
export class DataFolder {
  /** Ended by `remove`, with whatever runs on the folder. */
  readonly children: ChildProcess[] = [];
  private readonly running: EmbeddedPostgres[] = [];

  /** The folder itself need not exist. */
  private constructor(readonly path: string) {}

  static async make(): Promise<DataFolder> {
    // mkdtemp makes the folder with mode 700, so as root every test runs where the server's user cannot go by path.
    return new DataFolder(join(await mkdtemp(join(tmpdir(), 'openplug-embedded-')), 'data'));
  }

  /** One with a migrated, empty database: what a service leaves that was started and stopped, but for its keys. */
  static async makeMigrated(): Promise<DataFolder> {
    const folder = await DataFolder.make();
    const postgres = await folder.start();
    await applyMigrations(postgres.url, packageFiles.migrations);
    await postgres.stop();
    return folder;
  }

  /** Becomes a copy of a folder without a server, which is much faster than initdb. */
  copy(existing: DataFolder): void {
    existing.copyTo(this.path);
  }

  /** The new path must not exist, and no server may run on this folder. */
  copyTo(path: string): void {
    // -a keeps the owner, which fs.cp does not.
    const { status, stderr } = spawnSync('cp', ['-a', this.path, path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  get cluster(): string {
    return join(this.path, 'postgres');
  }

  get pidFile(): string {
    return join(this.cluster, 'postmaster.pid');
  }

  async start(options: Options = FAST): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres(this.path, options);
    this.running.push(postgres);
    return postgres;
  }

  /** A process of its own group that starts PostgreSQL, tells of it, and takes the words "stop" and "forget". */
  startInChild(options: Options = FAST): StartingChild {
    const child = spawnStarter(this.path, options);
    this.children.push(child);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async () => ((await lines.next()) as { value?: string }).value;
    const started = nextLine().then((line) => JSON.parse(line ?? '{}') as Pick<EmbeddedPostgres, 'url' | 'borrowed'>);
    // A child that is killed on purpose never says so.
    started.catch(() => {});
    return { process: child, started, nextLine };
  }

  async serverPid(): Promise<number | undefined> {
    const file = await readFile(this.pidFile, 'utf8').catch(() => undefined);
    return file === undefined ? undefined : Number.parseInt(file, 10);
  }

  /** The names in it that begin so. */
  async entries(prefix: string): Promise<string[]> {
    const names = await readdir(this.path).catch(() => []);
    return names.filter((name) => name.startsWith(prefix));
  }

  /** Whether there is this path below the entry whose name begins so. */
  async exists(prefix: string, rest: string): Promise<boolean> {
    const [name] = await this.entries(prefix);
    const found = name && (await stat(join(this.path, name, rest)).catch(() => undefined));
    return Boolean(found);
  }

  async remove(): Promise<void> {
    for (const child of this.children) await kill(child);
    for (const postgres of this.running) await postgres.stop();
    // Ends what a killed child left behind.
    if (await this.serverPid()) await (await startEmbeddedPostgres(this.path, FAST)).stop();
    await rm(dirname(this.path), { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The rows of one statement, on a connection of its own. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The program of a child, bundled once for a test file: each child would take a second longer to read its modules by tsx. */
let starter: string | undefined;

function spawnStarter(dataDir: string, options: Options) {
  starter ??= bundleStarter();
  const given = JSON.stringify([dataDir, options]);
  return spawn(process.execPath, ['--input-type=module', '--eval', starter, given], {
    // From where it finds its packages.
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
}

function bundleStarter(): string {
  const contents = `
    import { createInterface } from 'node:readline';
    import { startEmbeddedPostgres } from './src/store/embedded/embeddedPostgres.ts';
    process.on('SIGINT', () => console.log('interrupted'));
    const postgres = await startEmbeddedPostgres(...JSON.parse(process.argv[1]));
    console.log(JSON.stringify(postgres));
    const lines = createInterface(process.stdin);
    for await (const line of lines) {
      if (line === 'stop') await postgres.stop();
      break;
    }
    lines.close();
    process.stdin.destroy();
  `;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    // An argument of a program may have 128 KiB.
    minify: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
}
