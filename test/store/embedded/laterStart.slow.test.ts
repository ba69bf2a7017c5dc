import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, DataFolder, query, WAIT } from '../../support/embeddedServer.ts';
import { childrenOf, isRunning, kill, parentOf, ps } from '../../support/systemProcesses.ts';

/** Above what any system hands out (Linux ends at 2^22). */
const IMPOSSIBLE_PID = 2 ** 30;

/** Was started once and stopped. */
let existing: DataFolder;
/** The postmaster.pid that its server had. */
let pidFile: string;
let folder: DataFolder;

beforeAll(async () => {
  existing = await DataFolder.make();
  const first = await existing.start();
  pidFile = await readFile(existing.pidFile, 'utf8');
  await first.stop();
});

afterAll(() => existing.remove());

beforeEach(async () => {
  folder = await DataFolder.make();
});

afterEach(() => folder.remove());

describe('a later start', { timeout: 30_000 }, () => {
  beforeEach(() => folder.copy(existing));

  test('finds the data of the one before', async () => {
    const first = await folder.start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(await folder.serverPid()).toBeUndefined();
    const second = await folder.start();
    expect(second.borrowed).toBe(false);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('finds what was committed before the service was killed with -9, and the server gone', async () => {
    const child = folder.startInChild({});
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const killedServer = await folder.serverPid();
    await kill(child.process);
    await expect.poll(() => isRunning(killedServer!), WAIT).toBe(false);
    const next = await folder.start();
    expect(next.borrowed).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('does not wait for the killed server to be noticed', async () => {
    const child = folder.startInChild();
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    child.process.kill('SIGKILL');
    const next = await folder.start();
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('waits for a server that is shutting down, and starts its own', async () => {
    const child = folder.startInChild();
    const { url } = await child.started;
    const client = await connect(url);
    // A smart shutdown takes no connections, and waits for those that it has.
    process.kill((await folder.serverPid())!, 'SIGTERM');
    const starting = folder.start();
    const serverLog = () => readFile(join(folder.path, 'postgres.log'), 'utf8');
    await expect.poll(serverLog, WAIT).toContain('the database system is shutting down');
    await client.end();
    const next = await starting;
    expect(next.borrowed).toBe(false);
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('replaces a server whose supervisor was killed as well', async () => {
    const child = folder.startInChild();
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const leftover = (await folder.serverPid())!;
    killSupervisorOf(leftover);
    await kill(child.process);
    expect(isRunning(leftover)).toBe(true);
    const next = await folder.start();
    expect(next.borrowed).toBe(false);
    expect(isRunning(leftover)).toBe(false);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('recovers when service, supervisor and server were all killed with -9', async () => {
    const child = folder.startInChild({});
    const { url } = await child.started;
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const server = (await folder.serverPid())!;
    killSupervisorOf(server);
    process.kill(server, 'SIGKILL');
    await kill(child.process);
    const next = await folder.start();
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  const strangers: [string, () => Promise<number> | number][] = [
    ['is gone', () => IMPOSSIBLE_PID],
    ['now belongs to another program of the same user', startStranger],
    ['is a zombie', startZombie],
    ['is this very process', () => process.pid],
  ];
  test.each(strangers)('is not stopped by a pid file whose pid %s', async (_case, findPid) => {
    const pid = await findPid();
    await writeFile(folder.pidFile, pidFile.replace(/^\d+/, String(pid)));
    const second = await folder.start();
    expect(second.borrowed).toBe(false);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.each(['', '\n', 'hello\n', '0\n', '-\n/data'])('is not stopped by a pid file that says %j', async (text) => {
    await writeFile(folder.pidFile, text);
    const second = await folder.start();
    expect(second.borrowed).toBe(false);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.each(['755', '2770', '777', '3757'])('takes a cluster that was restored with mode %s', async (mode) => {
    await chmod(folder.cluster, Number.parseInt(mode, 8));
    const { url } = await folder.start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(folder.cluster)).mode & 0o777).toBe(0o700);
  });

  test('leaves alone a cluster that its group may read', async () => {
    await chmod(folder.cluster, 0o750);
    await folder.start();
    expect((await stat(folder.cluster)).mode & 0o777).toBe(0o750);
  });

  test('names the folder when the server refuses it', async () => {
    await rm(join(folder.cluster, 'postgresql.conf'));
    await expect(folder.start()).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining(
        `could not access the server configuration file "${folder.cluster}/postgresql.conf"`,
      ),
    });
  });

  test('tells what the server said when it cannot start', async () => {
    await expect(folder.start({ settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
    });
  });

  test('says what to do about a cluster of another major version', async () => {
    await writeFile(join(folder.cluster, 'PG_VERSION'), '15\n');
    await expect(folder.start()).rejects.toMatchObject({
      code: 'OTHER_VERSION',
      message: expect.stringMatching(/made by PostgreSQL 15, this service brings 18; dump it/),
    });
    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n');
  });

  test('does not replace a damaged cluster by an empty one', async () => {
    await rm(join(folder.cluster, 'global', 'pg_control'));
    await expect(folder.start()).rejects.toMatchObject({ code: 'DAMAGED_CLUSTER' });
  });

  test('says what to do when the file with the password was lost, and refuses one that does not fit', async () => {
    const file = join(folder.path, 'postgres.password');
    await rm(file);
    await expect(folder.start()).rejects.toMatchObject({
      code: 'PASSWORD',
      message: expect.stringMatching(/postgres\.password.*restore it, or .*ALTER ROLE openplug PASSWORD/) as string,
    });
    await writeFile(file, 'guess\n');
    await expect(folder.start()).rejects.toMatchObject({ code: 'PASSWORD' });
    expect(await folder.serverPid()).toBeUndefined();
  });

  test('keeps the logs of the last two starts only', async () => {
    // The first was that of the copied folder.
    await appendFile(join(folder.path, 'postgres.log'), 'told by the first\n');
    await (await folder.start()).stop();
    await (await folder.start()).stop();
    const logs = await folder.entries('postgres.log');
    expect(logs.toSorted()).toEqual(['postgres.log', 'postgres.log.1']);
    const texts = await Promise.all(logs.map((name) => readFile(join(folder.path, name), 'utf8')));
    expect(texts.join('')).not.toContain('told by the first');
  });
});

/** Both its shells: the second would still stop the server once the service is gone. */
function killSupervisorOf(server: number): void {
  const supervisor = parentOf(server);
  const watchers = childrenOf(supervisor).filter((pid) => pid !== server);
  for (const pid of [...watchers, supervisor]) process.kill(pid, 'SIGKILL');
}

/** A program of the server's user: PostgreSQL takes a living process it may signal for the server itself. */
async function startStranger(): Promise<number> {
  const { uid, gid } = await stat(folder.cluster);
  const stranger = spawn('sleep', ['600'], { cwd: folder.cluster, uid, gid });
  folder.children.push(stranger);
  await once(stranger, 'spawn');
  return stranger.pid!;
}

async function startZombie(): Promise<number> {
  const { uid, gid } = await stat(folder.cluster);
  // sleep takes the place of the shell and does not collect the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { cwd: '/', uid, gid });
  folder.children.push(parent);
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number.parseInt(chunk.toString(), 10);
  await expect.poll(() => ps(parent.pid!, 'comm'), WAIT).toBe('sleep');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ps(pid, 'stat'), WAIT).toMatch(/^Z/);
  return pid;
}
