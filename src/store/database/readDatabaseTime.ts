import type { Store } from './store.ts';

/** Returns the time of the database: the one clock that all processes share. */
export async function readDatabaseTime({ prisma }: Store): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row!.now;
}
