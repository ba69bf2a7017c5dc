import { Prisma } from '../generated/client.ts';

/**
 * The SQLSTATE with which PostgreSQL refused a statement; null: it did not, as when the connection was lost.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const adapterError = error.meta?.['driverAdapterError'] as { cause?: { originalCode?: string } } | undefined;
  return adapterError?.cause?.originalCode ?? null;
}
