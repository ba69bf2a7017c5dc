import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds. Returns false when `timeoutMs` passed first. Throws what the condition throws. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 5 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadlineMs) return false;
    await delay(everyMs);
  }
}
