import { setTimeout as passTime } from 'node:timers/promises';
import { Refusal } from '../rules/failures/refusal.ts';
import { countedAddress } from './callerAddress.ts';
import { RecentEntries } from './recentEntries.ts';
import { TokenBuckets } from './tokenBuckets.ts';

export interface CallerLimitSettings {
  /** Requests a second (settings RATE_LIMIT_PER_ADDRESS, RATE_LIMIT_PER_PLUGIN); 0: any number. */
  perAddress: number;
  perPlugin: number;
  /** Wrong signatures or keys a minute from one address (setting RATE_LIMIT_FAILURES); 0: any number. */
  failures: number;
  /** Called at each refusal; `limit` is `address`, `plugin` or `failures`. */
  onRateLimited(limit: string): void;
  /** The time of a clock that never goes back. */
  nowMs?: () => number;
}

/** The subject of a proof: a plugin's id, or the staff's paths. */
export type Subject = { pluginId: string } | 'staff';

/** Failures of an address that are reserved while its proof is checked. The caller must end it in one of three ways. */
export interface ProofReservation {
  /** True: proof for this subject came from there in the last ten minutes. */
  readonly isTrusted: boolean;
  /** The proof held: nothing has failed, and the next proof from there is trusted. */
  proved(): void;
  /** The proof did not hold: the reserved failures are used up. Throws when a trusted caller has no failures left. */
  failed(): void;
  /** The proof was not checked, or the caller is not at fault. Does nothing after one of the others. */
  release(): void;
}

/** Requests of this many seconds may come at the same time. */
const burstSeconds = 10;
/** A caller who tries many plugins has the failures of this many. */
const failuresOfAllSubjects = 10;
/** The time for which a caller who gave proof is still checked after its address has used up its failures. */
const trustedMs = 10 * 60_000;
const mostTrusted = 50_000;
/** The number of refusals a second that are sent to an address immediately. Callers who get more ignore them. */
const promptRefusals = 50;
/**
 * The delay of later refusals, which are held back for one to two times this long. With a fixed time, waiting callers
 * would all return in the same moment.
 */
const heldBackMs = 1_000;

/**
 * Limits how often callers may ask. The counts are in memory: a write to the database for each request would cost more
 * than it saves. So n processes let through n times as much, and a restart forgets.
 */
export class CallerLimits {
  readonly #addresses: TokenBuckets | null;
  readonly #plugins: TokenBuckets | null;
  readonly #failures: { ofSubject: TokenBuckets; ofAll: TokenBuckets } | null;
  readonly #refusals = new TokenBuckets(promptRefusals, promptRefusals);
  readonly #provedAtMs = new RecentEntries<number>(mostTrusted, (atMs, nowMs) => nowMs - atMs >= trustedMs);
  readonly #nowMs: () => number;

  constructor(private readonly settings: CallerLimitSettings) {
    const { perAddress, perPlugin, failures, nowMs = () => performance.now() } = settings;
    this.#addresses = bucketsOf(perAddress, perAddress * burstSeconds);
    this.#plugins = bucketsOf(perPlugin, perPlugin * burstSeconds);
    const ofSubject = bucketsOf(failures / 60, failures);
    const ofAll = bucketsOf((failures * failuresOfAllSubjects) / 60, failures * failuresOfAllSubjects);
    this.#failures = ofSubject && ofAll && { ofSubject, ofAll };
    this.#nowMs = nowMs;
  }

  /**
   * Counts a request before anything of it is read. A long request is counted again, as several more, before it is parsed.
   * Throws a Refusal, as all of these methods do.
   */
  countRequest(address: string | null, count = 1): void {
    const seconds = this.#addresses?.take(countedAddress(address ?? ''), this.#nowMs(), count) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'address', seconds);
  }

  /** Refuses requests of a plugin that has used up its rate, before the work of checking whether they are the plugin's. */
  requireRate(pluginId: string): void {
    const seconds = this.#plugins?.waitSeconds(pluginId, this.#nowMs()) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'plugin', seconds);
  }

