import type { IncomingMessage } from 'node:http';
import type { CallerLimits } from '../limits/callerLimits.ts';
import { contextOf } from './requestContext.ts';

/**
 * Resolves when the refusal of a request by a limit may be sent. Until then the request does not keep others of its caller
 * waiting.
 */
export async function holdBackRefusal(request: IncomingMessage, limits: CallerLimits): Promise<void> {
  const { address, leavePlace } = contextOf(request);
  leavePlace();
  await limits.holdBackRefusal(address);
}
