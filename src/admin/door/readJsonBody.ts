import { PassThrough, pipeline } from 'node:stream';
import express, { type NextFunction, type Request, type Response } from 'express';
import { limits } from '../guards/limits.ts';

const parse = express.json({ limit: limits.bodyBytes });

/**
 * Reads the body, also of a caller who has closed their side after the request: such a connection is answered. body-parser
 * looks at the connection, takes the request for one that has been read already, and leaves `body` unset.
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
