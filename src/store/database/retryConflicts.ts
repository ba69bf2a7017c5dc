import { setTimeout as passTime } from 'node:timers/promises';
import { Prisma } from '../generated/client.ts';
import { sqlStateOf } from './databaseErrors.ts';

/** The most tries of a statement or a transaction. Two that met once seldom meet again, since each waits another time. */
export const mostTries = 6;
const firstPauseMs = 5;

/**
 * Does the work, and does it again while PostgreSQL undoes it for the sake of another transaction. The work must change
 * nothing but the database, and be one statement or one whole transaction: then nothing of a try that failed is left.
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
      await passTime(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
}

/** True: PostgreSQL undid the transaction, as it met another one; the same may succeed now. */
export function isConflict(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return error.code === writeConflict || sqlStates.has(sqlStateOf(error));
  }
  return error instanceof Error && 'code' in error && sqlStates.has(error.code);
}

/** Prisma's code for both, of statements that it writes itself. */
const writeConflict = 'P2034';
/**
 * `serialization_failure` and `deadlock_detected`. The other codes concern prepared statements, which are prepared
 * again the next time: `feature_not_supported` after a migration has changed their columns,
 * `invalid_sql_statement_name` and `duplicate_prepared_statement` after the first of several requests could not prepare
 * one.
 */
const sqlStates: ReadonlySet<unknown> = new Set(['40001', '40P01', '0A000', '26000', '42P05']);
