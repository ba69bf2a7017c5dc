import { Refusal } from '../rules/refusal.ts';
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

/** So many seconds' worth may come at once. */
const burstSeconds = 10;
/** Whoever tries many plugins has the failures of this many. */
const failuresOfAllSubjects = 10;
/** How long somebody who gave proof is looked at even when their address has used up its failures. */
const trustedMs = 10 * 60_000;
const mostTrusted = 50_000;

/**
 * Who may ask how often. Kept in memory: a write to the database for each request would cost more than it protects. So n
 * processes let through n times as much, and a process that starts anew has forgotten.
 */
export class CallerLimits {
  readonly #addresses: TokenBuckets | null;
  readonly #plugins: TokenBuckets | null;
  readonly #failures: { ofSubject: TokenBuckets; ofAll: TokenBuckets } | null;
  readonly #provedAtMs = new RecentEntries<number>(mostTrusted, (atMs, nowMs) => nowMs - atMs >= trustedMs);
  readonly #nowMs: () => number;

  constructor(private readonly settings: CallerLimitSettings) {
    const { perAddress, perPlugin, failures, nowMs = () => performance.now() } = settings;
    this.#addresses = perAddress > 0 ? new TokenBuckets(perAddress, perAddress * burstSeconds) : null;
    this.#plugins = perPlugin > 0 ? new TokenBuckets(perPlugin, perPlugin * burstSeconds) : null;
    const allFailures = failures * failuresOfAllSubjects;
    this.#failures =
      failures > 0
        ? {
            ofSubject: new TokenBuckets(failures / 60, failures),
            ofAll: new TokenBuckets(allFailures / 60, allFailures),
          }
        : null;
    this.#nowMs = nowMs;
  }

  /** Before anything of a request is read. Throws a Refusal, as all of these do. */
  countRequest(address: string | null): void {
    const seconds = this.#addresses?.take(countedAddress(address ?? ''), this.#nowMs()) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'address', seconds);
  }

  /** For requests whose signature verified: anybody could use up the rate of a plugin by naming it. */
  countVerified(pluginId: string): void {
    const seconds = this.#plugins?.take(pluginId, this.#nowMs()) ?? 0;
    if (seconds > 0) this.#refuse('RATE_LIMITED', 'plugin', seconds);
  }

  /**
   * Runs `prove`, which throws or returns null when the proof does not hold, and counts that against the address, as so
   * many as `failuresIn` says of what was thrown: a proof that is dear to look at counts as several. An
   * address without failures left is refused before the work, unless proof for this subject came from it in the last ten
   * minutes: then right proof is let through and wrong proof refused, so that nobody behind the same address shuts a
   * plugin's own server out.
   */
  async requireProof<Proof>(
    address: string | null,
    subject: Subject,
    prove: () => Promise<Proof>,
    failuresIn: (error: unknown) => number = () => 0,
  ): Promise<Proof> {
    if (!this.#failures) return prove();
    const counted = countedAddress(address ?? '');
    const pair = `${counted} ${subject === 'staff' ? subject : `plugin ${subject.pluginId}`}`;
    if (!this.#isTrusted(pair)) this.#refuseGuesser(counted, pair);
    try {
      const proof = await prove();
      if (proof === null) this.#countFailures(counted, pair, 1);
      else this.#provedAtMs.set(pair, this.#nowMs(), this.#nowMs());
      return proof;
    } catch (error) {
      const failures = failuresIn(error);
      if (failures > 0) this.#countFailures(counted, pair, failures);
      throw error;
    }
  }

  #isTrusted(pair: string): boolean {
    const atMs = this.#provedAtMs.get(pair);
    return atMs !== undefined && this.#nowMs() - atMs < trustedMs;
  }

  #countFailures(counted: string, pair: string, count: number): void {
    this.#refuseGuesser(counted, pair);
    this.#failures?.ofSubject.take(pair, this.#nowMs(), count);
    this.#failures?.ofAll.take(counted, this.#nowMs(), count);
  }

  #refuseGuesser(counted: string, pair: string): void {
    const nowMs = this.#nowMs();
    const ofSubject = this.#failures?.ofSubject.waitSeconds(pair, nowMs) ?? 0;
    const ofAll = this.#failures?.ofAll.waitSeconds(counted, nowMs) ?? 0;
    const seconds = Math.max(ofSubject, ofAll);
    if (seconds > 0) this.#refuse('TOO_MANY_FAILURES', 'failures', seconds);
  }

  #refuse(code: 'RATE_LIMITED' | 'TOO_MANY_FAILURES', limit: string, retryAfterSeconds: number): never {
    this.settings.onRateLimited(limit);
    throw new Refusal(code, { facts: { retryAfterSeconds } });
  }
}
