import { useEffect, useState, type ReactNode } from 'react';

/** An answer that takes less than this needs no sign that it takes time. */
const pauseMs = 200;

/** Shows its content after a pause, and something else before, so that what comes immediately does not flicker. */
export function AfterPause({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), pauseMs);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? children : before;
}
