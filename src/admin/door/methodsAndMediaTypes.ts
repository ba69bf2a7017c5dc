import type { NextFunction, Request, Response } from 'express';
import { graphqlResponseType } from '../../http/writeRefusalToSocket.ts';
import { answerErrors, wantedMediaType } from './answerErrors.ts';

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
  const message = 'There are no subscriptions here, and no WebSockets: send queries by POST, and repeat them instead.';
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

interface Refused {
  status: 406 | 415;
  message: string;
}

/**
 * Refuses a body that is not JSON, and a caller who accepts no media type that an answer can have. Apollo would look at
 * `Accept` only after a mutation is done.
 */
export function requireMediaTypes(request: Request, response: Response, next: NextFunction): void {
  const refused = refuseMediaTypes(request);
  if (!refused) {
    next();
    return;
  }
  const { status, message } = refused;
  answerErrors(response, status, [{ message, extensions: { code: 'BAD_REQUEST' } }]);
}

function refuseMediaTypes(request: Request): Refused | null {
  if (wantedMediaType(request) === null) {
    return { status: 406, message: `Answers are application/json or ${graphqlResponseType}: accept one.` };
  }
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/json' || (type === undefined && request.method === 'GET')) return null;
  if (type === 'multipart/form-data') {
    return { status: 415, message: 'Uploads (multipart/form-data) are not supported: send the query as JSON.' };
  }
  return { status: 415, message: 'Send the query as JSON, with Content-Type: application/json.' };
}
