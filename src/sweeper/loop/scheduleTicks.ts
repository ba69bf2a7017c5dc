import { schedule } from 'node-cron';
import type { Logger } from 'pino';

export interface Ticks {
  /**
   * Returns the time from the last tick to the third one after it. The ticks of an expression need not be evenly
   * spaced.
   */
  threeTicksMs(): number;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;

/**
 * Calls `tick` by a cron expression. node-cron waits for a time of day: on a clock that was set back by an hour, it
 * would wait for an hour longer. So when three ticks have not come, by the clock that nobody sets, they are scheduled
 * again.
 */
export function scheduleTicks(expression: string, tick: () => void, log: Logger): Ticks {
  let tickedAtMs = 0;
  let threeTicksMs = 0;
  let task = scheduled();
  countFromNow();

  function scheduled() {
    const made = schedule(expression, () => {
      countFromNow();
      tick();
    });
    // Otherwise node-cron writes a line to the console for every second that a busy or stopped process slept through.
    made.on('execution:missed', () => log.debug('a tick was missed; the next one makes up for it'));
    return made;
  }

  function countFromNow(): void {
    tickedAtMs = performance.now();
    threeTicksMs = task.getNextRuns(3)[2]!.getTime() - Date.now();
  }

  const watch = setInterval(() => {
    const lateMs = performance.now() - tickedAtMs;
    if (lateMs <= threeTicksMs) return;
    log.warn({ lateMs }, 'ticks did not come; scheduling them anew');
    void task.destroy();
    task = scheduled();
    countFromNow();
  }, lookEveryMs);

  return {
    threeTicksMs: () => threeTicksMs,
    stop: async () => {
      clearInterval(watch);
      await task.destroy();
    },
  };
}
