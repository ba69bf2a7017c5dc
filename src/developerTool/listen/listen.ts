import { setTimeout as passTime } from 'node:timers/promises';
import { forwardCallback, type ForwardedCallback } from './forwardCallback.ts';
import { sandboxCall, type Refused, type SandboxService } from './sandboxCall.ts';

export interface ListenSettings extends SandboxService {
  forwardUrl: string;
  timeoutMs: number;
  /** The pause after a poll that found nothing. */
  intervalMs: number;
  /** The number of callbacks after which to end. */
  count: number;
  stopping: AbortSignal;
  onForwarded(callback: ForwardedCallback): void;
  /** Called once for each outage of the service, with the pause until it is asked again. */
  onUnavailable(message: string, waitMs: number): void;
}

/** The number of callbacks that are forwarded at the same time, so that a slow answer does not delay all others. */
const mostAtOnce = 8;
const longestPauseMs = 30_000;

/**
 * Fetches callbacks and forwards them, until it is stopped or has forwarded enough. Returns how the service refused
 * it; null: it did not.
 */
export async function listen(settings: ListenSettings): Promise<Refused | null> {
  const { stopping, intervalMs, count, onForwarded, onUnavailable } = settings;
  const inFlight = new Set<Promise<void>>();
  let fetched = 0;
  let isAway = false;
  let refusal: Refused | null = null;
  while (!stopping.aborted && fetched < count && refusal === null) {
    if (inFlight.size >= mostAtOnce) await Promise.race(inFlight);
    // A poll that is under way is not cut off: it may have fetched a callback.
    const reply = await sandboxCall(settings, '/sandbox/callbacks', {});
    if (reply.kind === 'refused') refusal = reply;
    else if (reply.kind === 'unavailable') {
      const waitMs = Math.min(longestPauseMs, Math.max(intervalMs, (reply.retryAfterSeconds ?? 0) * 1000));
      if (!isAway) onUnavailable(reply.message, waitMs);
      isAway = true;
      await pause(waitMs, stopping);
    } else {
      isAway = false;
      if (reply.resource['attempt'] === 0) {
        await pause(intervalMs, stopping);
        continue;
      }
      fetched += 1;
      const forwarding = forwardCallback(settings, reply.resource, settings.forwardUrl, settings.timeoutMs)
        .then(onForwarded)
        .finally(() => inFlight.delete(forwarding));
      inFlight.add(forwarding);
    }
  }
  await Promise.all(inFlight);
  return refusal;
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await passTime(ms, undefined, { signal: stopping }).catch(() => {});
}