  /**
   * Counts a request whose signature verified. Counting others would let anybody use up the rate of a plugin by naming it.
   */
  countVerified(pluginId: string, count = 1): void {
    const seconds = this.#plugins?.take(pluginId, this.#nowMs(), count) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'plugin', seconds);
  }

  /**
   * Takes `cost` of the failures of an address before a proof is checked, so that many requests at the same time get no more
   * checks than as many in a row. An address without failures left is refused, unless proof for this subject came from it in
   * the last ten minutes. In that case right proof is let through and wrong proof is refused, so that nobody behind the same
   * address can shut out a plugin's own server.
   */
  reserveProof(address: string | null, subject: Subject, cost = 1): ProofReservation {
    const counted = countedAddress(address ?? '');
    const pair = `${counted} ${subject === 'staff' ? subject : `plugin ${subject.pluginId}`}`;
    const isTrusted = this.#isTrusted(pair);
    if (!isTrusted) this.#requireFailuresLeft(counted, pair);
    // A caller who is not refused need not reserve.
    let reserved = isTrusted ? 0 : cost;
    this.#takeFailures(counted, pair, reserved);
    const release = () => {
      this.#takeFailures(counted, pair, -reserved);
      reserved = 0;
    };
    return {
      isTrusted,
      proved: () => {
        release();
        this.#provedAtMs.set(pair, this.#nowMs(), this.#nowMs());
      },
      failed: () => {
        reserved = 0;
        if (!isTrusted) return;
        this.#requireFailuresLeft(counted, pair);
        this.#takeFailures(counted, pair, cost);
      },
      release,
    };
  }

  /** Runs `prove`, which throws or returns null when the proof does not hold. See `reserveProof`. */
  async requireProof<Proof>(address: string | null, subject: Subject, prove: () => Promise<Proof>): Promise<Proof> {
    const reservation = this.reserveProof(address, subject);
    try {
      const proof = await prove();
      if (proof === null) reservation.failed();
      else reservation.proved();
      return proof;
    } finally {
      reservation.release();
    }
  }

  /**
   * Resolves when the refusal by a limit may be sent. Callers who try again as soon as they are refused, on hundreds of
   * connections, would otherwise keep the process busy with refusals alone.
   */
  async holdBackRefusal(address: string | null): Promise<void> {
    const delayMs = this.delayOfRefusal(address);
    if (delayMs > 0) await passTime(delayMs);
  }

  /** Returns for how many milliseconds the answer to a refused request is held back. */
  delayOfRefusal(address: string | null): number {
    return this.#refusals.take(countedAddress(address ?? ''), this.#nowMs()) > 0 ? heldBackMs * (1 + Math.random()) : 0;
  }

  #isTrusted(pair: string): boolean {
    const atMs = this.#provedAtMs.get(pair);
    return atMs !== undefined && this.#nowMs() - atMs < trustedMs;
  }

  #requireFailuresLeft(counted: string, pair: string): void {
    const nowMs = this.#nowMs();
    const ofSubject = this.#failures?.ofSubject.waitSeconds(pair, nowMs) ?? 0;
    const ofAll = this.#failures?.ofAll.waitSeconds(counted, nowMs) ?? 0;
    const seconds = Math.max(ofSubject, ofAll);
    if (seconds > 0) this.#refuse('TOO_MANY_FAILURES', 'failures', seconds);
  }

  /** Takes failures, or gives them back when `count` is below 0. */
  #takeFailures(counted: string, pair: string, count: number): void {
    if (count === 0) return;
    this.#failures?.ofSubject.owe(pair, this.#nowMs(), count);
    this.#failures?.ofAll.owe(counted, this.#nowMs(), count);
  }

  #refuse(code: 'RATE_LIMITED' | 'TOO_MANY_FAILURES', limit: string, retryAfterSeconds: number): never {
    this.settings.onRateLimited(limit);
    throw new Refusal(code, { facts: { retryAfterSeconds } });
  }
}

/** Returns null for any number. */
function bucketsOf(perSecond: number, burst: number): TokenBuckets | null {
  return perSecond > 0 ? new TokenBuckets(perSecond, burst) : null;
}
