import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { ComputingTurns } from '../limits/computingTurns.ts';
import { Refusal, type RefusalCode } from '../rules/failures/refusal.ts';
import type { Connections } from './connections.ts';
import { helpLink } from './helpLink.ts';
import { failureOf } from './refusalMessages.ts';
import { overWithoutRoute, type RequestOver } from './observeRequests.ts';
import { contextOf } from './requestContext.ts';
import { languageOf } from './requestLanguage.ts';
import { sendJson } from './routeHelpers.ts';
import { writeRefusalToSocket } from './writeRefusalToSocket.ts';

/** The refusals by Node's error codes, for requests that it gives up before there is a request object. */
const refusals: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_INVALID_URL: 'MALFORMED_TARGET',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Answers what Node's HTTP server refuses by itself (bad framing, huge headers, late requests, odd expectations, CONNECT)
 * with the same JSON body as every other failure.
 */
export function answerProtocolErrors(
  server: Server,
  connections: Connections,
  onOver: (over: RequestOver) => void,
): void {
  const refused = new WeakSet<Socket>();
  // Node finds all late requests at the same time, which may be thousands.
  const late = new ComputingTurns();
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // More bytes follow a refusal. Closing on them would reset the connection before the caller has read it.
    if (socket.writableEnded) return;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusals[error.code ?? ''] ?? 'MALFORMED_REQUEST';
    const answer = () => {
      whenAnswered(connections, socket, () => {
        if (socket.writable) onOver(writeRefusalToSocket(socket, new Refusal(refusal)));
      });
    };
    if (refusal === 'REQUEST_TIMEOUT') void late.run('', answer);
    else answer();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Node no longer handles this socket. An error without a listener would end the process; a socket that is not read
    // would never close.
    socket.on('error', () => socket.destroy());
    socket.resume();
    onOver(writeRefusalToSocket(socket, new Refusal('METHOD_NOT_ALLOWED', { facts: { allow: 'GET, POST' } }), request));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuse(request, response, 'EXPECTATION_FAILED', onOver);
  });
}

/**
 * Calls back when the requests that had arrived whole on a connection have been answered; immediately if there are none.
 * Answers come in the order of the requests (RFC 9112, 9.3.2).
 */
function whenAnswered(connections: Connections, socket: Socket, then: () => void): void {
  const open = connections.answering(socket);
  if (open) open.response.once('close', () => whenAnswered(connections, socket, then));
  else then();
}

/**
 * Returns the app as a listener that also refuses, in the same shape, what would reach no route: requests without exactly
 * one Host (RFC 9112, 3.2) and targets that are no URL, which Express gives back unanswered.
 */
export function requestListener(app: Express, onOver: (over: RequestOver) => void): RequestListener {
  return (request, response) => {
    if (!hasOneHost(request) || !hasReadableTarget(request)) {
      refuse(request, response, 'MALFORMED_REQUEST', onOver);
      return;
    }
    app(request as Request, response as Response, () => {
      // After the headers, only the end of the connection can show an error.
      if (response.headersSent) response.destroy();
      else refuse(request, response, 'MALFORMED_REQUEST', onOver);
    });
  };
}

function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const count = headersDistinct['host']?.length ?? 0;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/** Accepts a path, `*` or an absolute URL. A broken URL would make Node print it, with the access token in it. */
function hasReadableTarget({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: RefusalCode,
  onOver: (over: RequestOver) => void,
): void {
  const { status, body } = failureOf(new Refusal(refusal), languageOf(request));
  const context = contextOf(request);
  response.setHeader('X-Request-Id', context.requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const help = context.hasDocs ? helpLink(refusal) : undefined;
  if (help !== undefined) response.setHeader('Link', help);
  sendJson(response, status, body);
  onOver(overWithoutRoute({ ...context, endpoint: 'other' }, { method: request.method ?? null, status, refusal }));
}
