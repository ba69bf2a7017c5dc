import { listenForDueDeliveries, PoolerInBetween } from '../../store/deliveries/dueDeliveries.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import { openRetention } from './openRetention.ts';
import { scheduleTicks } from './scheduleTicks.ts';
import { Sweeper, type SweeperSettings } from './sweeper.ts';

export interface SweepingSettings extends SweeperSettings {
  /** Sets the clock. It is called before each sweep, which writes leases that other processes judge by their clocks. */
  setClock(): Promise<void>;
  databaseUrl: string;
  /** Cron expression with seconds (SWEEP_CRON). */
  sweepCron: string;
  /** The age from which finished rows are removed (RETENTION_DAYS). */
  retentionMs: number;
}

export interface Sweeping {
  lastSweep(): LastSweep;
  /** Attempts in flight. */
  inFlight(): number;
  /**
   * Takes nothing new. Resolves when nothing is in flight and nothing uses the store. If the database hangs, this may
   * never happen.
   */
  stop(): Promise<void>;
}

export interface LastSweep {
  /** The time since the database answered a claim, or no slot was free for one; by a clock that nobody sets. */
  agoMs: number;
  /** The time of three ticks of the cron expression. */
  expectedWithinMs: number;
}

const retentionEveryMs = 60_000;

/** Door 3: sweeps by the clock, and immediately when a delivery is announced. */
export function startSweeping(settings: SweepingSettings): Sweeping {
  const { log } = settings;
  const sweeper = new Sweeper(settings);
  const dueListener = listenForDueDeliveries(settings.databaseUrl, startDue);
  const running = new Map<string, Promise<void>>();
  const retain = openRetention(settings);
  let retentionDueMs = performance.now() + retentionEveryMs;

  /**
   * Does the work, unless the same is still being done: on a slow database ticks would pile up, and take the
   * connections that everything else needs. Whatever happens in one tick, the next one must come, so a failure is only
   * logged.
   */
  function run(what: string, work: () => Promise<unknown>): void {
    if (running.has(what)) return;
    const done = work()
      .catch((error: unknown) => reportFailure(log, error, `${what} failed; the next tick goes on`))
      .then(() => void running.delete(what));
    running.set(what, done);
  }

  async function sweep(): Promise<void> {
    await settings.setClock();
    await sweeper.closeAbandoned();
    // Not awaited: with a backlog it takes long, and the sweeps must go on meanwhile.
    startDue();
  }

  function startDue(): void {
    // A claim that runs looks once more, and reports its own failure.
    if (running.has('claim')) sweeper.startDue().catch(() => {});
    else run('claim', async () => sweeper.startDue());
  }

  async function ensureListening(): Promise<void> {
    try {
      await dueListener.ensureListening();
    } catch (error) {
      if (!(error instanceof PoolerInBetween)) throw error;
      log.warn('a pooler is in front of the database: payments wait for the next tick; DATABASE_DIRECT_URL fixes it');
    }
  }

  function tick(): void {
    run('listening', ensureListening);
    run('sweep', sweep);
    if (performance.now() < retentionDueMs) return;
    retentionDueMs = performance.now() + retentionEveryMs;
    run('retention', retain);
  }

  const ticks = scheduleTicks(settings.sweepCron, tick, log);
  run('listening', ensureListening);

  return {
    lastSweep: () => ({ agoMs: sweeper.sweptAgoMs(), expectedWithinMs: ticks.threeTicksMs() }),
    inFlight: () => sweeper.inFlight(),
    stop: async () => {
      sweeper.stop();
      await ticks.stop();
      // Work on the store would be cut off when that closes, and look like a failure.
      const atWork = [running.get('sweep'), running.get('retention')];
      await Promise.all([dueListener.close(), sweeper.settled(), ...atWork]);
    },
  };
}
