import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, DataFolder, query, WAIT } from '../../support/embeddedServer.ts';
import { isRunning, parentOf } from '../../support/systemProcesses.ts';

/** Was started once and stopped. */
let existing: DataFolder;
let folder: DataFolder;

beforeAll(async () => {
  existing = await DataFolder.make();
  await (await existing.start()).stop();
});

afterAll(() => existing.remove());

beforeEach(async () => {
  folder = await DataFolder.make();
});

afterEach(() => folder.remove());

describe('several processes on one data folder', { timeout: 60_000 }, () => {
  test('share the server of the living one, and leave it running', async () => {
    folder.copy(existing);
    const child = folder.startInChild();
    const { url } = await child.started;
    const guest = await folder.start();
    expect(guest).toMatchObject({ url, borrowed: true });
    await guest.stop();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('may start at the same moment: one makes the cluster, the others borrow', async () => {
    const starters = [folder.startInChild(), folder.startInChild(), folder.startInChild()];
    const results = await Promise.all(starters.map(({ started }) => started));
    expect(new Set(results.map(({ url }) => url)).size).toBe(1);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });

  test('may start at the same moment after a crash', async () => {
    folder.copy(existing);
    const crashed = folder.startInChild();
    await crashed.started;
    crashed.process.kill('SIGKILL');
    const starters = [folder.startInChild(), folder.startInChild()];
    const results = await Promise.all(starters.map(({ started }) => started));
    expect(new Set(results.map(({ url }) => url)).size).toBe(1);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });

  test('are not blocked by one that was killed while it held the lock', async () => {
    const child = folder.startInChild();
    await expect.poll(() => folder.exists('postgres.making-', 'cluster'), WAIT).toBe(true);
    const waiting = folder.start();
    child.process.kill('SIGKILL');
    expect((await waiting).borrowed).toBe(false);
  });

  test.skipIf(spawnSync('flock', ['--version']).status !== 0)(
    'may be in containers that do not see each other',
    async () => {
      folder.copy(existing);
      const cluster = folder.cluster;
      // Stands for a server of another container: its lock is all that shows here.
      const other = spawn('flock', [cluster, 'sh', '-c', 'echo locked; exec sleep 600'], { detached: true });
      folder.children.push(other);
      await once(other.stdout, 'data');
      const waiting = folder.start();
      const log = () => readFile(join(folder.path, 'postgres.log'), 'utf8').catch(() => '');
      await expect.poll(log, WAIT).toContain('another container');
      process.kill(-other.pid!, 'SIGKILL');
      expect((await waiting).borrowed).toBe(false);
    },
  );

  test('may be calls in one process', async () => {
    const results = await Promise.all([folder.start(), folder.start()]);
    expect(results.filter(({ borrowed }) => !borrowed)).toHaveLength(1);
  });
});

describe('the end', { timeout: 30_000 }, () => {
  beforeEach(() => folder.copy(existing));

  test('is asked for once or twice, and leaves no process and no owner', async () => {
    const postgres = await folder.start();
    const server = (await folder.serverPid())!;
    const supervisor = parentOf(server);
    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();
    expect([isRunning(server), isRunning(supervisor)]).toEqual([false, false]);
    expect(await folder.entries('postgres.owner')).toEqual([]);
  });

  test('does not wait for clients', async () => {
    const postgres = await folder.start();
    const client = await connect(postgres.url);
    const failure = client.query('SELECT pg_sleep(600)').catch((error: Error) => error);
    await postgres.stop();
    expect(await failure).toBeInstanceOf(Error);
  });

  test('does not come from Ctrl-C, which reaches the whole process group, before the service asks for it', async () => {
    const child = folder.startInChild();
    const { url } = await child.started;
    const interrupted = child.nextLine();
    process.kill(-child.process.pid!, 'SIGINT');
    expect(await interrupted).toBe('interrupted');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const server = (await folder.serverPid())!;
    child.process.stdin.write('stop\n');
    await once(child.process, 'exit');
    expect(isRunning(server)).toBe(false);
  });

  test('comes by itself when the service ends without asking', async () => {
    const child = folder.startInChild();
    await child.started;
    const server = (await folder.serverPid())!;
    child.process.stdin.write('forget\n');
    await once(child.process, 'exit');
    await expect.poll(() => isRunning(server), WAIT).toBe(false);
  });
});
