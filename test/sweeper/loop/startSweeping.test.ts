import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../support/databaseServer.ts';
import { memoryLog } from '../../support/memoryLog.ts';
import { everySecond, onceAYear, patience, sweepingStory, type SweepingStory } from './sweepingStory.ts';

let story: SweepingStory;

beforeAll(async () => {
  story = await sweepingStory();
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
});
afterEach(async () => {
  await story.stopAll();
});

const tickPatience = { timeout: 20_000, interval: 20 };

describe('a payment', () => {
  it('does not wait for the tick', async () => {
    story.sweepBy(onceAYear);
    await story.untilListening(1);
    const orderId = await story.pay();

    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
  });

  it('is told once, though two processes hear of it', async () => {
    story.sweepBy(onceAYear, { worker: 'test:1' });
    story.sweepBy(onceAYear, { worker: 'test:2' });
    await story.untilListening(2);
    const orderIds = await Promise.all(Array.from({ length: 30 }, async () => story.pay()));

    await story.untilDelivered(...orderIds);
    expect(story.toldOf().toSorted()).toEqual(orderIds.toSorted());
    const attempts = await story.store.prisma.deliveryAttempt.findMany();
    expect(attempts.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted());
  });

  it('that nobody heard of is found by the tick', async () => {
    const orderId = await story.pay();
    story.sweepBy(everySecond);

    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
  });
});

describe('whatever a tick meets, the next one goes on', () => {
  it('when the connection that listens was lost, with a new one', async () => {
    story.sweepBy(everySecond);
    await story.untilListening(1);
    const [lost] = await story.listeners();
    await run(story.service.databaseUrl, `SELECT pg_terminate_backend(${lost})`);
    await vi.waitUntil(async () => {
      const now = await story.listeners();
      return now.length === 1 && now[0] !== lost;
    }, patience);

    const orderId = await story.pay();
    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
  });

  it('when all connections were lost', async () => {
    story.sweepBy(everySecond);
    await story.untilListening(1);
    await run(
      story.service.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

    const orderId = await vi.waitFor(async () => story.pay(), patience);
    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
  });

  it('when it threw', async () => {
    const logged: Record<string, unknown>[] = [];
    let sweeps = 0;
    const setClock = async () => {
      sweeps += 1;
      if (sweeps <= 2) throw new Error('no time');
    };
    story.sweepBy(everySecond, { setClock, log: memoryLog(logged) });
    await expect.poll(() => sweeps, tickPatience).toBeGreaterThan(2);

    const orderId = await story.pay();
    await story.untilDelivered(orderId);
    expect(logged.filter(({ msg }) => msg === 'sweep failed; the next tick goes on')).toHaveLength(2);
    expect(story.toldOf()).toEqual([orderId]);
  });

  it('when the database refused', async () => {
    const logged: Record<string, unknown>[] = [];
    const orderId = await story.pay();
    await run(story.service.databaseUrl, 'ALTER TABLE delivery RENAME TO away');
    story.sweepBy(everySecond, { log: memoryLog(logged) });
    await vi.waitUntil(() => logged.some(({ msg }) => msg === 'sweep failed; the next tick goes on'), patience);
    await run(story.service.databaseUrl, 'ALTER TABLE away RENAME TO delivery');

    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
  });

  it('when the answer came while the database was away: it is kept, and nothing is sent twice', async () => {
    story.sweepBy(onceAYear);
    await story.untilListening(1);
    story.receiver.answer((_request, response) => {
      void run(story.service.databaseUrl, 'ALTER TABLE delivery RENAME TO away').then(() => response.end('SUCCESS'));
    });
    const orderId = await story.pay();
    await vi.waitUntil(() => story.toldOf().length === 1, patience);
    await vi.waitFor(async () => run(story.service.databaseUrl, 'SELECT FROM away'), patience);
    await run(story.service.databaseUrl, 'ALTER TABLE away RENAME TO delivery');

    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
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
      story.sweepBy(everySecond, { setClock: countSweep });
      story.sweepBy(everySecond, { setClock: countTick });

      await expect.poll(() => ticks, tickPatience).toBeGreaterThan(3);
      expect(sweeps).toBe(1);
      // The sweep, and the claim of each process when it began to listen.
      expect(await story.waitingForLocks()).toBe(3);
    } finally {
      await locking.end();
    }
    await story.untilDelivered(orderId);
    expect(story.toldOf()).toEqual([orderId]);
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
      story.sweepBy(everySecond, { setClock: countSweep });

      await expect.poll(() => sweeps, tickPatience).toBeGreaterThan(3);
      expect(await story.waitingForLocks()).toBe(1);
    } finally {
      await locking.end();
    }
  });
});

it('sets the clock before it sweeps', async () => {
  let isSet = false;
  const setClock = async () => {
    isSet = true;
  };
  const clock = () => (isSet ? story.service.clock.now : new Date(0));
  const orderId = await story.pay();
  story.sweepBy(everySecond, { clock, setClock });

  await story.untilDelivered(orderId);
  expect(story.toldOf()).toEqual([orderId]);
});
