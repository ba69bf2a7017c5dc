import type { Cursor, PageRequest } from '../../rules/values/page.ts';

export interface Page<Row> {
  /** The rows, newest first, in whichever direction the page was reached. */
  rows: Row[];
  /** Returns whether there are newer rows. Asks the database at most once, and only when it is called. */
  hasPreviousPage: () => Promise<boolean>;
  /** Returns whether there are older rows, in the same way. */
  hasNextPage: () => Promise<boolean>;
}

/** The arguments for Prisma's `findMany` beside the filter. */
export interface KeysetQuery {
  where: object;
  orderBy: Record<string, 'asc' | 'desc'>[];
  take: number;
}

/** The names of the two columns of the order. */
export interface Keys {
  time: string;
  id: string;
  readId?: (text: string) => unknown;
}

/**
 * Reads one page by (time, id), by one statement whose cost does not depend on how deep the page lies. Rows of the same
 * time are ordered by id, so none is lost or repeated.
 *
 * In the direction of reading, there is another page if more rows follow. In the other direction, there is one if the
 * list has any row at the cursor or beyond it. The row of the cursor may have been removed.
 */
export async function keysetPage<Row>(
  request: PageRequest,
  keys: Keys,
  find: (query: KeysetQuery) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { size, direction, after, before } = request;
  const rows = await find({
    where: { AND: [after ? older(after, keys) : {}, before ? newer(before, keys) : {}] },
    orderBy: orderBy(direction, keys),
    // One extra row shows whether there is another page.
    take: size + 1,
  });
  const page = rows.slice(0, size);
  const goesOn = async () => rows.length > size;
  const isAny = async (where: object, towards: PageRequest['direction']) =>
    (await find({ where, orderBy: orderBy(towards, keys), take: 1 })).length > 0;
  return direction === 'forward'
    ? {
        rows: page,
        hasPreviousPage: async () => after !== null && isAny(newer(after, keys, 'orAt'), 'backward'),
        hasNextPage: goesOn,
      }
    : {
        rows: page.toReversed(),
        hasPreviousPage: goesOn,
        hasNextPage: async () => before !== null && isAny(older(before, keys, 'orAt'), 'forward'),
      };
}

export function mapPage<Row, Mapped>(page: Page<Row>, map: (row: Row) => Mapped): Page<Mapped> {
  return { ...page, rows: page.rows.map(map) };
}

function orderBy(direction: PageRequest['direction'], keys: Keys): KeysetQuery['orderBy'] {
  const order = direction === 'forward' ? 'desc' : 'asc';
  return [{ [keys.time]: order }, { [keys.id]: order }];
}

const older = (cursor: Cursor, keys: Keys, orAt?: 'orAt') => beyond(cursor, keys, ['lt', 'lte'], orAt);
const newer = (cursor: Cursor, keys: Keys, orAt?: 'orAt') => beyond(cursor, keys, ['gt', 'gte'], orAt);

/** The first condition is what an index can start from; PostgreSQL does not see it in the second. */
function beyond({ time, id }: Cursor, keys: Keys, [past, pastOrAt]: [string, string], orAt?: 'orAt'): object {
  const idValue = keys.readId ? keys.readId(id) : id;
  return {
    AND: [
      { [keys.time]: { [pastOrAt]: time } },
      { OR: [{ [keys.time]: { [past]: time } }, { [keys.id]: { [orAt ? pastOrAt : past]: idValue } }] },
    ],
  };
}
