import { listenForDueDeliveries, PoolerInBetween } from '../store/dueDeliveries.ts';
import { removeExpired } from '../store/retention.ts';
import { scheduleTicks } from './scheduleTicks.ts';
import { Sweeper, type SweeperSettings } from './sweeper.ts';

export interface SweepingSettings extends SweeperSettings {
  /** Called before each sweep, which writes leases by the clock that others judge by theirs. */
  setClock(): Promise<void>;
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
  const { store, clock, log } = settings;
  let sweptAtMs = performance.now();
  const swept = () => {
    sweptAtMs = performance.now();
  };
  const sweeper = new Sweeper(settings, swept);
  const dueListener = listenForDueDeliveries(settings.databaseUrl, () => run('claim', async () => sweeper.startDue()));
  let retentionDueMs = performance.now() + retentionEveryMs;

  // Whatever a tick meets, the next tick goes on; so nothing may leave it but a log line.
  function run(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed; the next tick goes on`));
  }

  async function sweep(): Promise<void> {
    await settings.setClock();
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
