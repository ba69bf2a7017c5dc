import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';

const FAST = { settings: { fsync: 'off' } };
const WAIT = { timeout: 10_000, interval: 25 };
/** Above what any system hands out (Linux ends at 2^22). */
const IMPOSSIBLE_PID = 2 ** 30;

let parentDir: string;
let dataDir: string;
/** A data folder that was started once and stopped; copying it is much faster than initdb. */
let existingDataDir: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  // mkdtemp makes the folder with mode 700, so as root every test runs where the server's user cannot go by path.
  parentDir = await mkdtemp(join(tmpdir(), 'openplug-embedded-'));
  existingDataDir = join(parentDir, 'existing');
  await (await startEmbeddedPostgres(existingDataDir, FAST)).stop();
});

afterAll(() => rm(parentDir, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(parentDir, 'test-')), 'data');
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) await kill(child);
  for (const postgres of running) await postgres.stop();
  // Ends what a killed child left behind.
  if (await serverPid()) await (await startEmbeddedPostgres(dataDir, FAST)).stop();
  await rm(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
});

describe('a first start', { timeout: 30_000 }, () => {
  test('makes a checksummed UTF-8 cluster with a database in UTC and durable commits', async () => {
    const { url } = await start({});
    expect(new URL(url)).toMatchObject({ protocol: 'postgresql:', hostname: '127.0.0.1', pathname: '/openplug' });
    const settings = ['server_encoding', 'data_checksums', 'TimeZone', 'fsync', 'unix_socket_directories'];
    const values = settings.map((name) => `current_setting('${name}') AS "${name}"`).join(', ');
    expect(await query(url, `SELECT ${values}`)).toEqual([
      { server_encoding: 'UTF8', data_checksums: 'on', TimeZone: 'UTC', fsync: 'on', unix_socket_directories: '' },
    ]);
    expect(
      await query(url, `SELECT datlocprovider AS p, datlocale AS l FROM pg_database WHERE datname='openplug'`),
    ).toEqual([{ p: 'b', l: 'C.UTF-8' }]);
  });

  test('keeps a random password in a file only its user can read, and asks for it', async () => {
    const { url } = await start();
    const { password } = new URL(url);
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(password, 'guess'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(query(url.replace(`:${password}`, ''), 'SELECT 1')).rejects.toThrow(/password/);
    const rules = await query(url, `SELECT DISTINCT auth_method FROM pg_hba_file_rules`);
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  test('listens on the loopback address only', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const outside = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of outside.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      await expect(query(url.replace('127.0.0.1', address), 'SELECT 1')).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
    }
  });

  test('passes settings on', async () => {
    const { url } = await start({ settings: { fsync: 'off', max_connections: '37' } });
    expect(await query(url, 'SHOW max_connections')).toEqual([{ max_connections: '37' }]);
  });

  test('tells what the server said when it cannot start', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
    });
  });

  test('succeeds although an earlier one was killed in initdb', async () => {
    const child = startInChild();
    await expect.poll(() => exists('postgres.making-', 'cluster/PG_VERSION'), WAIT).toBe(true);
    await kill(child.process);
    expect(await entries('postgres')).not.toContain('postgres');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('sets a half-made cluster aside', async () => {
    await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await entries('postgres.incomplete-')).toHaveLength(1);
  });
});

