import { Prisma } from '../generated/client.ts';

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
