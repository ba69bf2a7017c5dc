import { Refusal } from '../rules/failures/refusal.ts';

export interface FairQueueSettings {
  /** Works at once. */
  places: number;
  /** … of one key; its others wait, even if places are free. */
  placesPerKey: number;
  /** Works of a key that may wait; those beyond are refused. Without it, any number may. */
  waitingPerKey?: number;
  /** … and of all keys together. */
  waiting?: number;
  /** Without it, a work waits for as long as it takes. */
  longestWaitMs?: number;
  /** Called at each refusal. */
  onRefused?(): void;
}

interface Lane {
  running: number;
  /** Begin a work that has its place, in the order in which they came. */
  waiting: Set<() => void>;
}

/** What somebody is told to wait who was refused: the queue is short. */
const retryAfterSeconds = 1;

/**
 * Lets works run a few at a time, and those of each key in turn: whoever brings many waits behind their own, and all others
 * behind one of them. A work that cannot begin soon is refused as BUSY, so that neither memory nor the time until an answer
 * grows with what is asked for.
 */
export class FairQueue<Key = string> {
  readonly #lanes = new Map<Key, Lane>();
  /** Keys whose next work lacks nothing but a place, the next one first. Empty while there is a free place. */
  readonly #ready = new Set<Key>();
  #free: number;
  #waiting = 0;

  constructor(private readonly settings: FairQueueSettings) {
    this.#free = settings.places;
  }

  /** How many keys it knows of. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Begins at once if there is a place. What nobody waits for any more when its turn comes is not begun. */
  async run<Result>(key: Key, work: () => Promise<Result>, isWanted: () => boolean = () => true): Promise<Result> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() };
    this.#lanes.set(key, lane);
    if (this.#free > 0 && lane.running < this.settings.placesPerKey) this.#takePlace(lane);
    else await this.#waitForPlace(key, lane);
    try {
      if (!isWanted()) throw busy();
      return await work();
    } finally {
      this.#leavePlace(key, lane);
    }
  }

  /** Resolves when a work has its place, to the function that ends it; calling that again does nothing. */
  async enter(key: Key, isWanted?: () => boolean): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.run(key, () => new Promise<void>((end) => resolve(end)), isWanted).catch(reject);
    });
  }

  async #waitForPlace(key: Key, lane: Lane): Promise<void> {
    const { waiting = Infinity, waitingPerKey = Infinity, placesPerKey, longestWaitMs } = this.settings;
    if (this.#waiting >= waiting || lane.waiting.size >= waitingPerKey) {
      this.#forgetIfIdle(key, lane);
      throw this.#refused();
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#stopWaiting(key, lane, begin);
        resolve();
      };
      const giveUp = () => {
        this.#stopWaiting(key, lane, begin);
        reject(this.#refused());
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      lane.waiting.add(begin);
      this.#waiting += 1;
      if (lane.running < placesPerKey) this.#ready.add(key);
    });
  }

  #stopWaiting(key: Key, lane: Lane, begin: () => void): void {
    lane.waiting.delete(begin);
    this.#waiting -= 1;
    if (lane.waiting.size === 0) this.#ready.delete(key);
    this.#forgetIfIdle(key, lane);
  }

  #takePlace(lane: Lane): void {
    this.#free -= 1;
    lane.running += 1;
  }

  #leavePlace(key: Key, lane: Lane): void {
    this.#free += 1;
    lane.running -= 1;
    if (lane.waiting.size > 0) this.#ready.add(key);
    this.#forgetIfIdle(key, lane);
    this.#giveFreePlaces();
  }

  #giveFreePlaces(): void {
    for (const key of this.#ready) {
      if (this.#free === 0) return;
      const lane = this.#lanes.get(key)!;
      const [begin] = lane.waiting;
      this.#ready.delete(key);
      this.#takePlace(lane);
      begin!();
      // Behind all others.
      if (lane.waiting.size > 0 && lane.running < this.settings.placesPerKey) this.#ready.add(key);
    }
  }

  #forgetIfIdle(key: Key, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(key);
  }

  #refused(): Refusal {
    this.settings.onRefused?.();
    return busy();
  }
}

function busy(): Refusal {
  return new Refusal('BUSY', { facts: { retryAfterSeconds } });
}
