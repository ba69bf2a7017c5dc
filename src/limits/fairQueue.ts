import { Refusal } from '../rules/failures/refusal.ts';

export interface FairQueueSettings {
  /** Works that run at the same time. */
  places: number;
  /** Works of one key that run at the same time. Its others wait, even if places are free. */
  placesPerKey: number;
  /** Works of a key that may wait; those beyond are refused. Without it, any number may. */
  waitingPerKey?: number;
  /** Works of all keys that may wait. */
  waiting?: number;
  /** The longest wait of a work. Without it, there is no limit. */
  longestWaitMs?: number;
  /** Called at each refusal. */
  onRefused?(): void;
}

interface Lane {
  running: number;
  /**
   * The functions that begin the waiting works, in the order in which the works came. A Set would be copied now and then, and
   * each copy keeps what it had until V8 collects the whole memory.
   */
  waiting: (() => void)[];
}

/** The wait that is sent to a refused caller. It is short, as the queue is. */
const retryAfterSeconds = 1;

/**
 * Runs works a few at a time, and those of each key in turn. A caller with many works waits behind their own; every other
 * caller waits behind one of them. A work that cannot begin soon is refused as BUSY, so neither memory nor the time until
 * an answer grows with the demand.
 */
export class FairQueue<Key = string> {
  readonly #lanes = new Map<Key, Lane>();
  /** Keys whose next work needs only a place, the next one first. Empty while there is a free place. */
  readonly #ready = new Set<Key>();
  #free: number;
  #waiting = 0;

  constructor(private readonly settings: FairQueueSettings) {
    this.#free = settings.places;
  }

  /** Returns how many keys it knows. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Says that a work of any key without running works begins immediately. */
  get isFree(): boolean {
    return this.#free > 0;
  }

  /** Runs a work, immediately if there is a place. A work that nobody wants any more when its turn comes is not begun. */
  async run<Result>(key: Key, work: () => Promise<Result>, isWanted: () => boolean = () => true): Promise<Result> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
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
    if (this.#waiting >= waiting || lane.waiting.length >= waitingPerKey) {
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
      lane.waiting.push(begin);
      this.#waiting += 1;
      if (lane.running < placesPerKey) this.#ready.add(key);
    });
  }

  #stopWaiting(key: Key, lane: Lane, begin: () => void): void {
    lane.waiting.splice(lane.waiting.indexOf(begin), 1);
    this.#waiting -= 1;
    if (lane.waiting.length === 0) this.#ready.delete(key);
    this.#forgetIfIdle(key, lane);
  }

  #takePlace(lane: Lane): void {
    this.#free -= 1;
    lane.running += 1;
  }

  #leavePlace(key: Key, lane: Lane): void {
    this.#free += 1;
    lane.running -= 1;
    if (lane.waiting.length > 0) this.#ready.add(key);
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
      // The key goes behind all others.
      if (lane.waiting.length > 0 && lane.running < this.settings.placesPerKey) this.#ready.add(key);
    }
  }

  #forgetIfIdle(key: Key, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
  }

  #refused(): Refusal {
    this.settings.onRefused?.();
    return busy();
  }
}

function busy(): Refusal {
  return new Refusal('BUSY', { facts: { retryAfterSeconds } });
}
