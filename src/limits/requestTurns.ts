import { ComputingTurns } from './computingTurns.ts';
import { countedAddress } from './callerAddress.ts';
import { FairQueue } from './fairQueue.ts';

export interface RequestTurnSettings {
  /** Connections to the database, which requests share with callbacks (DATABASE_POOL_SIZE). */
  connections: number;
  /** The most requests of one plugin that write at the same time (REST_CONCURRENCY_PER_PLUGIN). */
  perPlugin: number;
  /** Called at each refusal; `limit` is `turns`. */
  onRateLimited(limit: string): void;
}

/**
 * Reads of all plugins at the same time. They share a connection and take less time than a write, so twice as many of a plugin
 * run at the same time. With more, a plugin got no more answers, and the others waited longer.
 */
const readPlaces = 32;
const readsPerWrite = 2;
/** Callers who have not shown that they are a plugin's get at most a quarter of the connections. */
const newcomersPart = 1 / 4;
/** Requests of about a second for one plugin, and of ten seconds for all. Each that waits has at most 16 KiB of body. */
const bounds = { waitingPerKey: 200, waiting: 2_000, longestWaitMs: 5_000 };

/**
 * Gives each request of a developer's server its turn. The limits may allow more than a process can do, so fairness is not
 * left to them: a caller who sends a lot waits behind what it sent before.
 */
export class RequestTurns {
  readonly #reads: FairQueue;
  readonly #writes: FairQueue;
  readonly #newcomers: FairQueue;
  readonly #computing: ComputingTurns;

  constructor({ connections, perPlugin, onRateLimited }: RequestTurnSettings) {
    const forNewcomers = Math.max(1, Math.floor(connections * newcomersPart));
    const onRefused = () => onRateLimited('turns');
    const queue = (places: number, placesPerKey: number) =>
      new FairQueue({ ...bounds, places, placesPerKey, onRefused });
    this.#reads = queue(readPlaces, readsPerWrite * perPlugin);
    this.#writes = queue(Math.max(1, connections - forNewcomers), perPlugin);
    this.#newcomers = queue(forNewcomers, forNewcomers);
    this.#computing = new ComputingTurns(queue(1, 1));
  }

  /**
   * Waits for a turn of a plugin's own request, which uses the database. Resolves to the function that ends the turn.
   * `isWanted` returns false when the caller has left meanwhile.
   */
  async ofPlugin(work: 'read' | 'write', pluginId: string, isWanted: () => boolean): Promise<() => void> {
    return (work === 'read' ? this.#reads : this.#writes).enter(pluginId, isWanted);
  }

  /** Waits for a turn to check, with the database, proof from an address that has not given any lately. */
  async ofNewcomer(address: string | null, isWanted: () => boolean): Promise<() => void> {
    return this.#newcomers.enter(countedAddress(address ?? ''), isWanted);
  }

  /** Computes in turn: reads what was sent, or computes digests of it. */
  async toCompute<Result>(address: string | null, compute: () => Result, isWanted: () => boolean): Promise<Result> {
    return this.#computing.run(countedAddress(address ?? ''), compute, isWanted);
  }
}
