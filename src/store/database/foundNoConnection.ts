import { Prisma } from '../generated/client.ts';

/** True: all connections of the store were busy for as long as a statement waits for one; it was not sent. */
export function foundNoConnection(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return error.code === transactionError && error.message.includes('Unable to start a transaction');
  }
  return error instanceof Error && (error.message === poolTimeout || foundNoConnection(error.cause));
}

/** Of every error of a transaction of Prisma's; the message alone tells one that never began. */
const transactionError = 'P2028';
/** Of pg-pool, which gives it no code. */
const poolTimeout = 'timeout exceeded when trying to connect';
