import { Prisma } from './generated/client.ts';

/** True: PostgreSQL ended the statement, since it ran longer than the store lets it. */
export function isStatementTimeout(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const adapterError = error.meta?.['driverAdapterError'] as { cause?: { originalCode?: string } } | undefined;
  return adapterError?.cause?.originalCode === queryCanceled;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const queryCanceled = '57014';
