import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { nothingReceived, type AttemptResult } from '../../../src/store/deliveries/attemptResult.ts';
import type { FinishedAttempt } from '../../../src/store/deliveries/closeAttempts.ts';
import { startDueAttempts, type StartedAttempt } from '../../../src/store/deliveries/startDueAttempts.ts';
import {
  AttemptCloser,
  backOffMs,
  closeWithRetries,
  type Closing,
} from '../../../src/sweeper/attempt/attemptCloser.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { memoryLog } from '../../support/memoryLog.ts';
import { testSweeper } from '../../support/sweeper.ts';
import { after, deliveryStory, schedule, type DeliveryStory } from './deliveryStory.ts';

let story: DeliveryStory;
let proxy: DatabaseProxy;
/** By way of the proxy. */
let store: Store;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  story = await deliveryStory();
  proxy = await startDatabaseProxy(story.service.databaseUrl);
  store = openStore(proxy.url, story.keyring);
});
afterAll(async () => {
  await closeStore(store);
  await proxy.close();
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  proxy.restore(story.service.databaseUrl);
  lines = [];
});

const acknowledged = { ...nothingReceived('ACKNOWLEDGED', ''), httpStatus: 200, error: null };
type Closer = Pick<AttemptCloser, 'close' | 'closeSingly'>;

async function close(
  attempt: StartedAttempt,
  given: Partial<Closing> & { closer?: Closer; result?: AttemptResult } = {},
): ReturnType<typeof closeWithRetries> {
  const { closer = new AttemptCloser({ store, schedule }), result = acknowledged, ...closing } = given;
  const finished = { attempt, result, finishedAt: after(1) };
  return closeWithRetries({
    which: { orderId: attempt.orderId, attempt: attempt.number, outcome: result.outcome },
    close: async (isRefused) => (isRefused ? closer.closeSingly(finished) : closer.close(finished)),
    log: memoryLog(lines),
    stopping: new AbortController().signal,
    ...closing,
  });
}
const patiently = { timeout: 15_000 };
const told = () => lines.map(({ level, msg }) => [pino.levels.labels[level as number], msg]);

async function claim(): Promise<StartedAttempt[]> {
  return startDueAttempts(story.store, {
    now: after(0),
    clock: () => after(0),
    worker: 'test:1',
    leaseMs: 40_000,
    limit: 10,
    limitPerPlugin: 10,
    limitForSandbox: 10,
    inFlight: new Map(),
    write: () => ({ body: '{}', previousSigns: [] }),
  });
}

it('an answer that came while the database was away counts from when it came', async () => {
  const orderId = await story.pay();
  const held: ServerResponse[] = [];
  story.receiver.answer((_request, response) => held.push(response));
  const sweeping = testSweeper(story.service, { store, log: memoryLog(lines) });
  await sweeping.sweeper.startDue();
  await expect.poll(() => held.length, patiently).toBe(1);
  proxy.cut();
  held[0]!.end('SUCCESS');
  await expect.poll(() => lines.length, patiently).toBeGreaterThan(0);
  story.service.clock.now = after(20);
  proxy.restore(story.service.databaseUrl);
  await sweeping.sweeper.settled();
  await sweeping.close();

  expect(await story.attempts(orderId)).toMatchObject([{ outcome: 'ACKNOWLEDGED', finishedAt: after(0) }]);
  expect(await store.prisma.order.findUnique({ where: { id: orderId } })).toMatchObject({ acknowledgedAt: after(0) });
  expect(told()).toEqual([
    ['error', 'the database cannot be worked on; what fails for that is counted from now on'],
    ['info', 'the attempt could be closed after all'],
  ]);
});

it('attempts that the database was away for are closed together when it is back', async () => {
  const orderIds = await Promise.all([story.pay(), story.pay(), story.pay()]);
  const attempts = await claim();
  proxy.cut();
  const real = new AttemptCloser({ store, schedule });
  const calls: string[] = [];
  const closer = {
    close: async (finished: FinishedAttempt) => {
      calls.push('close');
      return real.close(finished);
    },
    closeSingly: async (finished: FinishedAttempt) => {
      calls.push('closeSingly');
      return real.closeSingly(finished);
    },
  };
  const all = Promise.all(attempts.map(async (attempt) => close(attempt, { closer, waitMs: () => 10 })));
  await expect.poll(() => calls.length, patiently).toBeGreaterThan(10);
  proxy.restore(story.service.databaseUrl);

  expect(await all).toMatchObject(orderIds.map(() => ({ status: 'DELIVERED' })));
  expect(calls).not.toContain('closeSingly');
  // However often it was tried.
  expect(told().filter(([level]) => level === 'error')).toHaveLength(orderIds.length);
});

it('one that PostgreSQL refuses keeps no other from being closed that ended with it', async () => {
  const orderIds = await Promise.all([story.pay(), story.pay(), story.pay()]);
  const attempts = await claim();
  const stopping = new AbortController();
  const closer = new AttemptCloser({ store, schedule });
  const given = { closer, stopping: stopping.signal, waitMs: () => 60_000_000 };
  // More than the column holds.
  const refused = { ...acknowledged, httpStatus: 2 ** 40 };
  const ended = attempts.map(async (attempt) => {
    const result = attempt.orderId === orderIds[1] ? refused : acknowledged;
    return close(attempt, { ...given, result });
  });
  const isRefused = attempts.map(({ orderId }) => orderId === orderIds[1]);

  expect(await Promise.all(ended.filter((_one, index) => !isRefused[index]))).toMatchObject([
    { status: 'DELIVERED' },
    { status: 'DELIVERED' },
  ]);
  await expect.poll(told, patiently).toEqual([['error', 'the attempt could not be closed; trying again']]);
  stopping.abort();
  expect(await ended[isRefused.indexOf(true)]).toBeNull();
});

describe('when the process stops', () => {
  it('a wait for the database ends at once, with one last try', async () => {
    await story.pay();
    const [attempt] = await claim();
    proxy.cut();
    const stopping = new AbortController();
    const closed = close(attempt!, { stopping: stopping.signal, waitMs: () => 60_000_000 });
    await expect.poll(told, patiently).toHaveLength(1);
    stopping.abort();

    expect(await closed).toBeNull();
    expect(told()).toEqual([
      ['error', 'the database cannot be worked on; what fails for that is counted from now on'],
      ['error', 'the attempt could not be closed before the process stopped'],
    ]);
    expect(lines[1]).toMatchObject({ orderId: attempt!.orderId, attempt: 1, outcome: 'ACKNOWLEDGED', failures: 2 });
  });
});

it('waits longer with each failure, up to a few seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 1000].map(backOffMs)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
});
