import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './support/databaseServer.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { quickStart } from './support/quickStart.ts';
import { bundleService, type ServiceBundle } from './support/serviceProcess.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = { timeout: 90_000, interval: 50 };

let folder: string;
let database: TestDatabase;
/** As `npm run demo` makes it. tsx would compile the service for ten seconds. */
let bundle: ServiceBundle;
let demo: ChildProcess;
let output = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-demo-'));
  [database, bundle] = await Promise.all([createTestDatabase(), bundleService('demo/main.ts')]);
  demo = spawn(process.execPath, [...quickStart, bundle.path], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ADMIN_TOKEN: adminToken,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo.stdout!.on('data', (data: Buffer) => (output += data.toString()));
}, 120_000);
afterAll(async () => {
  const ended = once(demo, 'exit');
  demo.kill('SIGTERM');
  await ended;
  await bundle.remove();
  await database.drop();
  await rm(folder, { recursive: true });
});

const adminToken = 'admin-token-of-the-tests';

it('shows lines that do what they did when they are pasted into a shell', { timeout: 120_000 }, async () => {
  await expect.poll(() => output, patience).toContain('Ctrl-C stops the service.');
  const lines = output.split('\n').flatMap((line) => /^\s*\$ (curl .*)$/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThan(7);
  expect(lines.join('\n')).toContain('createOrder');
  const countOrders = async () => (await run(database.url, 'SELECT id FROM "order"')).rows.length;
  expect(await countOrders()).toBe(1);

  for (const line of lines) {
    const { stdout } = await promisify(execFile)('sh', ['-c', line], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ADMIN_TOKEN: adminToken },
    });
    const answer = JSON.parse(stdout) as { data?: object; errors?: unknown; resource?: object; message?: string };
    expect({ line, errors: answer.errors }).toEqual({ line, errors: undefined });
    const isDone = answer.data ?? answer.resource ?? /^[A-Za-z0-9]{32}$/.test(answer.message ?? '');
    expect({ line, answer, isDone: Boolean(isDone) }).toEqual({ line, answer, isDone: true });
  }
  expect(await countOrders()).toBe(2);
});
