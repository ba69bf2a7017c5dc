import { setTimeout as passTime } from 'node:timers/promises';
import type { CallerLimits } from './callerLimits.ts';

/** Resolves when the caller may hear that a limit refused this request. See `CallerLimits.delayOfRefusal`. */
export async function holdBackRefusal(limits: CallerLimits, address: string | null): Promise<void> {
  const delayMs = limits.delayOfRefusal(address);
  if (delayMs > 0) await passTime(delayMs);
}
