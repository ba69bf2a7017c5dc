import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { slotsOfSandbox } from '../../rules/callbacks/divideSlots.ts';
import { signCallback } from '../../rules/signing/signature.ts';
import { abandonExpiredAttempts } from '../../store/deliveries/abandonExpiredAttempts.ts';
import { UnreadableSecrets } from '../../store/plugins/pluginSecrets.ts';
import { startDueAttempts, type StartedAttempt } from '../../store/deliveries/startDueAttempts.ts';
import { AttemptCloser } from '../attempt/attemptCloser.ts';
import { deliverAttempt, type DeliverySettings } from '../attempt/deliverAttempt.ts';
import { KeptConnections } from '../post/keptConnections.ts';
import { smoothTimeouts, type Smooth } from '../post/smoothTimeouts.ts';

export interface SweeperSettings extends DeliverySettings {
  /** Names this process in the rows of its attempts. */
  worker: string;
  /** IANA name of the zone in which created_at and paid_at are written (PLATFORM_TIMEZONE). */
  timeZone: string;
  /** The most attempts of this process that are not closed yet (CALLBACK_CONCURRENCY). */
  concurrency: number;
  /** The most attempts of this process at the receivers of one plugin (CALLBACK_CONCURRENCY_PER_PLUGIN). */
  concurrencyPerPlugin: number;
}

/** Claims of one statement; a burst takes several. */
const largestClaim = 100;
/** The number that is started in one turn of the event loop, which takes a millisecond or two. */
const startedAtOnce = 4;

/**
 * Sends what is due, as long as there is a free slot. It holds no state that a crash could lose: what is in flight is
 * leased in the database.
 */
export class Sweeper {
  readonly #settings: SweeperSettings;
  readonly #inFlight = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #closer: AttemptCloser;
  readonly #smooth: Smooth;
  readonly #kept = new KeptConnections();
  readonly #passedOver = new PassedOver();
  /** The attempts of sandbox plugins that are not closed yet. */
  #rehearsals = 0;
  #claiming: Promise<void> | undefined;
  #claimAgain = false;
  #sweptAtMs = performance.now();

