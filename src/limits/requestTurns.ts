import { ComputingTurns } from './computingTurns.ts';
import { countedAddress } from './callerAddress.ts';
import { FairQueue } from './fairQueue.ts';

export interface RequestTurnSettings {
  /** To the database, which requests share with callbacks. */
  connections: number;
  /** Requests of one plugin at once. */
  perPlugin: number;
  /** Told of each refusal; `limit` is `turns`. */
  onRateLimited(limit: string): void;
}

/** At most a quarter of the connections works for callers who have not shown that they are a plugin's. */
const newcomersPart = 1 / 4;
/** A second's worth of one plugin, and ten of those; what waits has at most 16 KiB of body each. */
const bounds = { waitingPerKey: 200, waiting: 2_000, longestWaitMs: 5_000 };

/**
 * When a request of a developer's server has its turn. Fairness is not left to the limits, which may well allow more than a
 * process can do: whoever sends a lot waits behind what they sent before.
 */
export class RequestTurns {
  readonly #plugins: FairQueue;
  readonly #newcomers: FairQueue;
  readonly #computing: ComputingTurns;

  constructor({ connections, perPlugin, onRateLimited }: RequestTurnSettings) {
    const forNewcomers = Math.max(1, Math.floor(connections * newcomersPart));
    const onRefused = () => onRateLimited('turns');
    const queue = (places: number, placesPerKey: number) =>
      new FairQueue({ ...bounds, places, placesPerKey, onRefused });
    this.#plugins = queue(Math.max(1, connections - forNewcomers), perPlugin);
    this.#newcomers = queue(forNewcomers, forNewcomers);
    this.#computing = new ComputingTurns(queue(1, 1));
  }

  /**
   * For a plugin's own requests, which use the database. Resolves to the function that ends the turn. `isWanted` is false
   * when the caller has left meanwhile.
   */
  async ofPlugin(pluginId: string, isWanted: () => boolean): Promise<() => void> {
    return this.#plugins.enter(pluginId, isWanted);
  }

  /** To look, with the database, at proof from an address that has not given any lately. */
  async ofNewcomer(address: string | null, isWanted: () => boolean): Promise<() => void> {
    return this.#newcomers.enter(countedAddress(address ?? ''), isWanted);
  }

  /** To read what was sent, and to compute digests of it. */
  async toCompute<Result>(
    address: string | null,
    compute: () => Result | Promise<Result>,
    isWanted: () => boolean,
  ): Promise<Result> {
    return this.#computing.run(countedAddress(address ?? ''), compute, isWanted);
  }
}
