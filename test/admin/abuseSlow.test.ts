import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { statementTimeoutMs } from '../../src/admin/guards/queryLimits.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import {
  CreateApiKeyDocument,
  OrderDocument,
  PayOrderDocument,
  RejectedRequestsDocument,
} from './generated/operations.ts';

describe('a statement that does not end', () => {
  let service: TestService;
  let developer: Developer;
  let orderId: string;
  let locker: pg.Client;
  /** Outside of the lock's transaction, in which PostgreSQL would show the same activity again and again. */
  let watcher: pg.Client;

  beforeAll(async () => {
    service = await startTestService();
    developer = await makeDeveloper(service.admin);
    orderId = (await makeOrder(service.admin, developer)).id;
    watcher = new pg.Client({ connectionString: service.databaseUrl });
    await watcher.connect();
  });
  afterAll(async () => {
    await watcher.end();
    await service.stop();
  });
  beforeEach(async () => {
    locker = new pg.Client({ connectionString: service.databaseUrl });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE "order" IN ACCESS EXCLUSIVE MODE');
  });
  afterEach(() => locker.end());

  async function ask(query: string) {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { errors?: { message: string; extensions: unknown }[] };
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await watcher.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  }

  it('is ended by PostgreSQL, and the caller is told so, in a query and in a mutation', async () => {
    const startedAt = performance.now();
    const answers = await Promise.all([
      ask(`{ order(id: "${orderId}") { id } }`),
      ask(`mutation { payOrder(input: { orderId: "${orderId}" }) { order { id } } }`),
    ]);

    expect(performance.now() - startedAt).toBeLessThan(statementTimeoutMs + 3000);
    const error = {
      message:
        'This took too long and was ended. Ask for less: smaller pages, a shorter time range (from, to), fewer fields.',
      extensions: { code: 'QUERY_TIMED_OUT' },
      locations: expect.any(Array),
      path: expect.any(Array),
    };
    expect(answers.map(({ errors }) => errors)).toEqual([[error], [error]]);
    expect(await countWaiting()).toBe(0);
    await locker.query('ROLLBACK');
    expect((await service.admin(OrderDocument, { id: orderId })).order?.status).toBe('UNPAID');
    const { rows } = await watcher.query(`SELECT * FROM audit_entry WHERE action = 'payOrder'`);
    expect(rows).toEqual([]);
  });

  it('takes no connection that developers need', async () => {
    const queries = Array.from({ length: 12 }, () => ask(`{ orders(first: 1) { edges { node { id } } } }`));
    await expect.poll(countWaiting).toBe(5);

    const parameters = signed(developer.secret, {
      plugin_id: developer.pluginId,
      access_token: developer.accessToken,
    });
    const startedAt = performance.now();
    expect((await call(service.url, 'GET', '/baseinfo', parameters)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1000);

    await locker.query('ROLLBACK');
    expect((await Promise.all(queries)).flatMap(({ errors }) => errors ?? [])).toEqual([]);
  });

  it('leaves connections for others, however many statistics are asked for', async () => {
    const stats = (name: string) =>
      `${name}: deliveryStats(from: "2020-01-01T00:00:00Z", to: "2021-01-01T00:00:00Z", bucketSeconds: 86400) { pending }`;
    const asked = Array.from({ length: 4 }, () => ask(`{ ${['a', 'b', 'c'].map(stats).join(' ')} }`));
    await expect.poll(countWaiting).toBe(2);

    expect(await ask('{ plugins { totalCount edges { node { id } } } }')).not.toHaveProperty('errors');
    expect(await countWaiting()).toBe(2);
    await locker.query('ROLLBACK');
    await Promise.all(asked);
  });
});

describe('staff who look for much at once', () => {
  it('keep no payment waiting', async () => {
    const service = await startTestService();
    const developer = await makeDeveloper(service.admin);
    const { id: orderId } = await makeOrder(service.admin, developer);
    const { key } = (await service.admin(CreateApiKeyDocument, { input: { name: 'shop', role: 'OPERATOR' } }))
      .createApiKey;
    const locker = new pg.Client({ connectionString: service.databaseUrl });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE rejected_request IN ACCESS EXCLUSIVE MODE');

    let ended = 0;
    const lists = Array.from({ length: 12 }, async () => {
      // PostgreSQL ends them, or there is no connection in time.
      await service.admin(RejectedRequestsDocument, {}).catch(() => {});
      ended += 1;
    });
    const countWaiting = async () => {
      const { rows } = await locker.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE relation = 'rejected_request'::regclass AND NOT granted`,
      );
      return rows[0]!.count;
    };
    await expect.poll(countWaiting, { timeout: 4000 }).toBe(5);
    const paid = await adminClient(service.url, key)(PayOrderDocument, { input: { orderId } });
    // The first connection would be free for it when eight of the twelve have ended.
    expect(ended).toBeLessThan(8);
    expect(paid.payOrder.order.status).toBe('PAID');

    await locker.query('ROLLBACK');
    await locker.end();
    await Promise.all(lists);
    await service.stop();
  });
});
