import pg from 'pg';
import { Prisma } from '../generated/client.ts';

/**
 * The SQLSTATE with which PostgreSQL refused a statement; null: it did not, as when the connection was lost.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function sqlStateOf(error: unknown): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const adapterError = error.meta?.['driverAdapterError'] as { cause?: { originalCode?: string } } | undefined;
  return adapterError?.cause?.originalCode ?? null;
}

/** True: PostgreSQL ended the statement, since it ran longer than the store lets it. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === queryCanceled;
}

const queryCanceled = '57014';

/**
 * True: PostgreSQL refused what was to be written, and would refuse it again. The database was neither away nor too
 * busy.
 */
export function isRefusedForItsValues(error: unknown): boolean {
  return classesThatBlameValues.has(sqlStateOf(error)?.slice(0, 2) ?? '');
}

/**
 * The classes of SQLSTATE that blame values: data exceptions, integrity constraints, errors that a trigger raises, and
 * program limits.
 */
const classesThatBlameValues: ReadonlySet<string> = new Set(['22', '23', 'P0', '54']);

/** True: all connections of the store were busy for as long as a statement waits for one; it was not sent. */
export function foundNoConnection(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return error.code === transactionError && error.message.includes('Unable to start a transaction');
  }
  return error instanceof Error && (error.message === poolTimeout || foundNoConnection(error.cause));
}

/** The code of every error of Prisma's transactions; only the message distinguishes one that never began. */
const transactionError = 'P2028';
/** The message of pg-pool, which has no code for it. */
const poolTimeout = 'timeout exceeded when trying to connect';
