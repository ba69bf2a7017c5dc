import { setTimeout as passTime } from 'node:timers/promises';
import { Refusal } from '../rules/failures/refusal.ts';
import { countedAddress } from './callerAddress.ts';
import { RecentEntries } from './recentEntries.ts';
import { TokenBuckets } from './tokenBuckets.ts';

export interface CallerLimitSettings {
  /** Requests a second; 0: any number. */
  perAddress: number;
  perPlugin: number;
  /** Wrong signatures or keys a minute from one address; 0: any number. */
  failures: number;
  /** Told of each refusal; `limit` is `address`, `plugin` or `failures`. */
  onRateLimited(limit: string): void;
  /** Of a clock that never goes back. */
  nowMs?: () => number;
}

/** What somebody may come for with proof: a plugin's id, or the staff's paths. */
export type Subject = { pluginId: string } | 'staff';

/** What is kept of an address's failures while its proof is looked at. It must be ended in one of three ways. */
export interface ProofReservation {
  /** Proof for this subject came from there in the last ten minutes. */
  readonly isTrusted: boolean;
  /** The proof held: nothing has failed, and the next proof from there is trusted. */
  proved(): void;
  /** It did not: what was kept is gone. Throws when a trusted caller has no failures left. */
  failed(): void;
  /** It was not looked at, or what went wrong is not the caller's fault. Does nothing after one of the others. */
  release(): void;
}

/** So many seconds' worth may come at once. */
const burstSeconds = 10;
/** Whoever tries many plugins has the failures of this many. */
const failuresOfAllSubjects = 10;
/** How long somebody who gave proof is looked at even when their address has used up its failures. */
const trustedMs = 10 * 60_000;
const mostTrusted = 50_000;
/** Refusals a second that an address hears at once; who gets more of them does not heed them. */
const promptRefusals = 50;
/** … and up to twice as long, or callers who wait for each answer would all come back in the same moment. */
const heldBackMs = 1_000;

/**
 * Who may ask how often. Kept in memory: a write to the database for each request would cost more than it protects. So n
 * processes let through n times as much, and a process that starts anew has forgotten.
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
   * Before anything of a request is read; and for a long one again, as so many more, before it is parsed. Throws a Refusal,
   * as all of these do.
   */
  countRequest(address: string | null, count = 1): void {
    const seconds = this.#addresses?.take(countedAddress(address ?? ''), this.#nowMs(), count) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'address', seconds);
  }

  /** Before the work that it takes to see whether a request is the plugin's: what is its own would be refused now. */
  requireRate(pluginId: string): void {
    const seconds = this.#plugins?.waitSeconds(pluginId, this.#nowMs()) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'plugin', seconds);
  }

  /** For requests whose signature verified: anybody could use up the rate of a plugin by naming it. */
  countVerified(pluginId: string, count = 1): void {
    const seconds = this.#plugins?.take(pluginId, this.#nowMs(), count) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'plugin', seconds);
  }

  /**
   * Takes `cost` of the failures of an address before any proof is looked at, so that of many requests at once no more are
   * looked at than of as many in a row. An address without failures left is refused, unless proof for this subject came from
   * it in the last ten minutes: then right proof is let through and wrong proof refused, so that nobody behind the same
   * address shuts a plugin's own server out.
   */
  reserveProof(address: string | null, subject: Subject, cost = 1): ProofReservation {
    const counted = countedAddress(address ?? '');
    const pair = `${counted} ${subject === 'staff' ? subject : `plugin ${subject.pluginId}`}`;
    const isTrusted = this.#isTrusted(pair);
    if (!isTrusted) this.#requireFailuresLeft(counted, pair);
    // Who is not refused need not reserve.
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
   * Resolves when the caller may hear that a limit refused its request. Callers who try again as soon as they are refused,
   * on hundreds of connections, would otherwise keep the process busy with refusals alone.
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

  /** Below 0: gives them back. */
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

/** Null: any number. */
function bucketsOf(perSecond: number, burst: number): TokenBuckets | null {
  return perSecond > 0 ? new TokenBuckets(perSecond, burst) : null;
}
