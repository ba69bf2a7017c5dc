import { useSyncExternalStore } from 'react';

/** The width below which the navigation stands above the page, as in shell.css. */
const narrow = window.matchMedia('(width < 50rem)');

/** Tells whether the window is so narrow that nothing stands beside the page. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(hearChanges, () => narrow.matches);
}

function hearChanges(tell: () => void): () => void {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
}
