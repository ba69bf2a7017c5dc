import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { observeBy } from '../../src/service/observation.ts';
import { closeStore, openStore } from '../../src/store/store.ts';
import { resolveHost } from '../../src/sweeper/resolveHost.ts';
import { startSweeping, type Sweeping, type SweepingSettings } from '../../src/sweeper/startSweeping.ts';
import { run } from '../support/databaseServer.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { loopback } from './callbackPost.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from './deliveryStory.ts';

let story: DeliveryStory;
const running: (() => Promise<void>)[] = [];

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(async (stop) => stop()));
});

const everySecond = '* * * * * *';
const onceAYear = '0 0 0 1 1 *';
const patience = { timeout: 10_000, interval: 20 };
const tickPatience = { timeout: 20_000, interval: 20 };

/** Sweeps with a store of its own, as a process does. It is stopped after the test, if it was not in it. */
function sweepBy(sweepCron: string, given: Partial<SweepingSettings> = {}): Sweeping {
  const store = openStore(story.service.databaseUrl, story.keyring);
  const timeoutMs = given.timeoutMs ?? 5000;
  const sweeping = startSweeping({
    store,
    clock: () => story.service.clock.now,
    setClock: async () => {},
    log: pino({ level: 'silent' }),
    observer: observeBy([], pino({ level: 'silent' })),
    worker: 'test:1',
    timeZone: 'Asia/Shanghai',
    schedule,
    timeoutMs,
    leaseMs: timeoutMs + 30_000,
    concurrency: 100,
    concurrencyPerPlugin: 10,
    allowedNetworks: loopback,
    resolveHost,
    databaseUrl: story.service.databaseUrl,
    sweepCron,
    retentionMs: 1,
    ...given,
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopped ??= sweeping.stop().then(async () => closeStore(store));
    return stopped;
  };
  running.push(stop);
  return { ...sweeping, stop };
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** The connections that wait for announcements. */
async function listeners(): Promise<number[]> {
  const { rows } = await run(
    story.service.databaseUrl,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows.map(({ pid }: { pid: number }) => pid);
}

async function waitingForLocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}

const untilListening = async (count: number) =>
  vi.waitUntil(async () => (await listeners()).length === count, patience);
const untilDelivered = async (...orderIds: string[]) =>
  vi.waitUntil(async () => {
    const deliveries = await Promise.all(orderIds.map(async (orderId) => story.delivery(orderId)));
    return deliveries.every(({ status }) => status === 'DELIVERED');
  }, patience);
const received = () => story.receiver.received.map(({ headers }) => headers['openplug-delivery']);

describe('a payment', () => {
  it('does not wait for the tick', async () => {
    sweepBy(onceAYear);
    await untilListening(1);
    const orderId = await story.pay();

    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });

  it('is told once, though two processes hear of it', async () => {
    sweepBy(onceAYear, { worker: 'test:1' });
    sweepBy(onceAYear, { worker: 'test:2' });
    await untilListening(2);
    const orderIds = await Promise.all(Array.from({ length: 30 }, async () => story.pay()));

    await untilDelivered(...orderIds);
    expect(received().toSorted()).toEqual(orderIds.toSorted());
    const attempts = await story.store.prisma.deliveryAttempt.findMany();
    expect(attempts.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted());
  });

  it('that nobody heard of is found by the tick', async () => {
    const orderId = await story.pay();
    sweepBy(everySecond);

    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });
});

describe('whatever a tick meets, the next one goes on', () => {
  it('when the connection that listens was lost, with a new one', async () => {
    sweepBy(everySecond);
    await untilListening(1);
    const [lost] = await listeners();
    await run(story.service.databaseUrl, `SELECT pg_terminate_backend(${lost})`);
    await vi.waitUntil(async () => {
      const now = await listeners();
      return now.length === 1 && now[0] !== lost;
    }, patience);

    const orderId = await story.pay();
    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });

  it('when all connections were lost', async () => {
    sweepBy(everySecond);
    await untilListening(1);
    await run(
      story.service.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

    const orderId = await vi.waitFor(async () => story.pay(), patience);
    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });

  it('when it threw', async () => {
    const logged: Record<string, unknown>[] = [];
    let ticks = 0;
    const clock = () => {
      ticks += 1;
      if (ticks <= 2) throw new Error('no time');
      return story.service.clock.now;
    };
    const orderId = await story.pay();
    sweepBy(everySecond, { clock, log: memoryLog(logged) });

    await untilDelivered(orderId);
    expect(logged.filter(({ msg }) => msg === 'sweep failed; the next tick goes on')).toHaveLength(2);
    expect(received()).toEqual([orderId]);
  });

  it('when the database refused', async () => {
    const logged: Record<string, unknown>[] = [];
    const orderId = await story.pay();
    await run(story.service.databaseUrl, 'ALTER TABLE delivery RENAME TO away');
    sweepBy(everySecond, { log: memoryLog(logged) });
    await vi.waitUntil(() => logged.some(({ msg }) => msg === 'sweep failed; the next tick goes on'), patience);
    await run(story.service.databaseUrl, 'ALTER TABLE away RENAME TO delivery');

    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });

  it('when the answer came while the database was away: it is kept, and nothing is sent twice', async () => {
    sweepBy(onceAYear);
    await untilListening(1);
    story.receiver.answer((_request, response) => {
      void run(story.service.databaseUrl, 'ALTER TABLE delivery RENAME TO away').then(() => response.end('SUCCESS'));
    });
    const orderId = await story.pay();
    await vi.waitUntil(() => received().length === 1, patience);
    await vi.waitFor(async () => run(story.service.databaseUrl, 'SELECT FROM away'), patience);
    await run(story.service.databaseUrl, 'ALTER TABLE away RENAME TO delivery');

    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });
});

describe('on a database that does not answer', () => {
  it('one sweep waits, however many ticks come', async () => {
    const orderId = await story.pay();
    const locking = new pg.Client({ connectionString: story.service.databaseUrl });
    await locking.connect();
    try {
      await locking.query('BEGIN; LOCK TABLE delivery');
      let sweeps = 0;
      const countSweep = async () => {
        sweeps += 1;
      };
      let ticks = 0;
      const countTick = async () => {
        ticks += 1;
        throw new Error('this process counts ticks and does not sweep');
      };
      sweepBy(everySecond, { setClock: countSweep });
      sweepBy(everySecond, { setClock: countTick });

      await expect.poll(() => ticks, tickPatience).toBeGreaterThan(3);
      expect(sweeps).toBe(1);
      expect(await waitingForLocks(locking)).toBe(1);
    } finally {
      await locking.end();
    }
    await untilDelivered(orderId);
    expect(received()).toEqual([orderId]);
  });

  it('a claim that waits keeps no sweep from coming', async () => {
    const locking = new pg.Client({ connectionString: story.service.databaseUrl });
    await locking.connect();
    try {
      await locking.query('BEGIN; LOCK TABLE plugin');
      let sweeps = 0;
      const countSweep = async () => {
        sweeps += 1;
      };
      sweepBy(everySecond, { setClock: countSweep });

      await expect.poll(() => sweeps, tickPatience).toBeGreaterThan(3);
      expect(await waitingForLocks(locking)).toBe(1);
    } finally {
      await locking.end();
    }
  });
});

describe('stopping', () => {
  it('waits for what is in flight, takes nothing new, and leaves nothing behind', async () => {
    const timersBefore = timers();
    let inFlight: ServerResponse | undefined;
    story.receiver.answer((_request, response) => {
      inFlight = response;
    });
    const sweeping = sweepBy(everySecond);
    await untilListening(1);
    const orderId = await story.pay();
    await vi.waitUntil(() => inFlight, patience);

    let hasStopped = false;
    const stopping = sweeping.stop().then(() => {
      hasStopped = true;
    });
    await untilListening(0);
    const later = await story.pay();
    expect(hasStopped).toBe(false);
    inFlight?.end('SUCCESS');
    await stopping;

    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', leaseToken: null });
    expect(await story.delivery(later)).toMatchObject({ status: 'PENDING', attemptCount: 0 });
    expect(received()).toEqual([orderId]);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
  });

  it('takes no longer than an attempt may', async () => {
    story.receiver.answer(() => {});
    const sweeping = sweepBy(onceAYear, { timeoutMs: 300 });
    await untilListening(1);
    const orderId = await story.pay();
    await vi.waitUntil(() => received().length === 1, patience);
    const startedAt = performance.now();
    await sweeping.stop();

    expect(performance.now() - startedAt).toBeLessThan(300 + 2000 + 500);
    expect(await story.attempts(orderId)).toMatchObject([{ outcome: 'TIMED_OUT' }]);
  });

  it('right after the start leaves no connection and no complaint, however far it had come', async () => {
    const logged: Record<string, unknown>[] = [];
    for (let turns = 0; turns < 30; turns += 1) {
      const sweeping = sweepBy(onceAYear, { log: memoryLog(logged) });
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      await sweeping.stop();
    }

    expect(await listeners()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('while it claims lets what was claimed come to its end', async () => {
    const orderIds = await Promise.all(Array.from({ length: 5 }, async () => story.pay()));
    let asked = 0;
    const stopping = new Promise<void>((resolve) => {
      // First it looks for abandoned attempts, then it claims.
      const clock = () => {
        asked += 1;
        if (asked === 2) resolve(sweeping.stop());
        return after(0);
      };
      const sweeping = sweepBy(everySecond, { clock });
    });
    await stopping;

    expect(received().toSorted()).toEqual(orderIds.toSorted());
    await untilDelivered(...orderIds);
  });
});

it('sets the clock before it sweeps', async () => {
  let isSet = false;
  const setClock = async () => {
    isSet = true;
  };
  const clock = () => (isSet ? story.service.clock.now : new Date(0));
  const orderId = await story.pay();
  sweepBy(everySecond, { clock, setClock });

  await untilDelivered(orderId);
  expect(received()).toEqual([orderId]);
});
