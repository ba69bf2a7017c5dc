import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickBundle } from './support/quickBundle.ts';
import { quickStart } from './support/quickStart.ts';

let folder: string;
let dataDir: string;
const bundle = quickBundle();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-command-line-'));
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the command line', () => {
  async function run(args: string[], environment: Record<string, string> = {}) {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...environment };
    const running = promisify(execFile)(process.execPath, [...quickStart, bundle.path, ...args], {
      cwd: tmpdir(),
      env,
    });
    return running.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );
  }

  it('prints the configuration with --print-config, warns on standard error, and opens nothing', async () => {
    const { code, stdout, stderr } = await run(['--print-config'], {
      ADMIN_TOKEN: 'hunter2-hunter2-',
      CALLBACK_TIMEOUT: '1',
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'CALLBACK_TIMEOUT is not a setting of this service and has no effect.\n',
    });
    const lines = stdout.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['PORT=3000', '# ADMIN_TOKEN=***', `DATA_DIR=${dataDir}`]));
    expect(stdout).not.toContain('hunter2');
    await expect(readdir(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reports bad values instead of printing them', async () => {
    const { code, stdout, stderr } = await run(['--print-config'], { PORT: 'eighty' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('The configuration is not valid:\n  PORT: expected a whole number from 0 to 65535\n');
  });

  it.each(['--port=80', '--print-config=yes', 'start'])('refuses %s, and tells what it knows', async (argument) => {
    const { code, stdout, stderr } = await run([argument]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/Usage: npm start \[-- --print-config\]/);
  });
});
