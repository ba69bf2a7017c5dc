import { orderRecord } from '../rules/orderRecord.ts';
import { signedEnvelope } from '../rules/signature.ts';
import { abandonExpiredAttempts } from '../store/finishAttempt.ts';
import { startDueAttempts, type StartedAttempt } from '../store/startDueAttempts.ts';
import { deliverAttempt, type DeliverySettings } from './deliverAttempt.ts';

export interface SweeperSettings extends DeliverySettings {
  /** Names this process in the rows of its attempts. */
  worker: string;
  /** IANA name of the zone in which created_at and paid_at are written. */
  timeZone: string;
  /** Attempts in flight in this process, in all and of one plugin. */
  concurrency: number;
  concurrencyPerPlugin: number;
}

/** Claims of one statement; a burst takes several. */
const largestClaim = 100;

/**
 * Sends what is due, as long as there is a free slot. It holds no state that a crash could lose: what is in flight is
 * leased in the database.
 */
export class Sweeper {
  readonly #settings: SweeperSettings;
  readonly #inFlight = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #claiming: Promise<void> | undefined;
  #claimAgain = false;

  constructor(settings: SweeperSettings) {
    this.#settings = settings;
  }

  /** Closes attempts that were abandoned, then starts everything that is due; does not wait for what it started. */
  async sweepOnce(): Promise<void> {
    const { store, schedule, clock, log } = this.#settings;
    const abandoned = await abandonExpiredAttempts(store, schedule.delaysSeconds, clock());
    if (abandoned > 0) log.warn({ abandoned }, 'attempts were abandoned by their workers');
    await this.startDue();
  }

  /** Starts what is due now. One claim runs at a time; calls during it make it look once more. */
  async startDue(): Promise<void> {
    this.#claimAgain = true;
    this.#claiming ??= this.#claimUntilNothingIsDue().finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  /** Resolves when no attempt is in flight. */
  async settled(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  /** Starts nothing new. What is in flight goes on; wait for it with `settled`. */
  stop(): void {
    this.#stopping.abort();
  }

  async #claimUntilNothingIsDue(): Promise<void> {
    while (this.#claimAgain && !this.#stopping.signal.aborted) {
      this.#claimAgain = false;
      const { store, clock, worker, leaseMs, timeZone, concurrency, concurrencyPerPlugin } = this.#settings;
      const limit = Math.min(concurrency - this.#attempts.size, largestClaim);
      if (limit <= 0) return;
      const now = clock();
      const claimedAtMs = performance.now();
      const started = await startDueAttempts(store, {
        now,
        worker,
        leaseMs,
        limit,
        limitPerPlugin: concurrencyPerPlugin,
        inFlight: this.#inFlight,
        write: (order, secret) => JSON.stringify(signedEnvelope(orderRecord(order, now, timeZone), secret)),
      });
      for (const attempt of started) this.#start(attempt, claimedAtMs);
      if (started.length === limit) this.#claimAgain = true;
    }
  }

  #start(attempt: StartedAttempt, claimedAtMs: number): void {
    const { pluginId } = attempt;
    this.#inFlight.set(pluginId, (this.#inFlight.get(pluginId) ?? 0) + 1);
    const running = deliverAttempt(attempt, claimedAtMs, this.#settings, this.#stopping.signal).finally(() => {
      this.#attempts.delete(running);
      this.#release(pluginId);
    });
    this.#attempts.add(running);
  }

  /** A slot that was one of the last may have something waiting for it. */
  #release(pluginId: string): void {
    const { concurrency, concurrencyPerPlugin, log } = this.#settings;
    const ofPlugin = this.#inFlight.get(pluginId) ?? 0;
    const wasFull = ofPlugin >= concurrencyPerPlugin || this.#attempts.size + 1 >= concurrency;
    if (ofPlugin > 1) this.#inFlight.set(pluginId, ofPlugin - 1);
    else this.#inFlight.delete(pluginId);
    if (wasFull) this.startDue().catch((error: unknown) => log.error({ err: error }, 'could not claim deliveries'));
  }
}
