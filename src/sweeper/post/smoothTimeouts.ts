import { setTimeout as passTime } from 'node:timers/promises';

/** Resolves after an attempt that timed out, when its slot may be used again, or immediately when stopping. */
export type Smooth = (stopping: AbortSignal) => Promise<void>;

/** Waits as `spaceTimeouts` says. */
export function smoothTimeouts(timeoutMs: number, concurrency: number): Smooth {
  const freeAtMs = spaceTimeouts(timeoutMs, concurrency);
  return async (stopping) => {
    const nowMs = performance.now();
    const waitMs = freeAtMs(nowMs) - nowMs;
    if (waitMs > 0) await passTime(waitMs, undefined, { signal: stopping }).catch(() => {});
  };
}

/** Slots that come back together cost one claim. */
const groupMs = 100;

/**
 * Attempts that were started together also time out together. Without this, just as many would then start and time out
 * together, for ever, and nothing would happen between those bursts. The slots come back no faster than `concurrency`
 * attempts can time out in the long run, which spreads them evenly. Once they are spread, none waits.
 */
export function spaceTimeouts(timeoutMs: number, concurrency: number): (nowMs: number) => number {
  const spacingMs = timeoutMs / concurrency;
  let nextMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    nextMs = Math.max(nextMs + spacingMs, nowMs);
    return spacingMs < groupMs ? Math.ceil(nextMs / groupMs) * groupMs : nextMs;
  };
}
