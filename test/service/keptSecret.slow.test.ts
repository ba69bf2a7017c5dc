import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptSecret } from '../../src/service/keptSecret.ts';

let folder: string;
let path: string;
let made: number;
const make = () => `secret-${(made += 1)}`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-secret-'));
  path = join(folder, 'data', 'secret');
  made = 0;
});
afterEach(() => rm(folder, { recursive: true }));

it('is made once and then stays', async () => {
  expect(await keptSecret(path, make)).toBe('secret-1');
  expect(await keptSecret(path, make)).toBe('secret-1');
  expect(made).toBe(1);
  expect(await readFile(path, 'utf8')).toBe('secret-1\n');
});

it('can be read by its owner only, whatever the umask', async () => {
  const before = process.umask(0);
  try {
    await keptSecret(path, make);
  } finally {
    process.umask(before);
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('is the one that someone put there, without the white space around it', async () => {
  await keptSecret(path, make);
  await writeFile(path, '  chosen \r\n');
  expect(await keptSecret(path, make)).toBe('chosen');
});

it('is one for ten callers at once, and leaves nothing else in the folder', async () => {
  const secrets = await Promise.all(Array.from({ length: 10 }, () => keptSecret(path, make)));
  expect(new Set(secrets)).toEqual(new Set([(await readFile(path, 'utf8')).trim()]));
  expect(await readdir(join(folder, 'data'))).toEqual(['secret']);
});

it('is one for four processes at once', async () => {
  const module = fileURLToPath(new URL('../../src/service/keptSecret.ts', import.meta.url));
  const script = `
    const { keptSecret } = await import(${JSON.stringify(module)});
    console.log(await keptSecret(${JSON.stringify(path)}, () => 'secret-of-' + process.pid));`;
  const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
  const outputs = await Promise.all([run(), run(), run(), run()]);
  expect(new Set(outputs.map(({ stdout }) => stdout))).toEqual(new Set([await readFile(path, 'utf8')]));
});

it('is not made anew in the place of an empty file, which may be all that a full disk left', async () => {
  await keptSecret(path, make);
  await writeFile(path, '');
  await expect(keptSecret(path, make)).rejects.toThrow(
    `${path} is empty; it should hold a secret. Restore it, or remove it to have one made.`,
  );
  expect(await readdir(join(folder, 'data'))).toEqual(['secret']);
});

it('says what is wrong with a folder that cannot be used', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(keptSecret(join(folder, 'file', 'secret'), make)).rejects.toThrow(
    /secret cannot be used: EEXIST.* DATA_DIR must be a folder that this user may write to\.$/,
  );
});
