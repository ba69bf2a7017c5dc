import { setTimeout as passTime } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReadinessCheck } from '../http/readiness.ts';
import { answerWithin } from '../store/database/answerWithin.ts';
import type { RejectionRecorder } from '../store/rejections/rejectionRecorder.ts';
import { closeStore, type Store } from '../store/database/store.ts';
import type { Sweeping } from '../sweeper/loop/startSweeping.ts';
import type { OpenDatabase } from './openDatabase.ts';
import type { Http } from './openHttp.ts';
import type { ServiceClock } from './serviceClock.ts';

/** The parts that have been started so far. */
export interface RunningParts {
  readiness: ReadinessCheck;
  clock?: ServiceClock;
  http?: Http;
  sweeping?: Sweeping;
  rejections: RejectionRecorder;
  stores: readonly Store[];
  database: OpenDatabase;
}

export interface StopTimes {
  /** Time for requests and attempts in flight (SHUTDOWN_GRACE_S). */
  graceMs: number;
  /**
   * Time for load balancers to see that /readyz fails, before the ports close (SHUTDOWN_DRAIN_S). It is part of the grace.
   */
  drainMs: number;
}

/** Requests that arrived during the drain get this long, even if attempts took all of the grace. */
const lastRequestsMs = 1_000;
const closeDatabaseMs = 3_000;
/** The embedded PostgreSQL ends when this process does, whether or not it is waited for. */
const stopPostgresMs = 10_000;

/**
 * Takes no new deliveries, lets everything in flight finish within the grace, then closes the ports and the database.
 * The rest is cut off: callers see a closed connection, and an attempt is made again when its lease has run out. Even a
 * database that hangs does not make it take longer.
 */
export async function stopService(parts: RunningParts, { graceMs, drainMs }: StopTimes, log: Logger): Promise<void> {
  const { readiness, clock, http, sweeping, rejections, stores, database } = parts;
  const deadlineMs = performance.now() + graceMs;
  readiness.stop();
  const settled = Promise.all([sweeping?.stop(), http?.drain(), http && passTime(drainMs, undefined, { ref: false })]);
  await isDoneWithin(graceMs, settled).catch((error: unknown) => log.error({ err: error }, 'stopping; going on'));
  const requests = await http?.close(Math.max(deadlineMs - performance.now(), lastRequestsMs));
  const attempts = sweeping?.inFlight();
  if (requests || attempts) log.warn({ requests, attempts }, 'the grace is over: cut off what was still in flight');

  clock?.close();
  const closed = rejections.flush().then(async () => Promise.all([...stores.map(closeStore), database.probe.close()]));
  if (!(await isDoneWithin(closeDatabaseMs, closed)))
    log.warn('the database does not answer; left it without a goodbye');
  if (!(await isDoneWithin(stopPostgresMs, database.close())))
    log.warn('PostgreSQL is still stopping; left it to that');
}

/** Rejects only if the work does so in time. */
async function isDoneWithin(longestMs: number, work: Promise<unknown>): Promise<boolean> {
  return answerWithin(
    longestMs,
    work.then(() => true),
    false,
  );
}
