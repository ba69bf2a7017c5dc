import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../../src/rules/callbacks/judgeResponse.ts';
import { Refusal } from '../../../src/rules/failures/refusal.ts';
import { cancelDelivery } from '../../../src/store/deliveries/cancelDelivery.ts';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { type DeliveryFilter } from '../../../src/store/deliveries/findDeliveries.ts';
import { findLastEndedAttempt, findNewestAttempts } from '../../../src/store/deliveries/deliveryAttempts.ts';
import { closeOne } from '../../../src/store/deliveries/closeAttempts.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin, updatePlugin } from '../../../src/store/plugins/plugins.ts';
import { requestMatchingResends } from '../../../src/store/deliveries/requestMatchingResends.ts';
import { startDueAttempts, type StartedAttempt } from '../../../src/store/deliveries/startDueAttempts.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';
import { exampleTime } from '../../support/service.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };
const callbackUrl = 'https://example.com/paid';
let database: TestDatabase;
/** Two, as two processes of the service would have. */
let stores: [Store, Store];
let store: Store;
let pluginId: string;
let goodsId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const keyring = new Keyring([randomBytes(32)]);
  stores = [openStore(database.url, keyring), openStore(database.url, keyring)];
  store = stores[0];
  pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl }, exampleTime)).plugin.id;
  userId = (await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime)).id;
  const goods = { pluginId, title: 'A year', totalFeeFen: 100, payLimit: 0, source: 'API' } as const;
  goodsId = (await createGoods(store, goods, exampleTime)).id;
});
afterAll(async () => {
  await Promise.all(stores.map(closeStore));
  await database.drop();
});
beforeEach(async () => {
  await store.prisma.delivery.deleteMany();
  await updatePlugin(store, pluginId, { callbackUrl });
});

const newOrder = async () =>
  (await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime)).id;
const pay = async (orderId: string, by = store) => recordPayment(by, orderId, null, schedule, exampleTime);
const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const resendAll = async (filter: DeliveryFilter, now: Date, by = store) =>
  (await requestMatchingResends(by, { filter, notAskedSince: null, now }, () => true)).count;
const find = async (orderId: string) => store.prisma.delivery.findUnique({ where: { orderId } });
const start = async (now: Date, by = store) =>
  startDueAttempts(by, {
    now,
    clock: () => now,
    worker: 'test:1',
    leaseMs: 40_000,
    limit: 100,
    limitPerPlugin: 100,
    limitForSandbox: 100,
    inFlight: new Map(),
    write: () => ({ body: '{}', previousSigns: [] }),
  });
const finish = async (attempt: StartedAttempt, outcome: Exclude<AttemptOutcome, 'STARTED'>, now: Date, by = store) => {
  const nothing = { durationMs: null, dnsMs: null, connectMs: null, firstByteMs: null, remoteAddress: null };
  const met = { outcome, httpStatus: 200, responseBody: null, responseTruncated: false, error: null, hint: null };
  return closeOne(by, { attempt, result: { ...nothing, ...met }, finishedAt: now }, schedule.delaysSeconds);
};

async function payNewOrder(): Promise<string> {
  const orderId = await newOrder();
  await pay(orderId);
  return orderId;
}

async function paidWithoutAddress(): Promise<string> {
  await updatePlugin(store, pluginId, { callbackUrl: null });
  const orderId = await payNewOrder();
  await updatePlugin(store, pluginId, { callbackUrl });
  return orderId;
}

/** Deliveries that nobody would ever send, or that would be sent for ever. */
async function impossibleDeliveries(): Promise<unknown[]> {
  const { rows } = await run(
    database.url,
    `SELECT * FROM delivery WHERE pending_resends < 0
       OR (pending_resends > 0) <> (resend_requested_at IS NOT NULL)
       OR (status = 'PENDING' AND next_automatic_at IS NULL AND lease_token IS NULL)
       OR (status <> 'PENDING' AND next_automatic_at IS NOT NULL)
       OR automatic_count > max_notifications`,
  );
  return rows as unknown[];
}

describe('a delivery that a resend creates', () => {
  it('is one, however many ask for it at once', async () => {
    const orderId = await paidWithoutAddress();
    const asked = Array.from({ length: 10 }, async (_, n) =>
      requestResend(stores[n % 2]!, orderId, schedule, later(n)),
    );
    await Promise.all(asked);

    expect(await find(orderId)).toMatchObject({ status: 'PENDING', pendingResends: 10, attemptCount: 0 });
    expect(await impossibleDeliveries()).toEqual([]);
  });

  it('is none while the order is unpaid, even when it is paid at that moment', async () => {
    const orderId = await newOrder();
    const [, asked] = await Promise.allSettled([
      pay(orderId, stores[0]),
      requestResend(stores[1], orderId, schedule, exampleTime),
    ]);

    const refusal = asked.status === 'rejected' ? (asked.reason as Refusal).code : null;
    expect([null, 'CONFLICT']).toContain(refusal);
    expect(await find(orderId)).toMatchObject({ status: 'PENDING', pendingResends: refusal ? 0 : 1 });
    expect(await impossibleDeliveries()).toEqual([]);
  });

  it('has its manual notification first, and the automatic ones when that has had its time', async () => {
    const orderId = await paidWithoutAddress();
    await requestResend(store, orderId, schedule, later(100));

    expect(await find(orderId)).toMatchObject({ resendRequestedAt: later(100), nextAutomaticAt: later(115) });
  });

  it('has its manual notification first even if there is but one automatic one', async () => {
    const orderId = await paidWithoutAddress();
    await requestResend(store, orderId, { ...schedule, maxNotifications: 1 }, later(100));
    const triggers: string[] = [];
    for (let claimed = 0; claimed < 2; claimed += 1) {
      const [attempt] = await start(later(100));
      triggers.push(attempt!.trigger);
      await finish(attempt!, 'UNEXPECTED_BODY', later(100));
    }

    expect(triggers).toEqual(['MANUAL', 'AUTOMATIC']);
    expect(await find(orderId)).toMatchObject({ status: 'EXHAUSTED', attemptCount: 2, automaticCount: 1 });
  });
});

