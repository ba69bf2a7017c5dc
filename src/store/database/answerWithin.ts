import { setTimeout as passTime } from 'node:timers/promises';

/**
 * Returns the result of the work, or `late` when it takes longer. The work then goes on, and its result is dropped. Rejects
 * only if the work rejects in time.
 */
export async function answerWithin<Value, Late>(
  longestMs: number,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  const timer = new AbortController();
  const waited = passTime(longestMs, late, { signal: timer.signal }).catch(() => late);
  try {
    return await Promise.race([work, waited]);
  } finally {
    timer.abort();
  }
}
