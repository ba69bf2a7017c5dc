import type pg from 'pg';
import type { Prisma } from '../generated/client.ts';
import { rowsOf } from './preparedStatements.ts';
import { retryConflicts } from './retryConflicts.ts';
import type { Store } from './store.ts';

/** A statement that is written by hand, with its values, and the name under which it stays prepared. */
export interface NamedSql {
  name: string;
  sql: Prisma.Sql;
}

/** Returns the rows of a statement. */
export type Read = <Row extends object>(statement: NamedSql) => Promise<Row[]>;

export interface Decision<Result> {
  /** Null: there is nothing to write. */
  write: NamedSql | null;
  result: Result;
}

/** Returns how to read on a connection of a Store's pool, on its reader, or in a transaction. */
export function readOn(connections: Pick<pg.Pool, 'query'>): Read {
  return async ({ name, sql }) => rowsOf(connections, { name, text: sql.text }, sql.values);
}

/**
 * Reads, decides and writes, in one transaction. BEGIN goes out with the first statement and COMMIT with the last, so that
 * they cost no time on the way. Like `inTransaction`, it starts again when PostgreSQL undoes it for another transaction.
 */
export async function decideAndWrite<Result>(
  { pool }: Pick<Store, 'pool'>,
  decide: (read: Read) => Promise<Decision<Result>>,
): Promise<Result> {
  return retryConflicts(async () => {
    const client = await pool.connect();
    try {
      const read = readOn(client);
      const [, { write, result }] = await Promise.all([client.query({ text: 'BEGIN' }), decide(read)]);
      await Promise.all([write && read(write), client.query('COMMIT')]);
      client.release();
      return result;
    } catch (error) {
      // After a failed write PostgreSQL has taken COMMIT for a ROLLBACK already, and this one does nothing.
      const isUsable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      client.release(!isUsable);
      throw error;
    }
  });
}
