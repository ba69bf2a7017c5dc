import type { Logger } from 'pino';
import {
  ProbeTimeout,
  probeTimeoutMs,
  SchemaChanged,
  type DatabaseProbe,
  type Unwritable,
} from '../store/database/databaseProbe.ts';
import { noteOutage } from '../store/database/reportFailure.ts';

/** Says whether this process should get work, and why not. Everybody may read it: it names no host and no secret. */
export interface Readiness {
  status: 'ok' | 'unavailable' | 'stopping';
  /** The results of the checks: `ok`, or what is wrong. */
  checks: { database?: string; migrations?: string; sweeper?: string };
}

/** The time of the last sweep. */
export interface LastSweep {
  agoMs: number;
  /** A sweep that is longer ago is late. */
  expectedWithinMs: number;
}

export interface ReadinessSettings {
  database: DatabaseProbe;
  /** Undefined: this process does not sweep. */
  lastSweep(): LastSweep | undefined;
  log: Logger;
}

/** The database is asked at most once in this time. */
const freshMs = 500;

export class ReadinessCheck {
  readonly #settings: ReadinessSettings;
  #isStopping = false;
  #known: Promise<Readiness> | undefined;
  #wasReady = true;

  constructor(settings: ReadinessSettings) {
    this.#settings = settings;
  }

  /** Makes this process not ready, for good. */
  stop(): void {
    this.#isStopping = true;
  }

  async check(): Promise<Readiness> {
    if (this.#isStopping) return { status: 'stopping', checks: {} };
    this.#known ??= this.#look().finally(() => setTimeout(() => (this.#known = undefined), freshMs).unref());
    return this.#known;
  }

  async #look(): Promise<Readiness> {
    const lastSweep = this.#settings.lastSweep();
    const checks = { ...(await this.#checkDatabase()), ...(lastSweep && { sweeper: describeSweep(lastSweep) }) };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    if (isReady !== this.#wasReady) {
      if (isReady) this.#settings.log.info('ready again');
      else this.#settings.log.warn({ checks }, 'not ready');
    }
    this.#wasReady = isReady;
    return { status: isReady ? 'ok' : 'unavailable', checks };
  }

  async #checkDatabase(): Promise<Readiness['checks']> {
    try {
      const { migrations, unwritable } = await this.#settings.database.look();
      const { kind } = migrations;
      return {
        database: unwritable === null ? 'ok' : unwritableReasons[unwritable],
        // A newer version has migrated and is about to replace this one, which serves until then.
        migrations: kind === 'current' || kind === 'ahead' ? 'ok' : kind,
      };
    } catch (error) {
      noteOutage(this.#settings.log, error);
      return { database: describeFailure(error), migrations: 'unknown' };
    }
  }
}

const unwritableReasons: Record<Unwritable, string> = {
  standby: 'read-only: it is a standby',
  readOnly: 'read-only: default_transaction_read_only is on',
  diskFull: 'its disk is full',
};

function describeSweep({ agoMs, expectedWithinMs }: LastSweep): string {
  if (agoMs <= expectedWithinMs) return 'ok';
  return `the last sweep was ${seconds(agoMs)} s ago, and three were due in ${seconds(expectedWithinMs)} s`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** Returns only the code, since messages name hosts and users. */
function describeFailure(error: unknown): string {
  if (error instanceof SchemaChanged) return 'the search_path leads to another schema than at the start';
  if (error instanceof ProbeTimeout) return `no answer within ${probeTimeoutMs / 1000} s`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^\w+$/.test(code) ? `unreachable (${code})` : 'unreachable';
}
