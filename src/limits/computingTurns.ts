import { setImmediate } from 'node:timers/promises';
import type { FairQueue } from './fairQueue.ts';

/** So long is computed before what has arrived meanwhile is looked at. */
const sliceMs = 2;

/**
 * Computes in turns, for each key one work after the other, and lets the process do everything else between them: one
 * burst of requests, whose last bytes came together, must not keep it busy until the last of them has been read.
 */
export class ComputingTurns {
  #spentMs = 0;

  /** The queue has one place. */
  constructor(
    private readonly queue: FairQueue,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** At once, unless others compute. */
  async run<Result>(key: string, compute: () => Result | Promise<Result>, isWanted?: () => boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        const startedMs = this.nowMs();
        // Whoever waits for it has it before the place is free.
        await Promise.resolve().then(compute).then(resolve, reject);
        this.#spentMs += this.nowMs() - startedMs;
        if (this.#spentMs >= sliceMs) {
          await setImmediate();
          this.#spentMs = 0;
        }
      };
      this.queue.run(key, turn, isWanted).catch(reject);
    });
  }
}
