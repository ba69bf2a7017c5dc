import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminClient, type AdminClient } from './support/adminClient.ts';
import { quickBundle } from './support/quickBundle.ts';
import { quickStart } from './support/quickStart.ts';
import { watchOutput, watchSecret } from './support/secretWatch.ts';
import { makeDeveloper, makeOrder, type Developer } from './support/builders.ts';
import { DataFolder } from './support/embeddedServer.ts';
import { bundleService, type ServiceBundle } from './support/serviceProcess.ts';
import { call, signed } from './support/signedRequest.ts';

const WAIT = { timeout: 45_000, interval: 20 };

/** The program that `npm start` runs. */
let built: ServiceBundle;
const bundle = quickBundle();
/** Was migrated, and is copied where a first start is not what a test is about. */
let migrated: DataFolder;
let dataDir: string;
let children: ChildProcess[];

beforeAll(async () => {
  [built, migrated] = await Promise.all([bundleService(), DataFolder.makeMigrated()]);
});
afterAll(async () => {
  await Promise.all([built.remove(), migrated.remove()]);
});

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'openplug-main-')), 'data');
  children = [];
});
afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL');
  await vi.waitUntil(async () => (await postgresPid()) === undefined, WAIT);
  await rm(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
});

interface Started {
  child: ChildProcess;
  url: string;
  adminToken: string;
  admin: AdminClient;
  /** Each line of standard output, parsed. */
  lines: Record<string, unknown>[];
  /** The same, as they were written. */
  texts: string[];
}

function launch(environment: Record<string, string>, { path } = bundle) {
  const child = spawn(process.execPath, [...quickStart, path], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  watchSecret(environment['ADMIN_TOKEN'], environment['ENCRYPTION_KEY']);
  children.push(child);
  const output = { lines: [] as Record<string, unknown>[], texts: [] as string[], stderr: '' };
  createInterface({ input: child.stdout }).on('line', (line) => {
    watchOutput(line);
    output.lines.push(JSON.parse(line));
    output.texts.push(line);
  });
  child.stderr.on('data', (data: Buffer) => {
    watchOutput(data.toString());
    output.stderr += data.toString();
  });
  return { child, output };
}

async function start(environment: Record<string, string> = {}, program = bundle): Promise<Started> {
  const { child, output } = launch(environment, program);
  const lineSaying = (message: string) => output.lines.find(({ msg }) => msg === message);
  const state = () => (lineSaying('ready') ? 'ready' : (child.exitCode ?? child.signalCode ?? 'starting'));
  await vi.waitUntil(() => state() !== 'starting', WAIT);
  expect({ ...output, state: state() }).toMatchObject({ state: 'ready' });
  const { url } = lineSaying('ready') as { url: string };
  const { path } = lineSaying('the admin token is in this file') as { path: string };
  const adminToken = (await readFile(path, 'utf8')).trim();
  return { child, url, adminToken, admin: adminClient(url, adminToken), ...output };
}

/** Runs a service that is expected to give up by itself. */
async function failedStart(environment: Record<string, string>) {
  const { child, output } = launch(environment);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode ?? child.signalCode;
}

/** The process of the PostgreSQL in `dataDir`, if it lives. */
async function postgresPid(): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) || !isRunning(pid) ? undefined : pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function baseInfo({ url }: Started, { pluginId, secret, accessToken }: Developer) {
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date());
  return call(url, 'GET', '/baseinfo', parameters);
}

