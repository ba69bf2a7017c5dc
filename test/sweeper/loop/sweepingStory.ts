import { pino } from 'pino';
import { vi } from 'vitest';
import { observeBy } from '../../../src/service/observation.ts';
import { closeStore, openStore } from '../../../src/store/database/store.ts';
import { resolveHost } from '../../../src/sweeper/post/resolveHost.ts';
import { startSweeping, type Sweeping, type SweepingSettings } from '../../../src/sweeper/loop/startSweeping.ts';
import { run } from '../../support/databaseServer.ts';
import { loopback, noOtherNetworks } from '../post/callbackPost.ts';
import { deliveryStory, schedule, type DeliveryStory } from '../attempt/deliveryStory.ts';

export const everySecond = '* * * * * *';
export const onceAYear = '0 0 0 1 1 *';
export const patience = { timeout: 10_000, interval: 20 };

export interface SweepingStory extends DeliveryStory {
  /** Sweeps with a store of its own, as a process does, until it is stopped or `stopAll` is called. */
  sweepBy(sweepCron: string, given?: Partial<SweepingSettings>): Sweeping;
  stopAll(): Promise<void>;
  /** The connections that wait for announcements. */
  listeners(): Promise<number[]>;
  untilListening(count: number): Promise<unknown>;
  /** How many statements wait for somebody's lock. */
  waitingForLocks(): Promise<number>;
  untilDelivered(...orderIds: string[]): Promise<unknown>;
  /** The orders that the receiver was told of. */
  toldOf(): unknown[];
}

/** A developer with a server, whose deliveries are sent as a process sends them: by ticks and announcements. */
export async function sweepingStory(): Promise<SweepingStory> {
  const story = await deliveryStory();
  const running: (() => Promise<void>)[] = [];
  const { databaseUrl } = story.service;
  const listeners = async () => {
    const { rows } = await run(
      databaseUrl,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return rows.map(({ pid }: { pid: number }) => pid);
  };
  // The story itself, whose plugin changes with each `begin`.
  return Object.assign(story, {
    sweepBy: (sweepCron: string, given: Partial<SweepingSettings> = {}) => {
      const sweeping = startOnOwnStore(story, sweepCron, given);
      running.push(sweeping.stop);
      return sweeping;
    },
    stopAll: async () => {
      await Promise.all(running.splice(0).map(async (stop) => stop()));
    },
    listeners,
    untilListening: async (count: number) => vi.waitUntil(async () => (await listeners()).length === count, patience),
    waitingForLocks: async () => {
      const { rows } = await run(
        databaseUrl,
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rows as { waiting: number }[])[0]!.waiting;
    },
    untilDelivered: async (...orderIds: string[]) =>
      vi.waitUntil(async () => {
        const deliveries = await Promise.all(orderIds.map(async (orderId) => story.delivery(orderId)));
        return deliveries.every(({ status }) => status === 'DELIVERED');
      }, patience),
    toldOf: () => story.receiver.received.map(({ headers }) => headers['openplug-delivery']),
  });
}

function startOnOwnStore(story: DeliveryStory, sweepCron: string, given: Partial<SweepingSettings>): Sweeping {
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
    ...noOtherNetworks,
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
  return { ...sweeping, stop };
}
