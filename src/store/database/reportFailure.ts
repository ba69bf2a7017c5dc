import type { Logger } from 'pino';
import { outageOf } from './outageOf.ts';

/** The facts of an outage for its lines in the log. */
interface OngoingOutage {
  since: Date;
  lastAt: Date;
  failures: number;
  reported: number;
  first: unknown;
}

/**
 * The length of a period. It is longer than the time between two readings of the database's clock, so that an outage
 * does not seem to be over because nothing else uses the database.
 */
const periodMs = 15_000;

/** An intended restart is over after this time. Failures until then are expected. */
const meantMs = 5_000;

const outages = new WeakMap<Logger, OngoingOutage>();
const expectations = new WeakMap<Logger, () => boolean>();

/**
 * Sets the function that says, when an outage begins, whether it is intended and already logged. An outage that goes on
 * is reported anyway.
 */
export function expectOutages(log: Logger, isMeant: () => boolean): void {
  expectations.set(log, isMeant);
}

/**
 * Logs a failure as an error, unless it means that the database cannot be used. An outage causes hundreds of such
 * failures, so there is one line for the first, one for each period with more, and one when a period had none. Each
 * request and attempt still has its own line.
 */
export function reportFailure(log: Logger, error: unknown, message: string, fields: object = {}): void {
  if (!noteOutage(log, error, fields)) log.error({ err: error, ...fields }, message);
}

/**
 * Counts the failure if it says that the database cannot be used, and returns whether it does. A transaction that met
 * others too often is nobody's fault, and gets a separate line.
 */
export function noteOutage(log: Logger, error: unknown, fields: object = {}): boolean {
  const outage = outageOf(error);
  if (outage === null) return false;
  if (outage === 'CONTENDED') {
    log.warn({ err: error, ...fields }, 'given up, since other transactions kept changing the same rows');
    return true;
  }
  const now = new Date();
  const ongoing = outages.get(log);
  if (ongoing) {
    ongoing.failures += 1;
    ongoing.lastAt = now;
    return true;
  }
  const begun = { since: now, lastAt: now, failures: 1, reported: 1, first: error };
  outages.set(log, begun);
  if (expectations.get(log)?.()) {
    setTimeout(() => {
      begun.reported = begun.failures;
      setTimeout(() => look(log), periodMs).unref();
    }, meantMs).unref();
    return true;
  }
  log.error({ err: error, ...fields }, 'the database cannot be worked on; what fails for that is counted from now on');
  setTimeout(() => look(log), periodMs).unref();
  return true;
}

/** Returns whether failures of the database were reported lately. */
export function isOutageGoingOn(log: Logger): boolean {
  return outages.has(log);
}

function look(log: Logger): void {
  const outage = outages.get(log)!;
  const { since, lastAt, failures, reported, first } = outage;
  if (failures === reported) {
    outages.delete(log);
    log.info({ since, until: lastAt, failures }, 'the database can be worked on again');
    return;
  }
  outage.reported = failures;
  log.error({ since, failures, err: first }, 'the database still cannot be worked on');
  setTimeout(() => look(log), periodMs).unref();
}
