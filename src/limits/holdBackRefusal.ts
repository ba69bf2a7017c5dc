import type { Request } from 'express';
import { setTimeout as passTime } from 'node:timers/promises';
import { callerAddress } from './callerAddress.ts';
import type { CallerLimits } from './callerLimits.ts';

/** Resolves when the caller may hear that a limit refused this request. See `CallerLimits.delayOfRefusal`. */
export async function holdBackRefusal(limits: CallerLimits, request: Request): Promise<void> {
  const delayMs = limits.delayOfRefusal(callerAddress(request));
  if (delayMs > 0) await passTime(delayMs);
}
