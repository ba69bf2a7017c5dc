import type { NextFunction, Request, Response } from 'express';
import { answerErrors } from './answerErrors.ts';

const allowed = 'GET, POST, OPTIONS';

/**
 * Answers OPTIONS without a key, since browsers send none with it. There is no CORS header in the answer, so scripts of
 * other sites stay outside, whatever key they have.
 */
export function answerOptions({ method }: Request, response: Response, next: NextFunction): void {
  if (method === 'OPTIONS') response.status(204).set('Allow', allowed).end();
  else next();
}

/** Refuses a WebSocket, also without a key: a browser sends none with it. */
export function refuseWebSocket({ headers }: Request, response: Response, next: NextFunction): void {
  if (headers.upgrade?.toLowerCase() !== 'websocket') {
    next();
    return;
  }
  const message = 'There are no subscriptions here, and no WebSockets: send queries by POST, and ask again instead.';
  answerErrors(response, 400, [{ message, extensions: { code: 'BAD_REQUEST' } }]);
}

export function allowMethods({ method }: Request, response: Response, next: NextFunction): void {
  if (method === 'GET' || method === 'POST') {
    next();
    return;
  }
  const message = `Send queries by POST, or by GET; ${method} does nothing here.`;
  response.set('Allow', allowed);
  answerErrors(response, 405, [{ message, extensions: { code: 'METHOD_NOT_ALLOWED' } }]);
}
