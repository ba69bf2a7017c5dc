import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { Refusal, type RefusalCode } from '../rules/refusal.ts';
import { failureOf } from './failureOf.ts';
import { requestIdOf } from './requestIdOf.ts';
import { sendJson } from './sendJson.ts';

/** Node's error codes of requests that it gave up before there was a request object. */
const refusals: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_INVALID_URL: 'MALFORMED_TARGET',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** A request that was refused before there was a route for it. */
export interface UnroutedRefusal {
  requestId: string;
  /** Null when not even that was read. */
  method: string | null;
  status: number;
  refusal: RefusalCode;
  remoteAddress: string | null;
}

type OnUnrouted = (refused: UnroutedRefusal) => void;

/** How long a caller who was refused may take to read why and to close. */
const lingerMs = 1_000;

/**
 * Gives what Node's HTTP server refuses by itself (bad framing, huge headers, late requests, odd expectations, CONNECT)
 * the same JSON body as every other failure.
 */
export function answerProtocolErrors(server: Server, onUnrouted: OnUnrouted): void {
  const whenAnswered = watchAnswers(server);
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    // Bytes that follow a refusal: closing on them would reset the connection before the caller has read it.
    if (socket.writableEnded) return;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusals[error.code ?? ''] ?? 'MALFORMED_REQUEST';
    whenAnswered(socket, () => {
      if (socket.writable) writeFailure(socket, refusal, null, onUnrouted);
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Node has let go of this socket: an error that nobody hears would end the process, and unread it would never close.
    socket.on('error', () => socket.destroy());
    socket.resume();
    writeFailure(socket, 'METHOD_NOT_ALLOWED', request, onUnrouted);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuse(request, response, 'EXPECTATION_FAILED', onUnrouted);
  });
}

/**
 * Calls back when the requests that had arrived whole on a connection have been answered, at once if there are none:
 * answers come in the order of the requests (RFC 9112, 9.3.2), and what was asked for is being done.
 */
function watchAnswers(server: Server): (socket: Duplex, then: () => void) => void {
  const answering = new WeakMap<Duplex, Map<ServerResponse, IncomingMessage>>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const onSocket = answering.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>();
    answering.set(request.socket, onSocket.set(response, request));
    response.once('close', () => onSocket.delete(response));
  });
  return function whenAnswered(socket, then) {
    const [next] = [...(answering.get(socket) ?? [])].find(([, request]) => request.complete) ?? [];
    if (next) next.once('close', () => whenAnswered(socket, then));
    else then();
  };
}

/**
 * The app as a listener that also refuses, in that same shape, what would reach no route: requests without exactly one
 * Host (RFC 9112, 3.2) and targets that are no URL, which Express gives back unanswered.
 */
export function requestListener(app: Express, onUnrouted: OnUnrouted): RequestListener {
  return (request, response) => {
    if (!hasOneHost(request) || !hasReadableTarget(request)) {
      refuse(request, response, 'MALFORMED_REQUEST', onUnrouted);
      return;
    }
    app(request as Request, response as Response, () => {
      // An error after the headers: only the end of the connection can tell.
      if (response.headersSent) response.destroy();
      else refuse(request, response, 'MALFORMED_REQUEST', onUnrouted);
    });
  };
}

function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const count = headersDistinct['host']?.length ?? 0;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/** A path, `*`, or an absolute URL: one that is broken would make Node print it, with the access token in it. */
function hasReadableTarget({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: RefusalCode,
  onUnrouted: OnUnrouted,
): void {
  const { status, body } = failureOf(new Refusal(refusal), 'en');
  const requestId = requestIdOf(request);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  sendJson(response, status, body);
  const { method = null, socket } = request;
  onUnrouted({ requestId, method, status, refusal, remoteAddress: socket.remoteAddress ?? null });
}

/** Without a request when Node could not read one. */
function writeFailure(
  socket: Duplex,
  refusal: RefusalCode,
  request: IncomingMessage | null,
  onUnrouted: OnUnrouted,
): void {
  const { status, body } = failureOf(new Refusal(refusal, { facts: { allow: 'GET, POST' } }), 'en');
  const requestId = request ? requestIdOf(request) : randomUUID();
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      ...(status === 405 ? ['Allow: GET, POST'] : []),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  const { remoteAddress = null } = socket as Partial<Socket>;
  onUnrouted({ requestId, method: request?.method ?? null, status, refusal, remoteAddress });
}
