import { retryConflicts } from './retryConflicts.ts';
import type { Client, Store } from './store.ts';

/**
 * Does the work in one transaction. It is done again from its start when PostgreSQL undoes it for the sake of another
 * transaction, so that it must change nothing but the database.
 */
export async function inTransaction<Result>(
  { prisma }: Pick<Store, 'prisma'>,
  work: (tx: Client) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(async () => prisma.$transaction(work));
}
