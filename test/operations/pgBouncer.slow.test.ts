import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { statementTimeoutMs } from '../../src/admin/guards/queryLimits.ts';
import { readConfig } from '../../src/config/config.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import * as operations from '../admin/generated/operations.ts';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgBouncer.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';

const isPresent = hasPgBouncer();
if (!isPresent) console.warn('Skipped: PgBouncer is not installed (Debian: apt-get install pgbouncer).');

const poolSize = 5;
const patience = { timeout: 15_000, interval: 50 };
const encryptionKey = randomBytes(32).toString('base64');

interface Running extends Service {
  admin: AdminClient;
  logged: Record<string, unknown>[];
}

describe.runIf(isPresent)('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;
  let pooledUrl: string;
  let receiver: CallbackReceiver;
  let one: Running;
  let other: Running;
  let developer: Developer;
  let goodsId: string;

  async function start(environment: Record<string, string> = {}): Promise<Running> {
    const config = readConfig({
      DATABASE_URL: pooledUrl,
      ENCRYPTION_KEY: encryptionKey,
      ADMIN_TOKEN: 'admin-token-of-the-tests',
      PORT: '0',
      CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
      ...environment,
      // Fifty requests of one plugin come at once; two at a time could take longer than they may wait on a busy machine.
      REST_CONCURRENCY_PER_PLUGIN: '8',
    });
    const logged: Record<string, unknown>[] = [];
    const service = await startService(config, memoryLog(logged));
    return { ...service, logged, admin: adminClient(service.adminUrl, service.adminToken) };
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await run(database.url, `ALTER DATABASE ${name} SET timezone TO 'Asia/Shanghai'`);
    await run(database.url, `ALTER DATABASE ${name} SET default_transaction_isolation TO 'serializable'`);
    bouncer = await startPgBouncer(database.url, poolSize);
    pooledUrl = bouncer.urlOf(database.url);
    receiver = await startCallbackReceiver();
    [one, other] = await Promise.all([start(), start()]);
    developer = await makeDeveloper(one.admin, receiver.url);
    goodsId = (await makeGoods(one.admin, developer.pluginId)).id;
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await receiver.close();
    await bouncer.close();
    await database.drop();
  });

  async function pay(admin: AdminClient): Promise<string> {
    const { id: orderId } = await makeOrder(admin, developer, { goodsId });
    await admin(operations.PayOrderDocument, { input: { orderId } });
    return orderId;
  }

  async function ask(service: Service): Promise<number> {
    const parameters = { plugin_id: developer.pluginId, access_token: developer.accessToken };
    return (await call(service.url, 'GET', '/baseinfo', signed(developer.secret, parameters, new Date()))).status;
  }

  const serverConnections = async () => {
    const { rows } = await run(
      database.url,
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return (rows[0] as { count: number }).count;
  };

  it('two services serve requests and tell of payments, with fewer connections than either would take', async () => {
    const requests = Promise.all(Array.from({ length: 100 }, async (_, n) => ask(n % 2 ? one : other)));
    const orderIds = await Promise.all(Array.from({ length: 40 }, async (_, n) => pay((n % 2 ? one : other).admin)));

    expect(new Set(await requests)).toEqual(new Set([200]));
    const told = () => receiver.received.map(({ headers }) => headers['openplug-delivery']);
    await expect.poll(() => told().toSorted(), patience).toEqual(orderIds.toSorted());
    for (const { message } of receiver.received) {
      expect(message.sign).toBe(signatureOf(developer.secret, message.resource));
    }
    expect(await serverConnections()).toBeLessThanOrEqual(poolSize);
    const failures = [...one.logged, ...other.logged].filter(({ level }) => (level as number) >= 50);
    expect(failures).toEqual([]);
  });

  it('instants are right, though the sessions are shared with those of another time zone', async () => {
    const stranger = new pg.Client({ connectionString: pooledUrl });
    await stranger.connect();
    await stranger.query(`SET TimeZone = 'America/St_Johns'`);
    const disturbance = { isOver: false };
    const disturbing = (async () => {
      while (!disturbance.isOver) await stranger.query('SELECT now()');
    })();
    const earliest = Date.now() - 1000;
    const orderIds = await Promise.all(Array.from({ length: 20 }, async () => pay(one.admin)));
    const latest = Date.now() + 1000;
    const found = await Promise.all(orderIds.map(async (id) => other.admin(operations.OrderDocument, { id })));
    disturbance.isOver = true;
    await disturbing;
    await stranger.end();

    const stored = await run(
      database.url,
      `SELECT id, extract(epoch FROM created_at) * 1000 AS created, extract(epoch FROM paid_at) * 1000 AS paid FROM "order"`,
    );
    const rows = stored.rows as { id: string; created: string; paid: string }[];
    for (const { order } of found) {
      const row = rows.find(({ id }) => id === order?.id);
      expect(Number(row?.created)).toBe(Date.parse(String(order?.createdAt)));
      expect(Number(row?.paid)).toBe(Date.parse(String(order?.paidAt)));
      expect(Number(row?.created)).toBeGreaterThan(earliest);
      expect(Number(row?.paid)).toBeLessThan(latest);
    }
  });

  it('one line in the log says that payments wait for the tick', async () => {
    for (const { logged } of [one, other]) {
      const said = logged.filter(({ msg }) => String(msg).startsWith('a pooler is in front of the database'));
      expect(said).toHaveLength(1);
    }
  });

  it('a direct way to the server is used to hear of payments', async () => {
    await Promise.all([one.stop(), other.stop()]);
    [one, other] = await Promise.all([start({ DATABASE_DIRECT_URL: database.url }), start({ RUN: 'api' })]);
    const listeners = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`;
    await expect.poll(async () => (await run(database.url, listeners)).rows.length, patience).toBe(1);
    const id = await pay(other.admin);
    const deliveries = async () =>
      (await run(database.url, `SELECT status FROM delivery WHERE order_id = '${id}'`)).rows;
    await expect.poll(deliveries, patience).toEqual([{ status: 'DELIVERED' }]);
    expect([...one.logged, ...other.logged].filter(({ msg }) => String(msg).startsWith('a pooler'))).toEqual([]);
  });

  it('what staff ask for is ended, and the limit stays with staff', async () => {
    // So that nobody but staff waits for the lock.
    await one.stop();
    one = await start({ RUN: 'api' });
    const { id } = await makeOrder(other.admin, developer, { goodsId });
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE "order" IN ACCESS EXCLUSIVE MODE');
    const waiting = async () =>
      (
        await run(
          database.url,
          `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).rows;
    try {
      const startedAt = performance.now();
      const error = await other.admin(operations.OrderDocument, { id }).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'QUERY_TIMED_OUT' });
      expect(performance.now() - startedAt).toBeGreaterThan(statementTimeoutMs - 100);
      expect(await waiting()).toEqual([]);
    } finally {
      await locker.end();
    }
    const pool = new pg.Pool({ connectionString: pooledUrl, max: poolSize });
    const limits = await Promise.all(
      Array.from({ length: poolSize }, async () =>
        pool.query<{ limit: string }>(`SELECT current_setting('statement_timeout') AS limit, pg_sleep(0.3)`),
      ),
    );
    await pool.end();
    expect(limits.map(({ rows }) => rows[0]?.limit)).toEqual(Array.from({ length: poolSize }, () => '0'));
  });
});

describe.runIf(isPresent)('migrations through PgBouncer', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  const bundle = quickBundle('src/migrate.ts');
  let bouncer: PgBouncer | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => bouncer?.close());
  afterAll(async () => {
    await database.drop();
  });

  const migrate = async (environment: Record<string, string>) => {
    const { ended, lines } = startServiceProcess(bundle, environment);
    return { code: await ended, said: lines.map(({ msg }) => msg) };
  };

  it.each(['transaction', 'session'] as const)('are applied in %s mode, and leave no lock', async (mode) => {
    await run(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    bouncer = await startPgBouncer(database.url, poolSize, mode);
    const DATABASE_URL = bouncer.urlOf(database.url);
    const migrated = await Promise.all([migrate({ DATABASE_URL }), migrate({ DATABASE_URL })]);
    expect(migrated).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect((await run(database.url, 'SELECT FROM _prisma_migrations')).rowCount).toBeGreaterThan(5);
    const locks = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`;
    expect((await run(database.url, locks)).rowCount).toBe(0);
  });
});
