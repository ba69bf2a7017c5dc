import type { PageRequest } from '../rules/page.ts';

export interface Page<Row> {
  /** Newest first, whichever way the page was reached. */
  rows: Row[];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
}

/** What to hand to Prisma's `findMany` beside the filter. */
export interface KeysetQuery {
  where: object;
  orderBy: Record<string, 'asc' | 'desc'>[];
  take: number;
}

/**
 * One page by (time, id), in one statement whose cost does not depend on how deep the page lies. `keys` are the names of
 * the two columns; equal times are told apart by the id, so nothing is lost or repeated.
 */
export async function keysetPage<Row>(
  request: PageRequest,
  keys: { time: string; id: string; readId?: (text: string) => unknown },
  find: (query: KeysetQuery) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { size, direction, cursor } = request;
  const order = direction === 'forward' ? 'desc' : 'asc';
  const rows = await find({
    where: cursor ? beyond(cursor, direction, keys) : {},
    orderBy: [{ [keys.time]: order }, { [keys.id]: order }],
    // One more than asked for tells whether there is another page.
    take: size + 1,
  });
  const page = rows.slice(0, size);
  const goesOn = rows.length > size;
  return direction === 'forward'
    ? { rows: page, hasPreviousPage: cursor !== null, hasNextPage: goesOn }
    : { rows: page.toReversed(), hasPreviousPage: goesOn, hasNextPage: cursor !== null };
}

export function mapPage<Row, Mapped>(page: Page<Row>, map: (row: Row) => Mapped): Page<Mapped> {
  return { ...page, rows: page.rows.map(map) };
}

/** The first condition is what an index can start from; PostgreSQL does not see it in the second. */
function beyond(
  { time, id }: { time: Date; id: string },
  direction: PageRequest['direction'],
  keys: { time: string; id: string; readId?: (text: string) => unknown },
): object {
  const [past, pastOrAt] = direction === 'forward' ? ['lt', 'lte'] : ['gt', 'gte'];
  const idValue = keys.readId ? keys.readId(id) : id;
  return {
    AND: [
      { [keys.time]: { [pastOrAt]: time } },
      { OR: [{ [keys.time]: { [past]: time } }, { [keys.id]: { [past]: idValue } }] },
    ],
  };
}
