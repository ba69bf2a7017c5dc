import { rowsOf } from './preparedStatements.ts';
import type { Store } from './store.ts';

/** Returns the time of the database: the one clock that all processes share. */
export async function readDatabaseTime({ pool }: Pick<Store, 'pool'>): Promise<Date> {
  const [row] = await rowsOf<{ now: Date }>(
    pool,
    { name: 'database_time', text: 'SELECT clock_timestamp() AS now' },
    [],
  );
  return row!.now;
}
