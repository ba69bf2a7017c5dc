import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryLog } from '../../support/memoryLog.ts';
import { after } from '../attempt/deliveryStory.ts';
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

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('stopping', () => {
  it('takes no longer than an attempt may', async () => {
    story.receiver.answer(() => {});
    const sweeping = story.sweepBy(onceAYear, { timeoutMs: 300 });
    await story.untilListening(1);
    const orderId = await story.pay();
    await vi.waitUntil(() => story.toldOf().length === 1, patience);
    const startedAt = performance.now();
    await sweeping.stop();

    expect(performance.now() - startedAt).toBeLessThan(300 + 2000 + 500);
    expect(await story.attempts(orderId)).toMatchObject([{ outcome: 'TIMED_OUT' }]);
  });

  it('right after the start leaves no connection and no complaint, however far it had come', async () => {
    const logged: Record<string, unknown>[] = [];
    for (let turns = 0; turns < 30; turns += 1) {
      const sweeping = story.sweepBy(onceAYear, { log: memoryLog(logged) });
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      await sweeping.stop();
    }

    expect(await story.listeners()).toEqual([]);
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
      const sweeping = story.sweepBy(everySecond, { clock });
    });
    await stopping;

    expect(story.toldOf().toSorted()).toEqual(orderIds.toSorted());
    await story.untilDelivered(...orderIds);
  });

  it('waits for a sweep that waits for the database', async () => {
    const logged: Record<string, unknown>[] = [];
    const locking = new pg.Client({ connectionString: story.service.databaseUrl });
    await locking.connect();
    try {
      await locking.query('BEGIN; LOCK TABLE delivery');
      const sweeping = story.sweepBy(everySecond, { log: memoryLog(logged) });
      // The sweep, and the claim of the process when it began to listen.
      await vi.waitUntil(async () => (await story.waitingForLocks()) === 2, patience);
      const stopping = sweeping.stop();
      await story.untilListening(0);
      await locking.query('ROLLBACK');
      await stopping;
    } finally {
      await locking.end();
    }

    expect(logged).toEqual([]);
  });

  it('waits for what is in flight, takes nothing new, and leaves nothing behind', async () => {
    // So that the service itself has all the timers that it keeps.
    await story.delivery(await story.pay());
    await story.begin();
    const timersBefore = timers();
    let inFlight: ServerResponse | undefined;
    story.receiver.answer((_request, response) => {
      inFlight = response;
    });
    const sweeping = story.sweepBy(everySecond);
    await story.untilListening(1);
    const orderId = await story.pay();
    await vi.waitUntil(() => inFlight, patience);

    let hasStopped = false;
    const stopping = sweeping.stop().then(() => {
      hasStopped = true;
    });
    await story.untilListening(0);
    const later = await story.pay();
    expect(hasStopped).toBe(false);
    inFlight?.end('SUCCESS');
    await stopping;

    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', leaseToken: null });
    expect(await story.delivery(later)).toMatchObject({ status: 'PENDING', attemptCount: 0 });
    expect(story.toldOf()).toEqual([orderId]);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
  });
});
