import { PassThrough, pipeline } from 'node:stream';
import express, { type NextFunction, type Request, type Response } from 'express';
import { limits } from '../guards/queryLimits.ts';

const parse = express.json({ limit: limits.bodyBytes });

/**
 * Reads the body. It also works when the caller has closed their side of the connection after the request: body-parser would
 * think that the body was already read, and leave `body` unset.
 */
export function readJsonBody(request: Request, response: Response, next: NextFunction): void {
  if (request.socket.readable) {
    parse(request, response, next);
    return;
  }
  // The copy has no connection to look at. Everything that was sent has arrived, or the stream fails.
  const copy = Object.assign(new PassThrough(), { headers: request.headers, body: undefined });
  pipeline(request, copy, () => {});
  parse(copy as unknown as Request, response, (error: unknown) => {
    request.body = copy.body;
    next(error);
  });
}
