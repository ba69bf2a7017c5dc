import { schedule } from 'node-cron';
import { removeExpired } from '../store/retention.ts';
import { listenForDueDeliveries } from '../store/dueDeliveries.ts';
import { Sweeper, type SweeperSettings } from './sweeper.ts';

export interface SweepingSettings extends SweeperSettings {
  databaseUrl: string;
  /** Cron expression with seconds. */
  sweepCron: string;
  retentionMs: number;
}

export interface Sweeping {
  /** Takes nothing new and waits for what is in flight, at most as long as an attempt may take. */
  stop(): Promise<void>;
}

/** Closing an attempt takes a moment after its response. */
const graceMs = 2000;
const retentionEveryMs = 60_000;

/** Door 3: sweeps by the clock, and at once when a delivery is announced. */
export function startSweeping(settings: SweepingSettings): Sweeping {
  const { store, clock, log } = settings;
  const sweeper = new Sweeper(settings);
  const dueListener = listenForDueDeliveries(settings.databaseUrl, () => run('claim', () => sweeper.startDue()));
  let retentionDueMs = performance.now() + retentionEveryMs;

  // Whatever a tick meets, the next tick goes on; so nothing may leave it but a log line.
  function run(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed; the next tick goes on`));
  }

  const task = schedule(settings.sweepCron, () => {
    run('listening', () => dueListener.ensureListening());
    run('sweep', () => sweeper.sweepOnce());
    if (performance.now() < retentionDueMs) return;
    retentionDueMs = performance.now() + retentionEveryMs;
    run('retention', () => removeExpired(store, new Date(clock().getTime() - settings.retentionMs)));
  });
  // Otherwise node-cron writes a line to the console for every second that a busy or stopped process slept through.
  task.on('execution:missed', () => log.debug('a tick was missed; the next one makes up for it'));
  run('listening', () => dueListener.ensureListening());

  return {
    stop: async () => {
      await task.destroy();
      sweeper.stop();
      await dueListener.close();
      const deadline = AbortSignal.timeout(settings.timeoutMs + graceMs);
      await Promise.race([sweeper.settled(), new Promise((resolve) => deadline.addEventListener('abort', resolve))]);
    },
  };
}
