import { useEffect } from 'react';
import { useVisibleSince } from './visibility.ts';

const triesEveryMs = 3000;

/**
 * Calls `tryAgain` every three seconds while it is needed and the page is visible, and at once when the browser is online
 * again. A longer wait that the service requested is kept.
 */
export function useTries(isNeeded: boolean, tryAgain: () => void, askedMs = 0): void {
  const isVisible = useVisibleSince() !== null;
  useEffect(() => {
    if (!isNeeded || !isVisible) return;
    const timer = setInterval(tryAgain, Math.max(triesEveryMs, askedMs));
    if (askedMs === 0) window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [isNeeded, isVisible, tryAgain, askedMs]);
}
