import type pg from 'pg';
import type { Prisma } from '../generated/client.ts';
import { limitStatements } from './connectionPool.ts';
import { inOneWrite } from './inOneWrite.ts';
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

/**
 * PostgreSQL ends a statement that waits longer, and the COMMIT behind it undoes everything. It must be shorter than
 * `longestSilenceMs`: a process that gave up first could not take back the COMMIT that it has sent.
 */
const longestStatementMs = 15_000;

/**
 * The settings of transactions that find all their rows by an index. PostgreSQL plans a prepared statement by what it
 * knows of the tables at that moment. While tables are small it would choose to read everything, and keep that plan
 * when they have grown. One plan fits all values, so it is made once rather than for each of the first values. `jit` is
 * off because PostgreSQL would compile a plan that still has to sort: it takes such a plan for very expensive.
 */
export const byIndex = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort', 'jit'].map(
    (name) => `SET LOCAL ${name} = off`,
  ),
  'SET LOCAL plan_cache_mode = force_generic_plan',
];

/** Returns how to read on a connection of a Store's pool, on its reader, or in a transaction. */
export function readOn(connections: Pick<pg.Pool, 'query'>): Read {
  return async ({ name, sql }) => rowsOf(connections, { name, text: sql.text }, sql.values);
}

/**
 * Reads, decides and writes, in one transaction. BEGIN goes out with the first statement and COMMIT with the last, so that
 * they cost no time on the way. Like `inTransaction`, it starts again when PostgreSQL undoes it for another transaction. There
 * must be an index for whatever the statements look for.
 */
export async function decideAndWrite<Result>(
  { pool }: Pick<Store, 'pool'>,
  decide: (read: Read) => Promise<Decision<Result>>,
): Promise<Result> {
  const limited = limitStatements(pool, longestStatementMs, byIndex);
  return retryConflicts(async () => {
    const client = await limited.connect();
    let decided: Promise<Decision<Result>> | undefined;
    try {
      const read = readOn(client);
      const [begun, deciding] = inOneWrite(client, () => [client.query({ text: 'BEGIN' }), decide(read)] as const);
      decided = deciding;
      const [{ write, result }] = await Promise.all([decided, begun]);
      await inOneWrite(client, async () => Promise.all([write && read(write), client.query('COMMIT')]));
      client.release();
      return result;
    } catch (error) {
      // If only BEGIN failed, its statements must not go on while somebody else uses the connection.
      await decided?.catch(() => {});
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

/**
 * Writes by one statement in a separate transaction, with the same limits, in one message. Returns the rows of the
 * statement.
 */
export async function writeAtOnce<Row extends object>(
  { pool }: Pick<Store, 'pool'>,
  statement: NamedSql,
): Promise<Row[]> {
  return readOn(limitStatements(pool, longestStatementMs, byIndex))<Row>(statement);
}