describe('a later start', { timeout: 30_000 }, () => {
  beforeEach(copyExistingData);

  test('finds the data of the one before', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(await serverPid()).toBeUndefined();
    const second = await start();
    expect(second.borrowed).toBe(false);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('finds what was committed before the service was killed with -9, and the server gone', async () => {
    const child = startInChild({});
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const killedServer = await serverPid();
    await kill(child.process);
    await expect.poll(() => isRunning(killedServer!), WAIT).toBe(false);
    const next = await start();
    expect(next.borrowed).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('does not wait for the killed server to be noticed', async () => {
    const child = startInChild();
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    child.process.kill('SIGKILL');
    const next = await start();
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('replaces a server whose supervisor was killed as well', async () => {
    const child = startInChild();
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const leftover = (await serverPid())!;
    process.kill(parentOf(leftover), 'SIGKILL');
    await kill(child.process);
    expect(isRunning(leftover)).toBe(true);
    const next = await start();
    expect(next.borrowed).toBe(false);
    expect(isRunning(leftover)).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('recovers when service, supervisor and server were all killed with -9', async () => {
    const child = startInChild({});
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const server = (await serverPid())!;
    process.kill(parentOf(server), 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await kill(child.process);
    const next = await start();
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  const strangers: [string, () => Promise<number> | number][] = [
    ['is gone', () => IMPOSSIBLE_PID],
    ['now belongs to another program of the same user', startStranger],
    ['is a zombie', startZombie],
    ['is this very process', () => process.pid],
  ];
  test.each(strangers)('is not stopped by a pid file whose pid %s', async (_case, findPid) => {
    const first = await start();
    const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    await first.stop();
    const pid = await findPid();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), file.replace(/^\d+/, String(pid)));
    const second = await start();
    expect(second.borrowed).toBe(false);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('says what to do about a cluster of another major version', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toMatchObject({
      code: 'OTHER_VERSION',
      message: expect.stringMatching(/made by PostgreSQL 15, this service brings 18; dump it/),
    });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  });

  test('does not replace a damaged cluster by an empty one', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
    await expect(start()).rejects.toMatchObject({ code: 'DAMAGED_CLUSTER' });
  });

  test('sets a new password when the file was lost, and refuses one that does not fit', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await rm(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    await writeFile(join(dataDir, 'postgres.password'), 'guess\n');
    await expect(start()).rejects.toMatchObject({ code: 'PASSWORD' });
    expect(await serverPid()).toBeUndefined();
  });

  test('keeps the logs of the last two starts only', async () => {
    await (await start()).stop();
    await appendFile(join(dataDir, 'postgres.log'), 'told by the first\n');
    await (await start()).stop();
    await (await start()).stop();
    const logs = await entries('postgres.log');
    expect(logs.toSorted()).toEqual(['postgres.log', 'postgres.log.1']);
    const texts = await Promise.all(logs.map((name) => readFile(join(dataDir, name), 'utf8')));
    expect(texts.join('')).not.toContain('told by the first');
  });
});

describe('several processes on one data folder', { timeout: 60_000 }, () => {
  test('share the server of the living one, and leave it running', async () => {
    copyExistingData();
    const child = startInChild();
    const { url } = await child.started;
    const guest = await start();
    expect(guest).toMatchObject({ url, borrowed: true });
    await guest.stop();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('may start at the same moment: one makes the cluster, the others borrow', async () => {
    const starters = [startInChild(), startInChild(), startInChild()];
    const results = await Promise.all(starters.map(({ started }) => started));
    expect(new Set(results.map(({ url }) => url)).size).toBe(1);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });

  test('may start at the same moment after a crash', async () => {
    copyExistingData();
    const crashed = startInChild();
    await crashed.started;
    crashed.process.kill('SIGKILL');
    const starters = [startInChild(), startInChild()];
    const results = await Promise.all(starters.map(({ started }) => started));
    expect(new Set(results.map(({ url }) => url)).size).toBe(1);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });

  test('are not blocked by one that was killed while it held the lock', async () => {
    const child = startInChild();
    await expect.poll(() => exists('postgres.making-', 'cluster'), WAIT).toBe(true);
    const waiting = start();
    child.process.kill('SIGKILL');
    expect((await waiting).borrowed).toBe(false);
  });

  test.skipIf(spawnSync('flock', ['--version']).status !== 0)(
    'may be in containers that do not see each other',
    async () => {
      copyExistingData();
      const cluster = join(dataDir, 'postgres');
      // Stands for a server of another container: its lock is all that shows here.
      const other = spawn('flock', [cluster, 'sh', '-c', 'echo locked; exec sleep 600'], { detached: true });
      children.push(other);
      await once(other.stdout, 'data');
      const waiting = start();
      const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
      await expect.poll(log, WAIT).toContain('another container');
      process.kill(-other.pid!, 'SIGKILL');
      expect((await waiting).borrowed).toBe(false);
    },
  );

  test('may be calls in one process', async () => {
    const results = await Promise.all([start(), start()]);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });
});

describe('the end', { timeout: 30_000 }, () => {
  beforeEach(copyExistingData);

  test('is asked for once or twice, and leaves no process and no owner', async () => {
    const postgres = await start();
    const server = (await serverPid())!;
    const supervisor = parentOf(server);
    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();
    expect([isRunning(server), isRunning(supervisor)]).toEqual([false, false]);
    expect(await entries('postgres.owner')).toEqual([]);
  });

  test('does not wait for clients', async () => {
    const postgres = await start();
    const client = await connect(postgres.url);
    const failure = client.query('SELECT pg_sleep(600)').catch((error: Error) => error);
    await postgres.stop();
    expect(await failure).toBeInstanceOf(Error);
  });

  test('does not come from Ctrl-C, which reaches the whole process group, before the service asks for it', async () => {
    const child = startInChild();
    const { url } = await child.started;
    const interrupted = child.nextLine();
    process.kill(-child.process.pid!, 'SIGINT');
    expect(await interrupted).toBe('interrupted');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const server = (await serverPid())!;
    child.process.stdin.write('stop\n');
    await once(child.process, 'exit');
    expect(isRunning(server)).toBe(false);
  });

  test('comes by itself when the service ends without asking', async () => {
    const child = startInChild();
    await child.started;
    const server = (await serverPid())!;
    child.process.stdin.write('forget\n');
    await once(child.process, 'exit');
    await expect.poll(() => isRunning(server), WAIT).toBe(false);
  });
});

test('a data folder that cannot be used is named', async () => {
  await mkdir(join(dataDir, '..'), { recursive: true });
  await writeFile(dataDir, 'a file');
  await expect(start()).rejects.toMatchObject({ code: 'DATA_DIR', message: expect.stringContaining(dataDir) });
  await rm(dataDir);
});

function copyExistingData(): void {
  // -a keeps the owner, which fs.cp does not.
  expect(spawnSync('cp', ['-a', existingDataDir, dataDir]).status).toBe(0);
}

async function start(options: Parameters<typeof startEmbeddedPostgres>[1] = FAST): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, options);
  running.push(postgres);
  return postgres;
}

/** A process of its own group that starts PostgreSQL, tells of it, and takes the words "stop" and "forget". */
function startInChild(options: Parameters<typeof startEmbeddedPostgres>[1] = FAST) {
  const source = `
    import { createInterface } from 'node:readline';
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../src/store/embedded/embeddedPostgres.ts', import.meta.url).href)};
    process.on('SIGINT', () => console.log('interrupted'));
    const postgres = await startEmbeddedPostgres(${JSON.stringify(dataDir)}, ${JSON.stringify(options)});
    console.log(JSON.stringify(postgres));
    const lines = createInterface(process.stdin);
    for await (const line of lines) {
      if (line === 'stop') await postgres.stop();
      break;
    }
    lines.close();
    process.stdin.destroy();
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => ((await lines.next()) as { value?: string }).value;
  const started = nextLine().then((line) => JSON.parse(line ?? '{}') as Pick<EmbeddedPostgres, 'url' | 'borrowed'>);
  // A child that is killed on purpose never says so.
  started.catch(() => {});
  return { process: child, started, nextLine };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** A program of the server's user: PostgreSQL takes a living process it may signal for the server itself. */
async function startStranger(): Promise<number> {
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['600'], { cwd: join(dataDir, 'postgres'), uid, gid });
  children.push(stranger);
  await once(stranger, 'spawn');
  return stranger.pid!;
}

async function startZombie(): Promise<number> {
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  // sleep takes the place of the shell and does not collect the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { cwd: '/', uid, gid });
  children.push(parent);
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number.parseInt(chunk.toString(), 10);
  await expect.poll(() => ps(parent.pid!, 'comm'), WAIT).toBe('sleep');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ps(pid, 'stat'), WAIT).toMatch(/^Z/);
  return pid;
}

async function serverPid(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined);
  return file === undefined ? undefined : Number.parseInt(file, 10);
}

function isRunning(pid: number): boolean {
  const state = ps(pid, 'stat');
  return state !== '' && !state.startsWith('Z');
}

function parentOf(pid: number): number {
  return Number.parseInt(ps(pid, 'ppid'), 10);
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

async function entries(prefix: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => name.startsWith(prefix));
}

async function exists(prefix: string, rest: string): Promise<boolean> {
  const [name] = await entries(prefix);
  const found = name && (await stat(join(dataDir, name, rest)).catch(() => undefined));
  return Boolean(found);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
