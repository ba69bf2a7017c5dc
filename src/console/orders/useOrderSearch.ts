import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { changeSearch } from './orderSearch.ts';

/**
 * Reads the search of the address, and changes parts of it. The router shows a change only after a while: one that follows
 * at once, or comes from a timer, is added to the newest search and not to the one that was shown.
 */
export function useOrderSearch(): [search: URLSearchParams, change: (changes: Record<string, string>) => void] {
  const [search, setSearch] = useSearchParams();
  const newest = useRef(search);
  // The back button and links change the address, too.
  useLayoutEffect(() => {
    newest.current = search;
  }, [search]);
  const change = (changes: Record<string, string>) => {
    newest.current = changeSearch(newest.current, changes);
    setSearch(newest.current);
  };
  return [search, change];
}
