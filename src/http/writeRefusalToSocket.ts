import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../rules/failures/refusal.ts';
import { helpLink } from './helpLink.ts';
import { failureOf } from './refusalMessages.ts';
import { overWithoutRoute, type RequestOver } from './observeRequests.ts';
import { contextOf } from './requestContext.ts';
import { languageOf } from './requestLanguage.ts';

/** The time that a refused caller may take to read the reason and to close. */
const lingerMs = 1_000;

/**
 * Answers instead of Node, in the same form as the other failures of that door, and closes the connection. There is no
 * request when Node could not read one. With a response, answerFailure.ts answers (REST) or answerDoorFailure.ts (GraphQL).
 */
export function writeRefusalToSocket(
  socket: Duplex,
  refusal: Refusal,
  request: IncomingMessage | null = null,
): RequestOver {
  const { requestId, address } = request
    ? contextOf(request)
    : { requestId: randomUUID(), address: (socket as Partial<Socket>).remoteAddress ?? null };
  const { status, body, retryAfterSeconds } = failureOf(refusal, request ? languageOf(request) : 'en');
  const { mediaType, text } = inFormOfDoor(request, status, body);
  const { allow } = refusal.facts;
  // Nobody knows for which port a request was that could not be read. Mostly a developer sent it.
  const hasDocs = request === null || (contextOf(request).hasDocs && !isForGraphql(request));
  const help = hasDocs ? helpLink(refusal.code) : undefined;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${mediaType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...(help === undefined ? [] : [`Link: ${help}`]),
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
    '',
    request?.method === 'HEAD' ? '' : text,
  ];
  socket.end(lines.join('\r\n'));
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  return overWithoutRoute({ requestId, address }, { method: request?.method ?? null, status, refusal: refusal.code });
}

/** The media type of answers that GraphQL over HTTP defines. */
export const graphqlResponseType = 'application/graphql-response+json';
const graphqlCodes: Record<number, string | undefined> = {
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
};

/**
 * Writes the refusal in the form of the door. Requests to /graphql always get GraphQL's form of errors, and its own media
 * type if `Accept` names it.
 */
function inFormOfDoor(request: IncomingMessage | null, status: number, body: { message: string }) {
  if (!request || !isForGraphql(request)) {
    return { mediaType: 'application/json', text: JSON.stringify(body) };
  }
  const errors = [{ message: body.message, extensions: { code: graphqlCodes[status] ?? 'BAD_REQUEST' } }];
  const mediaType = request.headers.accept?.includes(graphqlResponseType) ? graphqlResponseType : 'application/json';
  return { mediaType, text: JSON.stringify({ errors }) };
}

function isForGraphql({ url = '' }: IncomingMessage): boolean {
  return /^\/graphql\/?(\?|$)/.test(url);
}
