import { useSyncExternalStore } from 'react';

let visibleSinceMs = sinceNow();
document.addEventListener('visibilitychange', () => {
  visibleSinceMs = sinceNow();
});

/** Returns since when the page is visible, on the clock of `performance.now()`; null: it is hidden. */
export function useVisibleSince(): number | null {
  return useSyncExternalStore(subscribe, () => visibleSinceMs);
}

function subscribe(hear: () => void): () => void {
  document.addEventListener('visibilitychange', hear);
  return () => document.removeEventListener('visibilitychange', hear);
}

function sinceNow(): number | null {
  return document.visibilityState === 'visible' ? performance.now() : null;
}
