import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { watchOutput, watchSecret } from '../support/secretWatch.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { quickStart } from '../support/quickStart.ts';
import type { LogLine } from '../support/serviceProcess.ts';
import { isRunning, kill } from '../support/systemProcesses.ts';

const adminToken = 'admin-token-of-the-tests';
const encryptionKey = randomBytes(32).toString('base64');
const patience = { timeout: 30_000, interval: 20 };
/** Says whether there is script (of util-linux), which makes a terminal. When it ends, so does the terminal. */
const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
if (!hasTerminals) console.warn('Skipped: script (of util-linux), which makes terminals, is not there.');

const bundle = quickBundle();
let database: TestDatabase;
let receiver: CallbackReceiver;
let unanswered: ServerResponse[];
let folder: string;
let terminal: ChildProcess;
let pid: number;

beforeEach(async () => {
  unanswered = [];
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'openplug-hangup-'));
  receiver = await startCallbackReceiver();
  receiver.answer((_request, response) => unanswered.push(response));
});
afterEach(async () => {
  await kill(terminal);
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service in a terminal of its own; `command` is what a person types, with the program in place of $SERVICE. */
async function start(command: string): Promise<{ url: string }> {
  watchSecret(adminToken, encryptionKey);
  const typed = command.replace(
    '$SERVICE',
    [process.execPath, ...quickStart, bundle.path].map((word) => `'${word}'`).join(' '),
  );
  terminal = spawn('script', ['-qec', `echo $$ >'${folder}/pid'; ${typed}`, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      SHELL: '/bin/sh',
      PORT: '0',
      DATABASE_URL: database.url,
      ADMIN_TOKEN: adminToken,
      ENCRYPTION_KEY: encryptionKey,
      CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
      CALLBACK_TIMEOUT_S: '600',
      SHUTDOWN_GRACE_S: '600',
    },
    // A terminal for itself it has not: what comes from the pipe is typed.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await expect.poll(() => lineSaying('ready'), patience).toBeDefined();
  pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  return { url: String((await lineSaying('ready'))!['url']) };
}

async function lines(): Promise<LogLine[]> {
  const text = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
  watchOutput(text);
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as LogLine] : []));
}

const lineSaying = async (text: string) => (await lines()).find(({ msg }) => msg === text);

/** Pays an order, and returns when its callback has arrived and waits for an answer. */
async function payAndCall(url: string): Promise<void> {
  const admin = adminClient(url, adminToken);
  const { id: orderId } = await makeOrder(admin, await makeDeveloper(admin, receiver.url));
  await admin(PayOrderDocument, { input: { orderId } });
  await expect.poll(() => unanswered.length, patience).toBe(1);
}

async function closeTerminal(): Promise<void> {
  const gone = once(terminal, 'exit');
  terminal.kill('SIGKILL');
  await gone;
}

const outcomes = async () => (await run(database.url, 'SELECT outcome FROM delivery_attempt')).rows as unknown[];

describe.runIf(hasTerminals)('when its terminal is closed, the service', { timeout: 120_000 }, () => {
  it('stops as with SIGTERM, and lets an attempt in flight finish', async () => {
    const { url } = await start('exec $SERVICE >log');
    await payAndCall(url);

    await closeTerminal();

    await expect.poll(() => lineSaying('stopping'), patience).toMatchObject({ signal: 'SIGHUP' });
    expect(isRunning(pid)).toBe(true);
    unanswered[0]!.end('SUCCESS');
    await expect.poll(() => isRunning(pid), patience).toBe(false);
    expect(await outcomes()).toEqual([{ outcome: 'ACKNOWLEDGED' }]);
  });

  it('stops although its log goes to that terminal', async () => {
    const { url } = await start('exec $SERVICE | tee log');
    const shell = pid;
    await payAndCall(url);

    await closeTerminal();
    unanswered[0]!.end('SUCCESS');

    await expect.poll(async () => fetch(url).catch(() => 'gone'), patience).toBe('gone');
    await expect.poll(() => isRunning(shell), patience).toBe(false);
    await expect.poll(outcomes, patience).toEqual([{ outcome: 'ACKNOWLEDGED' }]);
  });

  it('goes on under nohup, and says so', async () => {
    const { url } = await start('exec nohup $SERVICE >log 2>&1');

    await closeTerminal();

    await expect.poll(() => lineSaying('ignored, since nohup started this process'), patience).toBeDefined();
    await payAndCall(url);
    unanswered[0]!.end('SUCCESS');
    await expect.poll(outcomes, patience).toEqual([{ outcome: 'ACKNOWLEDGED' }]);

    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isRunning(pid), patience).toBe(false);
    expect(await lineSaying('stopping')).toMatchObject({ signal: 'SIGTERM' });
  });
});

describe('SIGHUP to the whole process group', { timeout: 120_000 }, () => {
  it.each([
    [{}, 'SIGHUP'],
    [{ _: '/usr/bin/nohup' }, 'SIGTERM'],
  ])('with %j in its environment, the first signal that stops the service is %s', async (variables, expected) => {
    const child = spawn(process.execPath, [...quickStart, bundle.path], {
      cwd: folder,
      env: {
        PORT: '0',
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: encryptionKey,
        ADMIN_TOKEN: adminToken,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    terminal = child;
    pid = child.pid!;
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    const ended = once(child, 'close');
    await expect.poll(() => output, patience).toContain('"msg":"ready"');

    process.kill(-pid, 'SIGHUP');
    if (expected === 'SIGTERM') {
      await expect.poll(() => output, patience).toContain('ignored, since nohup started this process');
      process.kill(-pid, 'SIGTERM');
    }

    expect(await ended).toEqual([0, null]);
    const stopping = output.split('\n').find((line) => line.includes('"msg":"stopping"'));
    expect(JSON.parse(stopping!)).toMatchObject({ signal: expected });
  });
});
