import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { applyMigrations } from '../../../src/store/migrations/applyMigrations.ts';
import { createOrder, findOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin, findPlugin } from '../../../src/store/plugins/plugins.ts';
import { resetPluginSecret } from '../../../src/store/plugins/resetPluginSecret.ts';
import { decideAndWrite } from '../../../src/store/database/decideAndWrite.ts';
import { Prisma } from '../../../src/store/generated/client.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser, issueAccessToken } from '../../../src/store/users/users.ts';
import { createTestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';
import { findUserByAccessToken } from '../../support/signedReads.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };
const at = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  return database.url;
}

function open(url: string): Store {
  const store = openStore(url, new Keyring([randomBytes(32)]));
  cleanups.push(() => closeStore(store));
  return store;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const withParameters = (url: string, parameters: Record<string, string>) =>
  `${url}?${new URLSearchParams(parameters).toString()}`;

describe.each(['Asia/Shanghai', 'America/St_Johns', 'UTC'])('on a database whose time zone is %s', (zone) => {
  it.each([
    ['', {}],
    [', with options in its URL', { options: '-c TimeZone=Asia/Tokyo -c statement_timeout=60000' }],
  ])('instants come back as they went in, and compare as they should%s', async (_what, parameters) => {
    const url = await newDatabase();
    await run(url, `ALTER DATABASE ${nameOf(url)} SET timezone TO '${zone}'`);
    const store = open(withParameters(url, parameters));

    const orderedAt = new Date('2021-03-14T02:29:00.456Z');
    const paidAt = new Date('2021-03-14T02:30:00.123Z');
    const { plugin } = await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime);
    const user = await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime);
    const goods = await createGoods(
      store,
      { pluginId: plugin.id, title: 'A year', totalFeeFen: 1, payLimit: 0, source: 'API' },
      exampleTime,
    );
    const input = { goodsId: goods.id, userId: user.id, outOrderId: null, attach: '' };
    const order = await createOrder(store, input, orderedAt);
    const paid = await recordPayment(store, order.id, paidAt, schedule, exampleTime);

    expect(paid).toMatchObject({ createdAt: orderedAt, paidAt });
    expect(await findOrder(store, order.id)).toEqual(paid);
    expect((await findPlugin(store, plugin.id))?.createdAt).toEqual(exampleTime);
    expect(await recordPayment(store, order.id, paidAt, schedule, exampleTime)).toEqual(paid);

    const { accessToken } = await issueAccessToken(
      store,
      { pluginId: plugin.id, userId: user.id, ttlSeconds: 60 },
      exampleTime,
    );
    expect(await findUserByAccessToken(store, plugin.id, accessToken, at(59))).not.toBeNull();
    expect(await findUserByAccessToken(store, plugin.id, accessToken, at(60))).toBeNull();

    const { rows } = await run(
      url,
      `SELECT extract(epoch FROM created_at)::float AS created, extract(epoch FROM paid_at)::float AS paid FROM "order"`,
    );
    expect(rows).toEqual([{ created: orderedAt.getTime() / 1000, paid: paidAt.getTime() / 1000 }]);
  });
});

describe('a database URL with options', () => {
  it('keeps the shorter limit of statements in transactions that are written by hand', async () => {
    const store = open(await newDatabase());
    const limitOf = async (limited: Store) =>
      decideAndWrite(limited, async (read) => {
        const sql = Prisma.sql`SELECT current_setting('statement_timeout') AS "limit"`;
        return { write: null, result: await read({ name: 'limit', sql }) };
      });
    expect(await limitOf(store)).toEqual([{ limit: '15s' }]);
    expect(await limitOf(store.withStatementTimeout(1_234))).toEqual([{ limit: '1234ms' }]);
    expect(await limitOf(store.withStatementTimeout(20_000))).toEqual([{ limit: '15s' }]);
  });

  it('has them kept', async () => {
    const store = open(withParameters(await newDatabase(), { options: '-c statement_timeout=61000' }));
    expect(await store.prisma.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: '61s' }]);
  });
});

describe('a database URL with a schema', () => {
  it('has everything in that schema', async () => {
    const url = await newDatabase();
    await run(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA "my shop"');
    const shopUrl = withParameters(url, { schema: 'my shop' });
    await applyMigrations(shopUrl, fileURLToPath(new URL('../../../prisma/migrations', import.meta.url)));
    const store = open(shopUrl);

    const { plugin } = await createPlugin(store, { name: 'A plugin', callbackUrl: null }, exampleTime);
    await resetPluginSecret(store, plugin.id, 0, exampleTime);
    expect(await findPlugin(store, plugin.id)).toEqual(plugin);
    expect((await run(url, 'SELECT id FROM "my shop".plugin')).rows).toEqual([{ id: plugin.id }]);
  });
});
