import type pg from 'pg';
import { withConnection } from '../database/withConnection.ts';

/** PostgreSQL's advisory locks, by their numbers in a database. */
export const locks = {
  /** Prisma's own: its engine has it from its first write on, and gives up when it has waited for it for 10 s. */
  prisma: 72707369,
  /** Any number will do that nobody else locks. */
  apply: 72707370,
} as const;

/** Waits for the lock for as long as it takes, then works with it. The client is of the session that holds it. */
export async function underLock<Result>(
  databaseUrl: string,
  lock: keyof typeof locks,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // The lock goes with the connection.
  return withConnection(databaseUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [locks[lock]]);
    return work(client);
  });
}
