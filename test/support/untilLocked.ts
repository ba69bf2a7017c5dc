import type pg from 'pg';

export const lockNotAvailable = '55P03';

/** What operations/partition-attempts.sql has to do: again and again, as it says, until it has its locks. */
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
