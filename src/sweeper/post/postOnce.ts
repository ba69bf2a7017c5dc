import type { Networks } from '../../rules/callbacks/callableAddress.ts';
import { noResponse, type AttemptResult, type PostResult } from '../../store/deliveries/attemptResult.ts';
import { Exchange } from './exchange.ts';
import type { KeptConnections } from './keptConnections.ts';
import type { ResolveHost } from './resolveHost.ts';
import { startDeadline } from './startDeadline.ts';

export interface PostSettings {
  /** The time from the start, DNS included, to the last byte of the response (CALLBACK_TIMEOUT_S). */
  timeoutMs: number;
  /** Networks that may be called though they are not public (CALLBACK_ALLOW_NETWORKS). */
  allowedNetworks: Networks;
  /** Networks that are never called (CALLBACK_REFUSE_NETWORKS). */
  refusedNetworks: Networks;
  /** The addresses of this machine, as they are now. */
  ownNetworks: () => Networks;
  resolveHost: ResolveHost;
  /** Connections that may be used again. Left out: this POST has one to itself. */
  kept?: KeptConnections;
}

/**
 * Makes one POST and nothing else. No redirect is followed, nothing is sent again, and certificates are verified whatever
 * the environment says. The host is resolved once, every address is checked, and only a checked address is spoken to.
 * Never rejects: any failure is a result.
 */
export async function postOnce(
  url: string,
  body: string,
  headers: Record<string, string>,
  settings: PostSettings,
): Promise<PostResult> {
  const deadline = startDeadline(settings.timeoutMs);
  const exchange = new Exchange(url, settings, deadline.signal);
  let end: Pick<AttemptResult, 'outcome'> & Partial<PostResult>;
  try {
    end = await exchange.post(body, headers);
  } catch (error) {
    end = exchange.describe(error);
  } finally {
    deadline.clear();
    exchange.leave();
  }
  return { ...noResponse, ...exchange.measured, durationMs: exchange.elapsedMs, ...end };
}
