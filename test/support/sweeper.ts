import { pino } from 'pino';
import { networksOf, noNetworks } from '../../src/rules/callbacks/callableAddress.ts';
import { observeBy } from '../../src/service/observation.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { resolveHost } from '../../src/sweeper/post/resolveHost.ts';
import { Sweeper, type SweeperSettings } from '../../src/sweeper/loop/sweeper.ts';
import type { TestService } from './service.ts';

export interface TestSweeper {
  store: Store;
  /** Sends everything that is due at the service's time, and waits until it is done. */
  sweep(): Promise<void>;
  /** Sets the service's time, then sweeps. */
  sweepAt(now: Date): Promise<void>;
  sweeper: Sweeper;
  close(): Promise<void>;
}

/** A sweeper on the service's database and clock, with the defaults of the product, that may call 127.0.0.1. */
export function testSweeper(service: TestService, given: Partial<SweeperSettings> = {}): TestSweeper {
  const store = openStore(service.databaseUrl, service.keyring);
  const timeoutMs = given.timeoutMs ?? 10_000;
  const sweeper = new Sweeper({
    store,
    clock: () => service.clock.now,
    log: pino({ level: 'silent' }),
    observer: observeBy([], pino({ level: 'silent' })),
    worker: 'test:1',
    timeZone: 'Asia/Shanghai',
    schedule: { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] },
    timeoutMs,
    leaseMs: timeoutMs + 30_000,
    concurrency: 2000,
    concurrencyPerPlugin: 10,
    allowedNetworks: networksOf(['127.0.0.0/8'])!,
    refusedNetworks: noNetworks,
    ownNetworks: () => noNetworks,
    resolveHost,
    ...given,
  });
  const sweep = async () => {
    await sweeper.closeAbandoned();
    await sweeper.startDue();
    await sweeper.settled();
  };
  return {
    store,
    sweeper,
    sweep,
    sweepAt: async (now) => {
      service.clock.now = now;
      await sweep();
    },
    close: async () => {
      sweeper.stop();
      await sweeper.settled();
      await closeStore(store);
    },
  };
}