  constructor(settings: SweeperSettings) {
    this.#settings = { ...settings, kept: this.#kept };
    // Every slot that waits listens; Node takes more than ten for a leak.
    setMaxListeners(0, this.#stopping.signal);
    this.#closer = new AttemptCloser(settings);
    this.#smooth = smoothTimeouts(settings.timeoutMs, settings.concurrency);
  }

  /** Closes attempts that were abandoned. Their deliveries may then be due. */
  async closeAbandoned(): Promise<void> {
    const { store, schedule, clock, leaseMs, log, observer } = this.#settings;
    const abandoned = await abandonExpiredAttempts(store, schedule.delaysSeconds, { now: clock(), leaseMs });
    if (abandoned.length > 0) log.warn({ abandoned: abandoned.length }, 'attempts were abandoned by their workers');
    for (const { result, closed, ...attempt } of abandoned) observer.onAttemptOver({ attempt, result, closed });
  }

  /**
   * Starts everything that is due, and does not wait for what it started. One claim runs at a time; calls during it make
   * it look once more. As long as something is due and slots come free, it goes on.
   */
  async startDue(): Promise<void> {
    this.#claimAgain = true;
    this.#claiming ??= this.#claimUntilNothingIsDue();
    return this.#claiming;
  }

  inFlight(): number {
    return this.#attempts.size;
  }

  /** Returns the milliseconds since the last sweep, or since the start. */
  sweptAgoMs(): number {
    return performance.now() - this.#sweptAtMs;
  }

  /** Resolves when nothing is being claimed and no attempt is in flight. */
  async settled(): Promise<void> {
    while (this.#claiming || this.#attempts.size > 0) await Promise.allSettled([this.#claiming, ...this.#attempts]);
  }

  /** Starts nothing new. What is in flight goes on; wait for it with `settled`. */
  stop(): void {
    this.#stopping.abort();
    this.#kept.close();
  }

  async #claimUntilNothingIsDue(): Promise<void> {
    try {
      // One claim serves all calls of the same turn.
      await setImmediate();
      while (this.#claimAgain && !this.#stopping.signal.aborted) {
        this.#claimAgain = false;
        const limit = Math.min(this.#settings.concurrency - this.#attempts.size, largestClaim);
        // Attempts of this claim may have ended while it ran, and other deliveries may wait for their slots.
        if (limit > 0 && (await this.#claim(limit)) > 0) this.#claimAgain = true;
        this.#sweptAtMs = performance.now();
        this.#settings.observer.onSwept();
      }
    } finally {
      // This must happen before the promise settles: a call in between would be lost.
      this.#claiming = undefined;
    }
  }

  async #claim(limit: number): Promise<number> {
    const { clock } = this.#settings;
    const claimedAtMs = performance.now();
    let started: StartedAttempt[];
    try {
      started = await this.#startAttempts(limit);
    } catch (error) {
      if (!(error instanceof UnreadableSecrets)) throw error;
      for (const pluginId of error.pluginIds) {
        this.#passedOver.add(pluginId, clock());
        this.#settings.observer.onSecretUnreadable(pluginId);
      }
      // Deliveries of other plugins may be due.
      return this.#claim(limit);
    }
    for (const [index, attempt] of started.entries()) {
      // A turn of the event loop, for everything else in this process.
      if (index % startedAtOnce === startedAtOnce - 1) await setImmediate();
      this.#start(attempt, claimedAtMs);
    }
    return started.length;
  }

  async #startAttempts(limit: number): Promise<StartedAttempt[]> {
    const { store, clock, worker, leaseMs, timeZone, concurrency, concurrencyPerPlugin } = this.#settings;
    const now = clock();
    return startDueAttempts(store, {
      now,
      clock,
      worker,
      leaseMs,
      limit,
      limitPerPlugin: concurrencyPerPlugin,
      limitForSandbox: Math.max(0, slotsOfSandbox(concurrency) - this.#rehearsals),
      inFlight: this.#inFlight,
      passedOver: this.#passedOver.pluginIds(now),
      write: (order, secrets, startedAt) => signCallback(orderRecord(order, startedAt, timeZone), secrets),
    });
  }

  #start(attempt: StartedAttempt, claimedAtMs: number): void {
    const { pluginId } = attempt;
    this.#inFlight.set(pluginId, (this.#inFlight.get(pluginId) ?? 0) + 1);
    if (attempt.sandbox) this.#rehearsals += 1;
    const running = this.#deliver(attempt, claimedAtMs).finally(() => {
      const { concurrency } = this.#settings;
      const isLastOfSandbox = attempt.sandbox === true && this.#rehearsals >= slotsOfSandbox(concurrency);
      const wasFull = isLastOfSandbox || this.#attempts.size >= concurrency;
      this.#attempts.delete(running);
      if (attempt.sandbox) this.#rehearsals -= 1;
      if (wasFull) this.#startMore();
    });
    this.#attempts.add(running);
  }

  /** The plugin has its slot back when its receiver is left alone, so that the next claim and this closing go on together. */
  async #deliver(attempt: StartedAttempt, claimedAtMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await deliverAttempt(attempt, claimedAtMs, this.#settings, this.#closer, signal, async (outcome) => {
      if (outcome === 'TIMED_OUT') await this.#smooth(signal);
      this.#release(attempt.pluginId);
    });
  }

  #release(pluginId: string): void {
    const ofPlugin = this.#inFlight.get(pluginId) ?? 0;
    if (ofPlugin > 1) this.#inFlight.set(pluginId, ofPlugin - 1);
    else this.#inFlight.delete(pluginId);
    if (ofPlugin >= this.#settings.concurrencyPerPlugin) this.#startMore();
  }

  /** Something may have waited for a slot that was one of the last. */
  #startMore(): void {
    // If it fails, the next tick fails too, and logs it once rather than for every slot.
    this.startDue().catch(() => {});
  }
}

/**
 * The time for which a plugin is skipped. It is long enough not to claim in a loop, and short enough to use a restored
 * key soon.
 */
const passedOverForMs = 60_000;

/** The plugins whose callbacks this process leaves alone for a minute each. */
class PassedOver {
  readonly #since = new Map<string, Date>();

  add(pluginId: string, now: Date): void {
    this.#since.set(pluginId, now);
  }

  /** A clock that was set, in either direction, ends the minute. */
  pluginIds(now: Date): string[] {
    for (const [pluginId, since] of this.#since) {
      if (Math.abs(now.getTime() - since.getTime()) >= passedOverForMs) this.#since.delete(pluginId);
    }
    return [...this.#since.keys()];
  }
}
