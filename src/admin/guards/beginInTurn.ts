import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';
import { contextOf, hasLeft } from '../../http/requestContext.ts';
import { FairQueue } from '../../limits/fairQueue.ts';
import { holderName } from '../../store/keys/apiKeys.ts';

/**
 * Returns a handler that lets one operation begin in each turn of the event loop, for each key in turn. Reading and
 * validating a query, or answering introspection, takes up to 30 ms without a pause. Without this, a hundred queries that arrive
 * together would keep the process from everything else until the last one is done.
 */
export function beginInTurn() {
  // The connections of the port are the limit.
  const queue = new FairQueue({ places: 1, placesPerKey: 1 });
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { actor } = contextOf(request).staff!;
    const begin = async () => {
      next();
      await nextTurn();
    };
    await queue.run(holderName(actor), begin, () => !hasLeft(request, response));
  };
}
