import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openKeyring } from '../../src/service/openKeyring.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';

const keys = [randomBytes(32), randomBytes(32)] as const;
const [first, second] = keys.map((key) => key.toString('base64'));
const idsOf = (...given: [Buffer, ...Buffer[]]) => new Keyring(given).keyIds;

/** The database is asked only when there is no key. */
const unread = { url: 'postgresql://nowhere.invalid/none', schema: 'public' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-keyring-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keyIdsIn = async (text: string) => {
  await writeFile(join(folder, 'encryption-key'), text);
  return (await openKeyring(readConfig({ DATA_DIR: folder }), unread)).keyIds;
};

it.each([
  ['one line', `${first}\n`, idsOf(keys[0])],
  ['two lines, the newest first', `${first}\n${second}\n`, idsOf(...keys)],
  ['lines of another system, and an empty one', `${second}\r\n\r\n${first}`, idsOf(keys[1], keys[0])],
])('the kept file has a key a line: %s', async (_what, text, keyIds) => {
  expect(await keyIdsIn(text)).toEqual(keyIds);
});

it('a bad line is named by its place and not shown', async () => {
  const error = await keyIdsIn(`${first}\nhunter2\n${first}\n`).catch((failure: unknown) => failure as Error);
  expect(error).toMatchObject({
    message:
      `${join(folder, 'encryption-key')} cannot be used: ` +
      'key 2 of 3: expected 32 bytes in base64, as `openssl rand -base64 32` makes them; ' +
      'key 3 of 3: expected another one than key 1. Restore it from a backup.',
  });
});

it('ENCRYPTION_KEY goes before the file', async () => {
  await keyIdsIn(`${first}\n`);
  const config = readConfig({ DATA_DIR: folder, ENCRYPTION_KEY: `${second},${first}` });
  expect((await openKeyring(config, unread)).keyIds).toEqual(idsOf(keys[1], keys[0]));
});
