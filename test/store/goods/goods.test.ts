import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGoods, findGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([randomBytes(32)]));
});
afterAll(async () => {
  await closeStore(store);
  await database.drop();
});

const largest = 2 ** 31 - 1;

it.each(['CONSOLE', 'API'] as const)('keeps goods made through %s as they were given', async (source) => {
  const { plugin } = await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime);
  const input = { pluginId: plugin.id, title: '年'.repeat(50), totalFeeFen: largest, payLimit: largest, source };
  const goods = await createGoods(store, input, exampleTime);

  expect(goods).toEqual({ id: goods.id, ...input, paidCount: 0, createdAt: exampleTime, sandbox: null });
  expect(await findGoods(store, goods.id)).toEqual(goods);
});

it('makes nothing for a plugin that does not exist', async () => {
  const input = { pluginId: 'unknown1', title: 'A year', totalFeeFen: 1, payLimit: 0, source: 'API' as const };
  await expect(createGoods(store, input, exampleTime)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    facts: { what: 'plugin' },
  });
  const { rows } = await run(database.url, `SELECT count(*)::int AS count FROM goods WHERE title = 'A year'`);
  expect(rows).toEqual([{ count: 0 }]);
});

it('finds no goods by an id that is none', async () => {
  expect(await findGoods(store, 'unknown')).toBeNull();
});
