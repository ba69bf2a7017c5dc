import { setTimeout as passTime } from 'node:timers/promises';

/** Causes a fault and fixes it; resolves when it is fixed. May count what exactly it did. */
export type Fault = (count: (what: string) => void) => Promise<void>;

/**
 * Brings about faults of all kinds for a while, at the same time, each kind after random pauses. chaos.ts has the faults.
 * Resolves when all are fixed, to the count of each kind.
 */
export async function injectFaults(
  faults: Record<string, Fault>,
  { random, forMs, longestPauseMs }: { random: () => number; forMs: number; longestPauseMs: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const endsAtMs = performance.now() + forMs;

  async function injectOneKind(name: string, fault: Fault): Promise<void> {
    for (;;) {
      await passTime(random() * longestPauseMs);
      if (performance.now() >= endsAtMs) return;
      count(name);
      await fault(count);
    }
  }

  await Promise.all(Object.entries(faults).map(async ([name, fault]) => injectOneKind(name, fault)));
  return counts;
}
