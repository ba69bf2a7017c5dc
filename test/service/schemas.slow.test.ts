import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { migrateDatabase } from '../../src/service/migrateDatabase.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import { StartError } from '../../src/service/startError.ts';
import { announceDueDelivery, listenForDueDeliveries } from '../../src/store/deliveries/dueDeliveries.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import * as operations from '../admin/generated/operations.ts';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgBouncer.ts';
import { createTestRole, type TestRole } from '../support/role.ts';

const patience = { timeout: 15_000, interval: 20 };
const encryptionKey = randomBytes(32).toString('base64');

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Its schema public has an installation. */
async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  return database;
}

/** A role of that database, with a schema of the same name. */
async function newRole(database: TestDatabase, searchPath: (schema: string) => string): Promise<TestRole> {
  const role = await createTestRole();
  // Databases go first: what a role owns keeps it.
  cleanUps.unshift(role.drop);
  const name = new URL(database.url).pathname.slice(1);
  await run(
    database.url,
    `CREATE SCHEMA ${role.name} AUTHORIZATION ${role.name};
     ALTER ROLE ${role.name} IN DATABASE ${name} SET search_path = ${searchPath(role.name)}`,
  );
  return role;
}

interface Running extends Service {
  admin: AdminClient;
  receiver: CallbackReceiver;
}

/** Sweeps once a minute: sooner than that, nothing but an announcement has a payment told. */
async function start(databaseUrl: string, environment: Record<string, string> = {}): Promise<Running> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    PORT: '0',
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
    SWEEP_CRON: '0 * * * * *',
    ...environment,
  });
  const service = await startService(config, memoryLog([]));
  cleanUps.push(service.stop);
  const receiver = await startCallbackReceiver();
  cleanUps.push(receiver.close);
  return { ...service, receiver, admin: adminClient(service.adminUrl, service.adminToken) };
}

async function refusalOf(databaseUrl: string, environment: Record<string, string> = {}): Promise<string> {
  const error = await start(databaseUrl, environment).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

/** Has the developers' order paid and told; returns the id. */
async function pay({ admin, receiver }: Running): Promise<string> {
  const { id: orderId } = await makeOrder(admin, await makeDeveloper(admin, receiver.url));
  await admin(operations.PayOrderDocument, { input: { orderId } });
  return orderId;
}

const toldBy = ({ receiver }: Running) => receiver.received.map(({ headers }) => headers['openplug-delivery']);

describe('a role whose search_path leads to a schema of its own', { timeout: 60_000 }, () => {
  const searchPaths: [string, (schema: string) => string][] = [
    ['and no other', (schema) => schema],
    ['before the public one, in which there is another installation', (schema) => `${schema}, public`],
    ['by its name, as PostgreSQL has it from the start', () => '"$user", public'],
    ['behind one that is not there', (schema) => `nobodys, ${schema}, public`],
  ];
  it.each(searchPaths)('%s, has everything in it', async (_what, searchPath) => {
    const database = await newDatabase();
    const other = await start(database.url);
    const role = await newRole(database, searchPath);
    const url = role.urlOn(database.url);

    await migrateDatabase(url);
    const own = await start(url);
    const ownId = await pay(own);
    const otherId = await pay(other);

    await expect.poll(() => [toldBy(own), toldBy(other)], patience).toEqual([[ownId], [otherId]]);
    for (const { admin } of [own, other]) {
      expect((await admin(operations.PluginsDocument, {})).plugins.edges).toHaveLength(1);
    }
    expect((await run(database.url, `SELECT id FROM ${role.name}."order"`)).rows).toEqual([{ id: ownId }]);
    expect((await run(database.url, 'SELECT id FROM public."order"')).rows).toEqual([{ id: otherId }]);
  });

  it.runIf(hasPgBouncer())('has everything in it through PgBouncer as well', async () => {
    const database = await newDatabase();
    const role = await newRole(database, (schema) => `${schema}, public`);
    const directUrl = role.urlOn(database.url);
    const bouncer = await startPgBouncer(directUrl, 5);
    cleanUps.push(bouncer.close);

    await migrateDatabase(directUrl);
    const service = await start(bouncer.urlOf(directUrl), { DATABASE_DIRECT_URL: directUrl });
    const orderId = await pay(service);

    await expect.poll(() => toldBy(service), patience).toEqual([orderId]);
    expect((await run(database.url, 'SELECT count(*)::int AS count FROM public."order"')).rows).toEqual([{ count: 0 }]);
  });

  it('is told of migrations that this schema lacks, though the public one has them', async () => {
    const database = await newDatabase();
    const role = await newRole(database, (schema) => `${schema}, public`);
    await run(database.url, `GRANT SELECT ON _prisma_migrations TO ${role.name}`);
    expect(await refusalOf(role.urlOn(database.url))).toContain('The database lacks migration');
  });
});

describe('a start is refused', { timeout: 60_000 }, () => {
  it('when the search_path leads nowhere, with what helps', async () => {
    const database = await newDatabase();
    const role = await newRole(database, () => 'nobodys');
    expect(await refusalOf(role.urlOn(database.url))).toMatch(
      /has no schema of the search_path \(nobodys\) that role openplug_role_\w+ may use: make one by `CREATE SCHEMA/,
    );
  });

  it('when the direct way leads to another schema, or to other data', async () => {
    const [database, other] = [await newDatabase(), await newDatabase()];
    const role = await newRole(database, (schema) => schema);
    await migrateDatabase(role.urlOn(database.url));
    const [name, otherName] = [database, other].map(({ url }) => new URL(url).pathname.slice(1));

    expect(await refusalOf(database.url, { DATABASE_DIRECT_URL: role.urlOn(database.url) })).toBe(
      `DATABASE_DIRECT_URL leads to schema ${role.name} of database ${name}, DATABASE_URL to schema public of database ` +
        `${name}: both must lead to the same data.`,
    );
    expect(await refusalOf(database.url, { DATABASE_DIRECT_URL: other.url })).toContain(
      `schema public of database ${otherName}`,
    );
  });
});

describe('a start goes on', { timeout: 60_000 }, () => {
  it('when the direct way is closed at the moment', async () => {
    const database = await newDatabase();
    const { admin } = await start(database.url, { DATABASE_DIRECT_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect((await admin(operations.PluginsDocument, {})).plugins.edges).toEqual([]);
  });
});

describe('an announcement', () => {
  it('is heard in its own schema, and of a version that names none everywhere', async () => {
    const database = await newDatabase();
    const shopUrl = `${database.url}?schema=shop`;
    await migrateDatabase(shopUrl);
    const heard = { public: 0, shop: 0 };
    const listeners = [
      listenForDueDeliveries(database.url, () => (heard.public += 1)),
      listenForDueDeliveries(shopUrl, () => (heard.shop += 1)),
    ];
    const shop = openStore(shopUrl, new Keyring([Buffer.alloc(32)]));
    cleanUps.push(...listeners.map(({ close }) => close), async () => closeStore(shop));
    await Promise.all(listeners.map(async ({ ensureListening }) => ensureListening()));
    // For what was announced before they listened.
    expect(heard).toEqual({ public: 1, shop: 1 });

    await shop.prisma.$transaction(announceDueDelivery);
    // PostgreSQL passes them on in the order in which they were made.
    await run(database.url, `NOTIFY openplug_delivery_due`);
    await expect.poll(() => heard, patience).toEqual({ public: 2, shop: 3 });
  });
});
