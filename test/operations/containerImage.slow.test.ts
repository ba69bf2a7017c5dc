import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/store/embedded/freePort.ts';
import { assembleContainerImage, type ContainerImage } from '../support/containerImage.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import type { LogLine } from '../support/serviceProcess.ts';

const runFile = promisify(execFile);
/** As in the image, the code belongs to somebody else, where this test may choose. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let image: ContainerImage;
let database: TestDatabase;

beforeAll(async () => {
  image = await assembleContainerImage();
  await chmod(image.folder, 0o755);
  database = await createTestDatabase();
  await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}, 180_000);
afterAll(async () => {
  await database?.drop();
  await image?.remove();
});

async function environment() {
  const port = await freePort();
  // The image has no PostgreSQL files in DATA_DIR; a folder that may be written to is its volume.
  const dataDir = join(image.folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o777);
  const keys = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN: 'admin-token-of-the-tests' };
  const given = { DATABASE_URL: database.url, ...keys };
  return {
    ...image.environment,
    ...given,
    PATH: process.env['PATH']!,
    DATA_DIR: dataDir,
    PORT: String(port),
    ADMIN_PORT: '0',
  };
}

describe('the folder that the Dockerfile makes', { timeout: 60_000 }, () => {
  it('applies migrations, serves, passes its health check and ends on SIGTERM with 0', async () => {
    const env = await environment();
    const options = { cwd: image.folder, env, ...user };
    const migrated = await runFile(process.execPath, ['dist/migrate.js'], options);
    expect(migrated.stdout).toContain('migrations applied');

    const [program, ...parameters] = image.command;
    const child = spawn(program!, parameters, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      const { lines, adminUrl } = await untilReady(child.stdout);
      expect(lines.filter(({ level }) => level > 30)).toEqual([]);
      expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200);
      const url = `http://127.0.0.1:${new URL(adminUrl).port}`;
      expect((await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).status).toBe(200);
      for (const name of ['explorer.js', 'explorer.css', 'graphiql.js', 'graphiql.css', 'react.js', 'react-dom.js']) {
        expect({ name, status: (await fetch(`${url}/graphql/explorer/${name}`)).status }).toEqual({
          name,
          status: 200,
        });
      }
      const [check, ...script] = image.healthCheck;
      await runFile(check!, script, options);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  it('seals secrets anew', async () => {
    const options = { cwd: image.folder, env: await environment(), ...user };
    await runFile(process.execPath, ['dist/migrate.js'], options);
    const { stdout } = await runFile(process.execPath, ['dist/reseal.js'], options);
    expect(stdout).toContain('After: no secrets');
  });

  it('has a health check that fails when nothing answers', async () => {
    const [check, ...script] = image.healthCheck;
    const failed = runFile(check!, script, { cwd: image.folder, env: await environment() });
    await expect(failed).rejects.toMatchObject({ code: 1 });
  });

  it('says what to do without a database', async () => {
    const { DATABASE_URL: _, ...env } = await environment();
    const started = runFile(process.execPath, ['dist/main.js'], { cwd: image.folder, env, ...user });
    await expect(started).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('DATABASE_URL') });
  });

  it('has no package for development, and is not run by root', async () => {
    await expect(
      runFile('ls', ['node_modules/typescript', 'node_modules/prisma'], { cwd: image.folder }),
    ).rejects.toThrow(/No such file/);
    expect(image.instructions.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
  });
});

async function untilReady(output: NodeJS.ReadableStream): Promise<{ lines: LogLine[]; adminUrl: string }> {
  const lines: LogLine[] = [];
  for await (const text of createInterface({ input: output })) {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    if (line.msg !== 'ready') continue;
    output.resume();
    return { lines, adminUrl: String(line['adminUrl']) };
  }
  throw new Error('The process ended before it was ready.');
}