describe('resends of many', () => {
  it('do not reach a delivery that comes to match meanwhile', async () => {
    await payNewOrder();
    const newcomer = await paidWithoutAddress();
    // As if another transaction were committed right after the resend's statement.
    await run(
      database.url,
      `CREATE FUNCTION arrive() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO delivery (order_id, plugin_id, max_notifications, next_automatic_at)
         VALUES ('${newcomer}', '${pluginId}', 5, now()) ON CONFLICT DO NOTHING;
         RETURN NULL;
       END $$;
       CREATE TRIGGER arrive AFTER UPDATE ON delivery FOR EACH STATEMENT EXECUTE FUNCTION arrive();`,
    );
    try {
      expect(await resendAll({ status: 'PENDING' }, later(1))).toBe(1);
    } finally {
      await run(database.url, 'DROP TRIGGER arrive ON delivery; DROP FUNCTION arrive;');
    }

    expect(await find(newcomer)).toMatchObject({ pendingResends: 0, resendRequestedAt: null });
    expect(await impossibleDeliveries()).toEqual([]);
  });
});

describe('resends, cancellations and attempts at once', () => {
  it('leave no delivery that is never sent, or sent for ever', async () => {
    const orderIds = await Promise.all(Array.from({ length: 12 }, payNewOrder));
    const outcomes = ['ACKNOWLEDGED', 'UNEXPECTED_BODY', 'TIMED_OUT'] as const;
    const staff = orderIds.flatMap((orderId, n) => [
      async () => requestResend(stores[n % 2]!, orderId, schedule, later(n)),
      async () => resendAll(n % 3 === 0 ? { pluginId } : { status: 'PENDING' }, later(n), stores[n % 2]),
      async () => (n % 4 === 0 ? cancelDelivery(stores[n % 2]!, orderId) : undefined),
    ]);
    const sweepers = stores.flatMap((by) =>
      Array.from({ length: 6 }, (_, n) => async () => {
        const started = await start(later(n * 100), by);
        await Promise.all(started.map((attempt, i) => finish(attempt, outcomes[i % 3]!, later(n * 100), by)));
      }),
    );
    const work = [...staff, ...sweepers];
    const ended = await Promise.allSettled(work.map(async (each) => each()));

    // A delivery that has ended cannot be cancelled; nothing else may be refused, and nothing may fail.
    const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(failures.filter((error) => !(error instanceof Refusal && error.code === 'CONFLICT'))).toEqual([]);
    expect(await impossibleDeliveries()).toEqual([]);

    // Whatever is left comes to an end.
    for (let n = 0, left = 1; left > 0; n += 1) {
      expect(n).toBeLessThan(100);
      const started = await start(later(10_000 * (n + 1)));
      await Promise.all(started.map((attempt) => finish(attempt, 'TIMED_OUT', later(10_000 * (n + 1)))));
      left = started.length;
    }
    expect(await store.prisma.delivery.count({ where: { status: 'PENDING' } })).toBe(0);
    expect(await impossibleDeliveries()).toEqual([]);
  });
});

describe('the attempts of a delivery', () => {
  it('start when their rows are written, however long the claim took, and say so in their message', async () => {
    const orderId = await payNewOrder();
    await startDueAttempts(store, {
      now: later(0),
      clock: () => later(3),
      worker: 'test:1',
      leaseMs: 40_000,
      limit: 1,
      limitPerPlugin: 1,
      limitForSandbox: 1,
      inFlight: new Map(),
      write: (_order, _secrets, startedAt) => ({ body: startedAt.toISOString(), previousSigns: [] }),
    });

    expect(await store.prisma.deliveryAttempt.findMany({ where: { orderId } })).toMatchObject([
      { startedAt: later(3), requestBody: later(3).toISOString(), scheduledAt: later(0) },
    ]);
    expect(await find(orderId)).toMatchObject({ leaseExpiresAt: later(40) });
  });

  it('are in their order, and the last that has ended is not the one that runs', async () => {
    const orderId = await payNewOrder();
    const last = async () => findLastEndedAttempt(store, (await find(orderId))!);
    expect(await findNewestAttempts(store, orderId, 30)).toEqual([]);
    expect(await last()).toBeNull();

    const [first] = await start(later(0));
    expect(await last()).toBeNull();
    await finish(first!, 'TIMED_OUT', later(10));
    expect(await last()).toMatchObject({ number: 1, outcome: 'TIMED_OUT' });
    const [second] = await start(later(25));
    expect(await last()).toMatchObject({ number: 1, outcome: 'TIMED_OUT' });
    await finish(second!, 'ACKNOWLEDGED', later(26));
    expect(await last()).toMatchObject({ number: 2, outcome: 'ACKNOWLEDGED' });

    expect(await findNewestAttempts(store, orderId, 30)).toMatchObject([{ number: 1 }, { number: 2 }]);
    await store.prisma.deliveryAttempt.deleteMany({ where: { orderId } });
    expect(await last()).toBeNull();
    expect(await findNewestAttempts(store, 'unknown', 30)).toEqual([]);
  });
});
