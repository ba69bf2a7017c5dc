import { setTimeout as passTime } from 'node:timers/promises';

/** Resolves after an attempt that timed out, when its slot may be used again, or at once when stopping. */
export type Smooth = (stopping: AbortSignal) => Promise<void>;

/** Slots that come back together cost one claim. */
const groupMs = 100;

/**
 * Attempts that were started together and time out together would be followed by as many that start and time out
 * together, for ever, and between those bursts nothing would happen. Their slots come back no faster than `concurrency`
 * attempts can time out in the long run, which evens them out and costs no throughput.
 */
export function smoothTimeouts(timeoutMs: number, concurrency: number): Smooth {
  const spacingMs = timeoutMs / concurrency;
  let nextMs = 0;
  return async (stopping) => {
    nextMs = Math.max(nextMs, performance.now()) + spacingMs;
    const waitMs = Math.ceil(nextMs / groupMs) * groupMs - performance.now();
    await passTime(waitMs, undefined, { signal: stopping }).catch(() => {});
  };
}
