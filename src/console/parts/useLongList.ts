import { useSearchParams } from 'react-router';

/** The number of rows on a page of a list. */
const rowsOnPage = 50;

export interface LongList {
  page: { first: number; after: string | null };
  goOn(cursor: string | null): void;
}

/** Keeps the place in a list in the address, so that the way back is the browser's. */
export function useLongList(): LongList {
  const [search, setSearch] = useSearchParams();
  return {
    page: { first: rowsOnPage, after: search.get('after') },
    goOn: (cursor) => {
      const next = new URLSearchParams(search);
      if (cursor) next.set('after', cursor);
      setSearch(next);
    },
  };
}
