import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { countSecretsByKey, resealBatch } from '../../../src/store/secrets/resealSecrets.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { exampleTime } from '../../support/service.ts';
import { findValidSecrets } from '../../support/signedReads.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
/** More than two batches. */
const secretCount = 450;
/** So few that none waits for a connection longer than a transaction may, however slow the machine is. */
const createdAtOnce = 10;
let database: TestDatabase;
let before: Store;
let during: Store;
const secrets = new Map<string, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  before = openStore(database.url, new Keyring([oldKey]));
  during = openStore(database.url, new Keyring([newKey, oldKey]));
  const create = async () => {
    const { plugin, secret } = await createPlugin(before, { name: 'A plugin', callbackUrl: null }, exampleTime);
    secrets.set(plugin.id, secret);
  };
  while (secrets.size < secretCount) await Promise.all(Array.from({ length: createdAtOnce }, create));
});
afterAll(async () => {
  await Promise.all([before, during].map(closeStore));
  await database.drop();
});

async function resealAllBatches(): Promise<number> {
  let resealed = 0;
  for (let next: string | null = ''; next !== null;) {
    const batch = await resealBatch(during, next);
    expect(batch.failedPluginIds).toEqual([]);
    resealed += batch.resealed;
    next = batch.next;
  }
  return resealed;
}

it('two at once seal each secret anew once, none is lost, and a third finds nothing to do', async () => {
  expect(await countSecretsByKey(during)).toEqual({ [before.keyring.newestKeyId]: secretCount });
  const [one, other] = await Promise.all([resealAllBatches(), resealAllBatches()]);

  expect(one + other).toBe(secretCount);
  expect(await countSecretsByKey(during)).toEqual({ [during.keyring.newestKeyId]: secretCount });
  expect(await resealAllBatches()).toBe(0);
  for (const [pluginId, secret] of secrets) {
    expect(await findValidSecrets(during, pluginId, exampleTime)).toEqual({ opened: [secret], isComplete: true });
  }
});

it('what does not open is told by its plugin and left as it is', async () => {
  const stranger = openStore(database.url, new Keyring([randomBytes(32)]));
  try {
    const { resealed, failedPluginIds } = await resealBatch(stranger, '');
    expect(resealed).toBe(0);
    expect(failedPluginIds).toHaveLength(200);
    expect(await countSecretsByKey(during)).toEqual({ [during.keyring.newestKeyId]: secretCount });
  } finally {
    await closeStore(stranger);
  }
});
