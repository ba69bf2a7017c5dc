import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal, type RefusalCode } from '../rules/refusal.ts';
import { failureOf } from './failureBody.ts';
import { sendJson } from './sendJson.ts';

/** Node's error codes of requests that it gave up before there was a request object. */
const refusals: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Gives what Node's HTTP server refuses by itself (bad framing, huge headers, late requests, odd expectations, CONNECT)
 * the same JSON body as every other failure.
 */
export function answerProtocolErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else writeFailure(socket, refusals[error.code ?? ''] ?? 'MALFORMED_REQUEST');
  });
  server.on('connect', (_request, socket: Duplex) => writeFailure(socket, 'METHOD_NOT_ALLOWED'));
  server.on('checkExpectation', (_request, response) => {
    const { status, body } = failureOf(new Refusal('EXPECTATION_FAILED'), 'en');
    sendJson(response, status, body);
  });
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
}
