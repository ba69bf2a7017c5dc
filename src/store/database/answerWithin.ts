import { setTimeout as passTime } from 'node:timers/promises';

/**
 * What the work comes to, or `late` when it takes longer; then it goes on, and nobody hears of it. Rejects only if the
 * work does so in time.
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
