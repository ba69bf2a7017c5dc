import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failureOf } from './failureOf.ts';
import { contextOf } from './requestContext.ts';
import type { Refusal, RefusalCode } from '../rules/failures/refusal.ts';
import { graphqlRefusal } from './graphqlRefusal.ts';

/** A request that ended before there was a route for it. */
export interface UnroutedRefusal {
  requestId: string;
  /** Null when not even that was read. */
  method: string | null;
  status: number;
  /** Null: it was not refused. Its caller left. */
  refusal: RefusalCode | null;
  remoteAddress: string | null;
}

/** How long a caller who was refused may take to read why and to close. */
const lingerMs = 1_000;

/**
 * Answers in place of Node, in the shape of every other failure of the same door, and ends the connection. Without a
 * request when Node could not read one.
 */
export function writeRefusal(
  socket: Duplex,
  refusal: Refusal,
  request: IncomingMessage | null = null,
): UnroutedRefusal {
  const requestId = request ? contextOf(request).requestId : randomUUID();
  const { status, body, retryAfterSeconds } = failureOf(refusal, 'en');
  const graphql = request && graphqlRefusal(request, status, body.message);
  const text = JSON.stringify(graphql?.body ?? body);
  const { allow } = refusal.facts;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${graphql?.mediaType ?? 'application/json'}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
    '',
    request?.method === 'HEAD' ? '' : text,
  ];
  socket.end(lines.join('\r\n'));
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  const remoteAddress = request ? contextOf(request).address : ((socket as Partial<Socket>).remoteAddress ?? null);
  return { requestId, method: request?.method ?? null, status, refusal: refusal.code, remoteAddress };
}

/** Returns the end of a request whose caller left before anything was done for it. */
export function leftUnanswered(request: IncomingMessage): UnroutedRefusal {
  const { requestId, address } = contextOf(request);
  return { requestId, method: request.method ?? null, status: 499, refusal: null, remoteAddress: address };
}
