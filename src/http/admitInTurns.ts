import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { countedAddress } from '../limits/callerAddress.ts';
import { ComputingTurns } from '../limits/computingTurns.ts';
import { isHealthCheck } from './healthRoutes.ts';
import { contextOf } from './requestContext.ts';

/**
 * Returns a listener that lets requests in a few at a time, for each address in turn. Requests on hundreds of connections
 * can arrive in one turn of the event loop, and the beginning of each is computed at once. Without this, a request from
 * another address would wait for all of them. Health checks do not wait. `onLeft` is called in place of the listener for a
 * request whose caller left while it waited.
 */
export function admitInTurns(listener: RequestListener, onLeft: (request: IncomingMessage) => void): RequestListener {
  // The connections of the port are the limit, and a turn is short.
  const turns = new ComputingTurns();
  function admit(request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }): void {
    if (response.closed) onLeft(request);
    else listener(request, response);
  }
  return (request, response) => {
    if (isHealthCheck(request)) {
      listener(request, response);
      return;
    }
    turns
      .run(countedAddress(contextOf(request).address ?? ''), () => admit(request, response))
      .catch((error: unknown) => response.destroy(error as Error));
  };
}
