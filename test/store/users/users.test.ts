import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser, findOpenId, issueAccessToken, updateUser } from '../../../src/store/users/users.ts';
import { findUserByAccessToken } from '../../support/signedReads.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';

let database: TestDatabase;
/** Two, as two processes of the service would have. */
let stores: [Store, Store];
let store: Store;
let pluginId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const keyring = new Keyring([randomBytes(32)]);
  stores = [openStore(database.url, keyring), openStore(database.url, keyring)];
  store = stores[0];
  pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime)).plugin.id;
});
afterAll(async () => {
  await Promise.all(stores.map(closeStore));
  await database.drop();
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const newUser = () => createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime);
const issue = (userId: string, now = exampleTime, by = store) =>
  issueAccessToken(by, { pluginId, userId, ttlSeconds: 60 }, now);

describe('the open_id', () => {
  it('is the same for ten access tokens issued at once, each of which works', async () => {
    const user = await newUser();
    const issued = await Promise.all(
      Array.from({ length: 10 }, (_, index) => issue(user.id, exampleTime, stores[index % 2])),
    );

    const openId = await findOpenId(store, pluginId, user.id);
    expect(new Set(issued.map((each) => each.openId))).toEqual(new Set([openId]));
    expect(new Set(issued.map((each) => each.accessToken)).size).toBe(10);
    for (const { accessToken } of issued) {
      expect(await findUserByAccessToken(store, pluginId, accessToken, exampleTime)).toMatchObject({
        openId,
        nickname: 'A user',
      });
    }
  });

  it('stays when the user changes and when every token has expired', async () => {
    const user = await newUser();
    const { openId } = await issue(user.id);
    await updateUser(store, user.id, { nickname: 'Renamed', member: true });
    expect((await issue(user.id, later(1_000_000))).openId).toBe(openId);
  });
});

describe('an access token', () => {
  it('works until its time is over', async () => {
    const { accessToken, expiresAt } = await issue((await newUser()).id);
    expect(expiresAt).toEqual(later(60));
    expect(await findUserByAccessToken(store, pluginId, accessToken, later(59.999))).not.toBeNull();
    expect(await findUserByAccessToken(store, pluginId, accessToken, later(60))).toBeNull();
  });

  it('does not work in another plugin, even one that knows the user', async () => {
    const user = await newUser();
    const { accessToken } = await issue(user.id);
    const other = await createPlugin(store, { name: 'Another', callbackUrl: null }, exampleTime);
    await issueAccessToken(store, { pluginId: other.plugin.id, userId: user.id, ttlSeconds: 60 }, exampleTime);
    expect(await findUserByAccessToken(store, other.plugin.id, accessToken, exampleTime)).toBeNull();
  });

  it('shows the user as they are now', async () => {
    const user = await newUser();
    const { accessToken } = await issue(user.id);
    await updateUser(store, user.id, { nickname: 'Renamed' });
    expect(await findUserByAccessToken(store, pluginId, accessToken, exampleTime)).toMatchObject({
      nickname: 'Renamed',
    });
  });

  it('takes the expired ones with it, whoever issues at once, and leaves the others', async () => {
    const user = await newUser();
    for (let count = 0; count < 10; count += 1) await issue(user.id);
    const kept = await issue(user.id, later(30));
    await Promise.all(Array.from({ length: 10 }, (_, index) => issue(user.id, later(60), stores[index % 2])));

    const { rows } = await run(
      database.url,
      `SELECT count(*)::int AS count FROM access_token WHERE user_id = '${user.id}'`,
    );
    expect(rows).toEqual([{ count: 11 }]);
    expect(await findUserByAccessToken(store, pluginId, kept.accessToken, later(60))).not.toBeNull();
  });
});

describe('an unknown plugin or user', () => {
  it('leaves no link behind', async () => {
    const user = await newUser();
    await expect(
      issueAccessToken(store, { pluginId: 'unknown1', userId: user.id, ttlSeconds: 60 }, exampleTime),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', facts: { what: 'plugin' } });
    await expect(issue('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND', facts: { what: 'user' } });
    expect(await findOpenId(store, pluginId, user.id)).toBeNull();
  });
});
