import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { Refusal, type RefusalCode } from '../rules/refusal.ts';
import { failureOf } from './failureBody.ts';
import { sendJson } from './sendJson.ts';

/** Node's error codes of requests that it gave up before there was a request object. */
const refusals: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long a caller who was refused may take to read why and to close. */
const lingerMs = 1_000;

/**
 * Gives what Node's HTTP server refuses by itself (bad framing, huge headers, late requests, odd expectations, CONNECT)
 * the same JSON body as every other failure.
 */
export function answerProtocolErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    // Bytes that follow a refusal: closing on them would reset the connection before the caller has read it.
    if (socket.writableEnded) return;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else writeFailure(socket, refusals[error.code ?? ''] ?? 'MALFORMED_REQUEST');
  });
  server.on('connect', (_request, socket: Duplex) => {
    // Node has let go of this socket: an error that nobody hears would end the process, and unread it would never close.
    socket.on('error', () => socket.destroy());
    socket.resume();
    writeFailure(socket, 'METHOD_NOT_ALLOWED');
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => refuse(response, 'EXPECTATION_FAILED'));
}

/**
 * The app as a listener that also refuses, in that same shape, what would reach no route: requests without exactly one
 * Host (RFC 9112, 3.2) and targets that are no URL, which Express gives back unanswered.
 */
export function requestListener(app: Express): RequestListener {
  return (request, response) => {
    if (!hasOneHost(request) || !hasReadableTarget(request)) {
      refuse(response, 'MALFORMED_REQUEST');
      return;
    }
    app(request as Request, response as Response, () => {
      // An error after the headers: only the end of the connection can tell.
      if (response.headersSent) response.destroy();
      else refuse(response, 'MALFORMED_REQUEST');
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

function refuse(response: ServerResponse, code: RefusalCode): void {
  const { status, body } = failureOf(new Refusal(code), 'en');
  sendJson(response, status, body);
}

function writeFailure(socket: Duplex, code: RefusalCode): void {
  const { status, body } = failureOf(new Refusal(code, { facts: { allow: 'GET, POST' } }), 'en');
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...(status === 405 ? ['Allow: GET, POST'] : []),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
}