describe('the service', { timeout: 60_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts on nothing but an empty folder, serves, and ends with %s and code 0, PostgreSQL too',
    async (signal) => {
      const service = await start({}, built);
      const developer = await makeDeveloper(service.admin);
      expect((await baseInfo(service, developer)).status).toBe(200);
      const pid = await postgresPid();
      expect(pid).toBeDefined();

      expect(await end(service.child, signal)).toBe(0);
      expect(isRunning(pid!)).toBe(false);
      await expect(fetch(service.url)).rejects.toThrow('fetch failed');
      expect(JSON.stringify(service.lines)).not.toContain(service.adminToken);
    },
  );

  it("warns when developers' port gives others the staff's paths", async () => {
    migrated.copyTo(dataDir);
    const { lines } = await start({ HOST: '0.0.0.0' });
    const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg);
    expect(warnings).toEqual([expect.stringMatching(/^HOST 0\.0\.0\.0 .* set ADMIN_PORT to /)]);
  });

  it('logs lines of JSON in which no key is there twice, whatever it does', async () => {
    migrated.copyTo(dataDir);
    const service = await start({ LOG_LEVEL: 'debug' });
    await baseInfo(service, await makeDeveloper(service.admin));
    await fetch(`${service.url}/readyz`);
    await fetch(`${service.url}/baseinfo`);
    expect(await end(service.child, 'SIGTERM')).toBe(0);

    await vi.waitUntil(() => service.lines.some(({ msg }) => msg === 'stopping'), WAIT);
    // JSON.parse keeps one of two equal keys.
    expect(service.texts).toEqual(service.lines.map((line) => JSON.stringify(line)));
  });

  it('has its data, keys and token again when it was killed with -9', async () => {
    migrated.copyTo(dataDir);
    const before = await start();
    const developer = await makeDeveloper(before.admin);
    const order = await makeOrder(before.admin, developer);
    expect(await end(before.child, 'SIGKILL')).toBe('SIGKILL');

    const after = await start();
    expect(after.adminToken).toBe(before.adminToken);
    expect((await baseInfo(after, developer)).status).toBe(200);
    const { body } = await call(
      after.url,
      'GET',
      '/payments/record',
      signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: order.id }, new Date()),
    );
    expect(body.resource).toMatchObject({ order_id: order.id, status: 0 });
    expect(await end(after.child, 'SIGTERM')).toBe(0);
  });

  it('ends with code 0 when it is told to stop while it starts, PostgreSQL too, and starts again', async () => {
    const { child, output } = launch({});
    await vi.waitUntil(() => output.lines.some(({ msg }) => msg === 'the admin token is in this file'), WAIT);
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(output.lines.map(({ msg }) => msg)).not.toContain('ready');
    await vi.waitUntil(async () => (await postgresPid()) === undefined, WAIT);

    expect(await end((await start()).child, 'SIGTERM')).toBe(0);
  });

  it('refuses secrets whose encryption key was lost, and tells what to do', async () => {
    migrated.copyTo(dataDir);
    const service = await start();
    await makeDeveloper(service.admin);
    await end(service.child, 'SIGTERM');
    await rm(join(dataDir, 'encryption-key'));

    const path = join(dataDir, 'encryption-key');
    const { code, lines } = await failedStart({ LOG_LEVEL_FORMAT: 'word' });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      level: 'fatal',
      msg: expect.stringMatching(/^\/.* is missing, .* No new key was made/),
    });
    expect(lines.at(-1)!['msg']).toContain(path);
    expect(await postgresPid()).toBeUndefined();
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says in which folder its database is, wherever it is started', async () => {
    const relative = (await start({ DATA_DIR: `${basename(join(dataDir, '..'))}/data` })).lines;
    const folder = { dataDir };
    expect(relative.find(({ msg }) => msg === 'making a new database in this folder')).toMatchObject(folder);
    for (const child of children) await end(child, 'SIGTERM');
    const again = (await start()).lines;
    expect(again.find(({ msg }) => msg === 'the database is in this folder')).toMatchObject(folder);
  });

  it('ends with code 1 when its port is in use, and takes PostgreSQL with it', async () => {
    migrated.copyTo(dataDir);
    const occupier = createServer().listen(0, '127.0.0.1');
    await once(occupier, 'listening');
    const { port } = occupier.address() as AddressInfo;
    try {
      const { code, lines } = await failedStart({ PORT: String(port) });
      expect(code).toBe(1);
      expect(lines.at(-1)?.['msg']).toBe(`Port ${port} of 127.0.0.1 is in use: set PORT to another one.`);
      expect(await postgresPid()).toBeUndefined();
    } finally {
      occupier.close();
    }
  });

  it('ends with code 1 and every bad value on standard error, having touched nothing', async () => {
    const { code, lines, stderr } = await failedStart({
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://db/a',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The configuration is not valid:',
      '  PORT: expected a whole number from 0 to 65535',
      '  LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent',
      '  ENCRYPTION_KEY: required with DATABASE_URL: 32 bytes in base64, the same in every process on that database',
      '  ADMIN_TOKEN: required with DATABASE_URL: 16 to 1,024 visible ASCII characters, the same in every process on that database',
    ]);
    await expect(readFile(join(dataDir, 'admin-token'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  it('is started again when it was killed', async () => {
    migrated.copyTo(dataDir);
    const service = await start();
    const developer = await makeDeveloper(service.admin);

    process.kill((await postgresPid())!, 'SIGKILL');

    await vi.waitUntil(async () => (await baseInfo(service, developer)).status === 200, WAIT);
    expect(service.child.exitCode).toBeNull();
  });
});
