import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { bundleService, startServiceProcess, type ServiceBundle } from '../support/serviceProcess.ts';

const runFile = promisify(execFile);

let service: ServiceBundle;
let migrate: ServiceBundle;
let database: TestDatabase;

beforeAll(async () => {
  [service, migrate, database] = await Promise.all([
    bundleService('src/main.ts'),
    bundleService('src/migrate.ts'),
    createTestDatabase(),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([service?.remove(), migrate?.remove(), database?.drop()]);
});

function environment(signalAfterMs: number): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    PORT: '0',
    NODE_OPTIONS: `--import=${new URL('../support/signalAtListening.js', import.meta.url).href}`,
    SIGTERM_AFTER_MS: String(signalAfterMs),
  };
}

describe('SIGTERM while the program loads', { timeout: 60_000 }, () => {
  it('ends the service with 0 before it has opened or said anything', async () => {
    const started = startServiceProcess(service, environment(0));
    expect(await started.ended).toBe(0);
    expect(started.lines).toEqual([]);
  });

  it.each([20, 100, 300, 1000])('ends the service with 0 when it comes %i ms later', async (afterMs) => {
    const started = startServiceProcess(service, environment(afterMs));
    expect(await started.ended).toBe(0);
  });

  it('ends the service with 0 as process 1 of a container, whose signals wait for nobody', async ({ skip }) => {
    const asProcess1 = ['--pid', '--fork', '--kill-child'];
    const reason = await runFile('unshare', [...asProcess1, 'true']).then(
      () => '',
      (error: Error) => `no process can be made process 1 here: ${error.message}`,
    );
    if (reason) console.warn(reason);
    skip(reason !== '', reason);

    const options = { env: { PATH: process.env['PATH'], ...environment(0) }, timeout: 30_000 };
    const { stdout } = await runFile('unshare', [...asProcess1, process.execPath, service.path], options);
    expect(stdout).toBe('');
  });

  it('ends a migration before it has begun, with 1, since the database is not migrated', async () => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const migrating = runFile(process.execPath, [migrate.path], { env: environment(0) });
    await expect(migrating).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Stopped. A migration that was under way is undone; run it again.\n',
    });
    const { rows } = await run(database.url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(rows).toEqual([]);
  });
});
