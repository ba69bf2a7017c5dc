import { removeExpired } from '../store/retention.ts';
import { listenForDueDeliveries, PoolerInBetween } from '../store/dueDeliveries.ts';
import { readDatabaseTime } from '../store/databaseTime.ts';
import { scheduleTicks } from './scheduleTicks.ts';
import { SharedClock } from './sharedClock.ts';
import { Sweeper, type SweeperSettings } from './sweeper.ts';

export interface SweepingSettings extends Omit<SweeperSettings, 'clock'> {
  /** Left out: the database's, which all processes on it share. */
  clock: (() => Date) | undefined;
  databaseUrl: string;
  /** Cron expression with seconds. */
  sweepCron: string;
  retentionMs: number;
}

export interface Sweeping {
  lastSweep(): LastSweep;
  /** Attempts in flight. */
  inFlight(): number;
  /** Takes nothing new; resolves when nothing is in flight, which a database that hangs may put off for ever. */
  stop(): Promise<void>;
}

export interface LastSweep {
  /** Since the database last answered a sweep, by a clock that nobody sets. */
  agoMs: number;
  /** Three ticks of the cron expression. */
  expectedWithinMs: number;
}

const retentionEveryMs = 60_000;

/** Door 3: sweeps by the clock, and at once when a delivery is announced. */
export function startSweeping(settings: SweepingSettings): Sweeping {
  const { store, log } = settings;
  const sharedClock = settings.clock ? undefined : new SharedClock(async () => readDatabaseTime(store));
  const clock = settings.clock ?? (() => sharedClock!.now());
  let sweptAtMs = performance.now();
  const swept = () => {
    sweptAtMs = performance.now();
  };
  const sweeper = new Sweeper({ ...settings, clock }, swept);
  const dueListener = listenForDueDeliveries(settings.databaseUrl, () => run('claim', claim));
  let retentionDueMs = performance.now() + retentionEveryMs;

  // Whatever a tick meets, the next tick goes on; so nothing may leave it but a log line.
  function run(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed; the next tick goes on`));
  }

  async function claim(): Promise<void> {
    await sharedClock?.ensureSet();
    await sweeper.startDue();
  }

  async function sweep(): Promise<void> {
    await sharedClock?.set();
    await sweeper.sweepOnce();
    swept();
  }

  async function ensureListening(): Promise<void> {
    try {
      await dueListener.ensureListening();
    } catch (error) {
      if (!(error instanceof PoolerInBetween)) throw error;
      log.warn('a pooler is in front of the database: payments wait for the next tick; DATABASE_DIRECT_URL mends it');
    }
  }

  function tick(): void {
    run('listening', ensureListening);
    run('sweep', sweep);
    if (performance.now() < retentionDueMs) return;
    retentionDueMs = performance.now() + retentionEveryMs;
    run('retention', async () => removeExpired(store, new Date(clock().getTime() - settings.retentionMs)));
  }

  const ticks = scheduleTicks(settings.sweepCron, tick, log);
  run('listening', ensureListening);

  return {
    lastSweep: () => ({ agoMs: performance.now() - sweptAtMs, expectedWithinMs: ticks.threeTicksMs() }),
    inFlight: () => sweeper.inFlight(),
    stop: async () => {
      sweeper.stop();
      await ticks.stop();
      await Promise.all([dueListener.close(), sweeper.settled()]);
    },
  };
}
