/** Ends an attempt that takes too long. */
export interface Deadline {
  signal: AbortSignal;
  /** Cancels the deadline. */
  clear(): void;
}

/** The number that is ended in one turn of the event loop, which takes about a millisecond. */
const endedAtOnce = 2;

const timedOut = new Error('the time for the attempt is over');
const due: AbortController[] = [];

/**
 * Starts a deadline, like AbortSignal.timeout. When many are due at the same moment, only a few are ended in one turn
 * of the event loop. Node would run all due timers before it looks at any socket, so that a thousand receivers that
 * never answer would keep everyone else waiting for most of a second.
 */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    due.push(controller);
    if (due.length === 1) setImmediate(endSome);
  }, timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function endSome(): void {
  for (const controller of due.splice(0, endedAtOnce)) controller.abort(timedOut);
  if (due.length > 0) setImmediate(endSome);
}
