import type { IncomingMessage, RequestListener } from 'node:http';
import { countedAddress } from '../limits/callerAddress.ts';
import { ComputingTurns } from '../limits/computingTurns.ts';
import { FairQueue } from '../limits/fairQueue.ts';
import { isHealthCheck } from './healthRoutes.ts';
import { contextOf, hasLeft } from './requestContext.ts';

/**
 * Requests of one caller that are being answered at the same time: as many as the reads of all plugins, since more of them
 * would only wait for each other.
 */
const placesPerCaller = 32;
/** After this time a request begins without a place, so that slow ones of a caller keep its others waiting no longer. */
const longestWaitMs = 5_000;

/**
 * Returns a listener that lets requests in a few at a time. Health checks do not wait.
 *
 * - Each caller has a number of places, and a request has its place until it is answered or its refusal is held back. The
 *   others of the caller wait unread. Hundreds of requests under way would make each of them, and those of every other
 *   caller, slower.
 * - Requests begin in slices of time, for each address in turn. They can arrive in one turn of the event loop, and the
 *   beginning of each is computed immediately.
 *
 * `onLeft` is called in place of the listener for a request whose caller left while it waited.
 */
export function admitInTurns(listener: RequestListener, onLeft: (request: IncomingMessage) => void): RequestListener {
  // The connections of the port are the limit, and a turn is short.
  const places = new FairQueue({ places: Infinity, placesPerKey: placesPerCaller, longestWaitMs });
  const turns = new ComputingTurns();
  return (request, response) => {
    if (isHealthCheck(request)) {
      listener(request, response);
      return;
    }
    const context = contextOf(request);
    const address = countedAddress(context.address ?? '');
    const begin = () => {
      turns.run(address, admit).catch((error: unknown) => response.destroy(error as Error));
    };
    const admit = () => {
      if (!hasLeft(request, response)) return listener(request, response);
      onLeft(request);
      context.leavePlace();
    };
    const answerInPlace = async () =>
      new Promise<void>((leave) => {
        context.leavePlace = leave;
        response.once('close', leave);
        begin();
      });
    places.run(`${address} ${claimedPlugin(request)}`, answerInPlace).catch(begin);
  };
}

/**
 * Returns the plugin that a query names, or nothing. The name is not verified, but it gives each plugin behind one
 * address its own places.
 */
function claimedPlugin({ url = '' }: IncomingMessage): string {
  return /[?&]plugin_id=([a-z0-9]{8})(?:&|$)/.exec(url)?.[1] ?? '';
}
