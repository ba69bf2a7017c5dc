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

  /** Computes immediately, unless others wait or a slice is used up. */
  async run<Result>(key: string, compute: () => Result, isWanted?: () => boolean): Promise<Result> {
    if (!this.queue.isFree) return this.#computeLater(key, compute, isWanted);
    try {
      return this.#measure(compute);
    } finally {
      // While the process looks at what has arrived, the place is taken, so that others wait.
      if (this.#isUsedUp()) void this.queue.run(key, async () => this.#rest());
    }
  }

  async #computeLater<Result>(key: string, compute: () => Result, isWanted?: () => boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        try {
          // The caller has the result before the place is free.
          resolve(this.#measure(compute));
        } catch (error) {
          reject(error);
        }
        if (this.#isUsedUp()) await this.#rest();
      };
      this.queue.run(key, turn, isWanted).catch(reject);
    });
  }

  #measure<Result>(compute: () => Result): Result {
    const startedMs = this.nowMs();
    try {
      return compute();
    } finally {
      this.#spentMs += this.nowMs() - startedMs;
    }
  }

  #isUsedUp(): boolean {
    return this.#spentMs >= sliceMs;
  }

  async #rest(): Promise<void> {
    await setImmediate();
    this.#spentMs = 0;
  }
}
