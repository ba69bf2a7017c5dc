import type pg from 'pg';

export const lockNotAvailable = '55P03';

/** Repeats the work until it has its locks, as operations/partition-attempts.sql tells people to do. */
export async function untilLocked<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      await client.query('ROLLBACK');
    }
  }
}
