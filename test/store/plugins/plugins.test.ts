import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAs } from '../../../src/store/audit/audit.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createPlugin, findPlugin, updatePlugin } from '../../../src/store/plugins/plugins.ts';
import { resetPluginSecret } from '../../../src/store/plugins/resetPluginSecret.ts';
import { findPluginSecretHints } from '../../../src/store/plugins/pluginSecrets.ts';
import { closeStore, findMissingKeyIds, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';
import { findValidSecrets } from '../../support/signedReads.ts';

const key = randomBytes(32);
let database: TestDatabase;
/** Two, as two processes of the service would have. */
let stores: [Store, Store];
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  stores = [openStore(database.url, new Keyring([key])), openStore(database.url, new Keyring([key]))];
  store = stores[0];
});
afterAll(async () => {
  await Promise.all(stores.map(closeStore));
  await database.drop();
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
/** They open, and there are no others. */
const all = (opened: string[]) => ({ opened, isComplete: true });
const newPlugin = () => createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime);

describe('the secrets that verify requests', () => {
  it('are those that have not expired, the current one first', async () => {
    const { plugin, secret: first } = await newPlugin();
    const { secret: second } = await resetPluginSecret(store, plugin.id, 60, later(1));
    const { secret: third } = await resetPluginSecret(store, plugin.id, 30, later(2));

    expect(await findValidSecrets(store, plugin.id, later(2))).toEqual(all([third, first, second]));
    expect(await findValidSecrets(store, plugin.id, later(31.999))).toEqual(all([third, first, second]));
    expect(await findValidSecrets(store, plugin.id, later(32))).toEqual(all([third]));
    expect(await findValidSecrets(store, plugin.id, later(366 * 86_400))).toEqual(all([third]));
  });

  it('end at once when a reset leaves no overlap, those of an earlier overlap too', async () => {
    const { plugin } = await newPlugin();
    await resetPluginSecret(store, plugin.id, 3600, exampleTime);
    const { secret } = await resetPluginSecret(store, plugin.id, 0, exampleTime);
    expect(await findValidSecrets(store, plugin.id, exampleTime)).toEqual(all([secret]));
  });

  it('are those that open, and it is told that a replaced one does not', async () => {
    const { plugin } = await newPlugin();
    const { secret } = await resetPluginSecret(store, plugin.id, 3600, exampleTime);
    await run(
      database.url,
      `UPDATE plugin_secret SET sealed = '\\x00' WHERE plugin_id = '${plugin.id}' AND expires_at IS NOT NULL`,
    );
    expect(await findValidSecrets(store, plugin.id, exampleTime)).toEqual({ opened: [secret], isComplete: false });
  });

  it('are null for a plugin that does not exist', async () => {
    expect(await findValidSecrets(store, 'unknown1', exampleTime)).toBeNull();
  });

  it('do not open when their sealed bytes are copied to the row of another plugin', async () => {
    const [from, to] = [await newPlugin(), await newPlugin()];
    await run(
      database.url,
      `UPDATE plugin_secret SET sealed = (SELECT sealed FROM plugin_secret WHERE plugin_id = '${from.plugin.id}')
       WHERE plugin_id = '${to.plugin.id}'`,
    );
    expect(await findValidSecrets(store, to.plugin.id, exampleTime)).toEqual({ opened: [], isComplete: false });
    expect(await findValidSecrets(store, from.plugin.id, exampleTime)).toEqual(all([from.secret]));
  });

  it('do not open when a row is given to another plugin', async () => {
    const [from, to] = [await newPlugin(), await newPlugin()];
    await run(
      database.url,
      `UPDATE plugin_secret SET plugin_id = '${to.plugin.id}' WHERE plugin_id = '${from.plugin.id}'`,
    );
    const { secret, plugin } = to;
    expect(await findValidSecrets(store, plugin.id, exampleTime)).toEqual({ opened: [secret], isComplete: false });
  });
});

describe('resets at once', () => {
  it.each([0, 60])('leave exactly one current secret, with an overlap of %d seconds', async (overlapSeconds) => {
    const { plugin, secret: first } = await newPlugin();
    const resets = Array.from({ length: 10 }, (_, index) =>
      resetPluginSecret(stores[index % 2]!, plugin.id, overlapSeconds, exampleTime),
    );
    const secrets = (await Promise.all(resets)).map(({ secret }) => secret);

    const hints = await findPluginSecretHints(store, plugin.id);
    expect(hints).toHaveLength(11);
    expect(hints.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
    const { opened: valid } = (await findValidSecrets(store, plugin.id, exampleTime))!;
    expect(valid).toHaveLength(overlapSeconds > 0 ? 11 : 1);
    expect([first, ...secrets]).toEqual(expect.arrayContaining(valid));
    expect(secrets).toContain(valid[0]);
    expect(await findValidSecrets(store, plugin.id, later(60))).toEqual(all([valid[0]!]));
  });
});

describe('updates at once', () => {
  it('each keep what the other changed', async () => {
    const { plugin } = await newPlugin();
    await Promise.all([
      updatePlugin(stores[0], plugin.id, { name: 'New' }),
      updatePlugin(stores[1], plugin.id, { callbackUrl: 'https://example.com/' }),
      updatePlugin(stores[0], plugin.id, { deliveriesPaused: true }),
    ]);
    expect(await updatePlugin(store, plugin.id, {})).toEqual({
      ...plugin,
      name: 'New',
      callbackUrl: 'https://example.com/',
      deliveriesPaused: true,
    });
  });
});

describe('an update that is under way', () => {
  it('keeps other updates waiting, and no new goods', async () => {
    const { plugin } = await newPlugin();
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    // Where an update that staff make waits in the middle.
    await locker.query('BEGIN; LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE');
    const first = updatePlugin(actingAs(store, { name: 'staff', keyId: null }), plugin.id, { name: 'First' });
    const countWaiting = async () => {
      const { rows } = await locker.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE datname = current_database() AND NOT granted`,
      );
      return rows[0]!.count;
    };
    await expect.poll(countWaiting, { timeout: 15_000 }).toBe(1);

    const goods = { pluginId: plugin.id, title: 'Coins', totalFeeFen: 100, payLimit: 0, source: 'API' } as const;
    expect(await createGoods(stores[1], goods, exampleTime)).toMatchObject({ pluginId: plugin.id });
    const second = updatePlugin(stores[1], plugin.id, { name: 'Second' });
    await expect.poll(countWaiting, { timeout: 15_000 }).toBe(2);

    await locker.query('ROLLBACK');
    await locker.end();
    expect(await first).toMatchObject({ name: 'First' });
    expect(await second).toMatchObject({ name: 'Second' });
    expect(await findPlugin(store, plugin.id)).toMatchObject({ name: 'Second' });
  });
});

describe('when the encryption key rotates', () => {
  it('old secrets open beside new ones, and a keyring without the old key tells that it is missing', async () => {
    const own = await createTestDatabase();
    const newKey = randomBytes(32);
    const [before, during, after] = [
      openStore(own.url, new Keyring([key])),
      openStore(own.url, new Keyring([newKey, key])),
      openStore(own.url, new Keyring([newKey])),
    ];
    try {
      const { plugin, secret: old } = await createPlugin(before, { name: 'A plugin', callbackUrl: null }, exampleTime);
      const { secret } = await resetPluginSecret(during, plugin.id, 60, exampleTime);

      expect(await findValidSecrets(during, plugin.id, exampleTime)).toEqual(all([secret, old]));
      expect(await findMissingKeyIds(during)).toEqual([]);
      expect(await findMissingKeyIds(after)).toEqual(before.keyring.keyIds);
      expect(await findMissingKeyIds(before)).toEqual(after.keyring.keyIds);
    } finally {
      await Promise.all([before, during, after].map(closeStore));
      await own.drop();
    }
  });
});
