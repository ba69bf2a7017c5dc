import { setImmediate } from 'node:timers/promises';
import { FairQueue } from './fairQueue.ts';

/** The time of computing after which the process looks at what has arrived meanwhile. */
const sliceMs = 2;

/**
 * Computes in turns, for each key one work after the other, and lets the process do everything else in between. A burst of
 * requests whose last bytes came together must not keep the process busy until the last one has been read.
 */
export class ComputingTurns {
  #spentMs = 0;

  /** The queue must have one place. */
  constructor(
    private readonly queue: FairQueue = new FairQueue({ places: 1, placesPerKey: 1 }),
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Computes at once, unless others compute. */
  async run<Result>(key: string, compute: () => Result | Promise<Result>, isWanted?: () => boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        const startedMs = this.nowMs();
        // The caller has the result before the place is free.
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
