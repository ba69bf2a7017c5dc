import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answering,
  responseText,
  startRawReceiver,
  type Behaviour,
  type RawReceiver,
} from '../../support/rawReceiver.ts';
import { attemptMaker, attemptOnce, type AttemptMaker } from '../attempt/oneAttempt.ts';

let maker: AttemptMaker;
let receiver: RawReceiver;

beforeAll(async () => {
  receiver = await startRawReceiver();
  maker = await attemptMaker();
});
afterAll(async () => {
  await maker.close();
  await receiver.close();
});

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const attemptAt = async (behaviour: Behaviour, expected?: { requests: number }) =>
  attemptOnce(maker, receiver, behaviour, expected);

describe('a response is acknowledged', () => {
  it.each([
    { what: 'of HTTP/1.0, until the connection closes', bytes: 'HTTP/1.0 200 OK\r\n\r\nSUCCESS' },
    { what: 'of HTTP/1.1, until the connection closes', bytes: 'HTTP/1.1 200 OK\r\n\r\nSUCCESS' },
    { what: 'without a reason', bytes: 'HTTP/1.1 200\r\nContent-Length: 7\r\n\r\nSUCCESS' },
    { what: 'in one chunk', bytes: `${chunked}7\r\nSUCCESS\r\n0\r\n\r\n` },
    { what: 'in chunks, with a trailer', bytes: `${chunked}3;x=y\r\nSUC\r\n4\r\nCESS\r\n0\r\nX-Trailer: a\r\n\r\n` },
    { what: 'of the same length twice', bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nSUCCESSSUCCESS' },
    { what: 'with a type that is wrong', bytes: responseText('200 OK', 'SUCCESS', ['Content-Type: image/png']) },
    { what: 'with a byte order mark', bytes: responseText('200 OK', '\uFEFFSUCCESS\r\n') },
    { what: 'with 10 KiB of headers', bytes: responseText('200 OK', 'SUCCESS', [`X-A: ${'a'.repeat(10_000)}`]) },
  ])('$what', async ({ bytes }) => {
    expect(await attemptAt(answering(bytes))).toMatchObject({ outcome: 'ACKNOWLEDGED', error: null, hint: null });
  });
});

describe('a response is not acknowledged', () => {
  const brokenOff = { outcome: 'CONNECTION_FAILED', httpStatus: 200, responseTruncated: true };
  const protocol = (reason: string) => `Response does not match the HTTP/1.1 protocol (${reason})`;
  const noHttp = (why: string, code: string) => ({
    outcome: 'CONNECTION_FAILED',
    httpStatus: null,
    hint: `the answer was not valid HTTP: ${why}`,
    error: `the answer was not valid HTTP: ${why} [${code}]`,
  });
  const otherwise = noHttp(
    'it did not begin with HTTP/1.1 and a status; something else may listen at that port',
    protocol('Expected HTTP/, RTSP/ or ICE/'),
  );
  const misframed = noHttp(
    'Content-Length was there twice, or together with Transfer-Encoding',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  );

  it.each<{ what: string; bytes: string | Buffer; row: object }>([
    {
      what: 'that is shorter than its Content-Length',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nSUCCESS',
      row: {
        ...brokenOff,
        responseBody: Buffer.from('SUCCESS'),
        hint: 'the body was SUCCESS, but the answer did not end: its Content-Length is 100, but 7 bytes came, and the connection was closed; send Content-Length: 7',
      },
    },
    {
      what: 'that is shorter than its Content-Length, and says that it closes',
      bytes: 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 8\r\n\r\nSUCCESS',
      row: {
        ...brokenOff,
        responseBody: Buffer.from('SUCCESS'),
        hint: 'the body was SUCCESS, but the answer did not end: its Content-Length is 8, but 7 bytes came, and the connection was closed; send Content-Length: 7',
      },
    },
    {
      what: 'that is a failure and shorter than its Content-Length',
      bytes: 'HTTP/1.1 500 Oh\r\nContent-Length: 100\r\n\r\nSUCCESS',
      row: {
        ...brokenOff,
        httpStatus: 500,
        hint: 'the answer began, but did not end: its Content-Length is 100, but 7 bytes came, and the connection was closed',
      },
    },
    {
      what: 'whose last chunk is missing',
      bytes: `${chunked}7\r\nSUCCESS\r\n`,
      row: {
        ...brokenOff,
        responseBody: Buffer.from('SUCCESS'),
        hint: 'the body was SUCCESS, but the answer did not end: its last chunk did not come, and the connection was closed; end it with the chunk of length 0',
      },
    },
    {
      what: 'whose chunks are malformed',
      bytes: `${chunked}seven\r\nSUCCESS\r\n0\r\n\r\n`,
      row: {
        ...brokenOff,
        hint: 'the answer was not valid HTTP: a chunk must begin with its size in hexadecimal digits',
      },
    },
    {
      what: 'whose last chunk is missing, and which says that it closes',
      bytes: `${chunked.replace('\r\n', '\r\nConnection: close\r\n')}7\r\nSUCCESS\r\n`,
      row: {
        ...brokenOff,
        responseBody: Buffer.from('SUCCESS'),
        hint: expect.stringMatching(/^the body was SUCCESS, but .* its last chunk did not come/),
      },
    },
    {
      what: 'whose status is too low',
      bytes: responseText('099 Low', 'SUCCESS'),
      row: noHttp('its status must be at least 100', 'ERR_ASSERTION'),
    },
    {
      what: 'whose status is no number',
      bytes: responseText('OK', 'SUCCESS'),
      row: noHttp('its status must be a number of three digits', protocol('Invalid status code')),
    },
    {
      what: 'whose lines end with LF alone',
      bytes: 'HTTP/1.1 200 OK\nContent-Length: 7\n\nSUCCESS',
      row: noHttp('its lines or chunks must end with CR LF', protocol('Missing expected CR after response line')),
    },
    {
      what: 'of another version of HTTP',
      bytes: 'HTTP/3.0 200 OK\r\nContent-Length: 7\r\n\r\nSUCCESS',
      row: noHttp('it must be of HTTP/1.1', protocol('Invalid HTTP version')),
    },
    {
      what: 'with two different Content-Lengths',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\nSUCCESS!',
      row: misframed,
    },
    {
      what: 'with both a length and chunks',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nSUCCESS\r\n0\r\n\r\n',
      row: misframed,
    },
    { what: 'that is no HTTP', bytes: 'SUCCESS', row: otherwise },
    { what: 'that is of another protocol', bytes: 'SSH-2.0-OpenSSH_9.6\r\n', row: otherwise },
    { what: 'that is binary', bytes: Buffer.from([0, 1, 2, 255, 254, 10]), row: otherwise },
    {
      what: 'whose headers hold a NUL',
      bytes: 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\nSUCCESS',
      row: noHttp('a header has a character that none may have', protocol('Invalid header value char')),
    },
    {
      what: 'whose headers are huge',
      bytes: responseText('200 OK', 'SUCCESS', [`X-A: ${'a'.repeat(100_000)}`]),
      row: { outcome: 'CONNECTION_FAILED', hint: 'the headers of the answer were too long' },
    },
    {
      what: 'that is nothing at all',
      bytes: '',
      row: {
        outcome: 'CONNECTION_FAILED',
        httpStatus: null,
        hint: 'the receiver closed the connection before it answered',
        error: 'the receiver closed the connection before it answered [UND_ERR_SOCKET]',
      },
    },
    {
      what: 'that switches to another protocol',
      bytes: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nSUCCESS',
      row: noHttp('it switched to another protocol, which was not requested', 'UND_ERR_SOCKET'),
    },
    {
      what: 'that says that there is no content',
      bytes: 'HTTP/1.1 204 No Content\r\n\r\n',
      row: { outcome: 'UNEXPECTED_BODY', httpStatus: 204, hint: 'the body was empty; it must be SUCCESS' },
    },
    {
      what: 'that says so, with the length of a body that is not sent',
      bytes: 'HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\nSUCCESS',
      row: { outcome: 'UNEXPECTED_BODY', httpStatus: 204, hint: 'the body was empty; it must be SUCCESS' },
    },
    {
      what: 'that is compressed',
      bytes: responseText('200 OK', gzipSync('SUCCESS'), ['Content-Encoding: gzip']),
      row: {
        outcome: 'UNEXPECTED_BODY',
        responseBody: gzipSync('SUCCESS'),
        hint: 'the body was compressed (Content-Encoding: gzip), though the request did not accept that; send it uncompressed',
      },
    },
  ])('$what', async ({ bytes, row }) => {
    expect(await attemptAt(answering(bytes))).toMatchObject(row);
  });

  it.each<{ what: string; behaviour: Behaviour; row: object; requests?: number }>([
    {
      what: 'when the connection is reset at once',
      behaviour: { onConnection: (socket) => socket.resetAndDestroy() },
      row: { outcome: 'CONNECTION_FAILED', httpStatus: null, responseBody: null },
      requests: 0,
    },
    {
      what: 'when the connection is closed at once',
      behaviour: { onConnection: (socket) => socket.destroy() },
      row: { outcome: 'CONNECTION_FAILED', httpStatus: null, responseBody: null },
      requests: 0,
    },
    {
      what: 'when the connection is reset in place of an answer',
      behaviour: { onRequest: (socket) => socket.resetAndDestroy() },
      row: { outcome: 'CONNECTION_FAILED', httpStatus: null, responseBody: null },
    },
    {
      what: 'when the connection is reset after the headers',
      behaviour: {
        onRequest: (socket) => {
          // The reset must not overtake them.
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nSUC', () => setImmediate(reset, socket));
        },
      },
      row: { outcome: 'CONNECTION_FAILED', httpStatus: 200, responseBody: Buffer.from('SUC'), responseTruncated: true },
    },
    {
      what: 'when the connection is reset after a body that only its end delimits',
      behaviour: { onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nSUCCESS', () => resetOnceRead(socket)) },
      row: {
        outcome: 'CONNECTION_FAILED',
        httpStatus: 200,
        responseBody: Buffer.from('SUCCESS'),
        responseTruncated: true,
        error: 'read ECONNRESET',
        hint: 'the body was SUCCESS, but the answer did not end: it had no Content-Length, and the connection was reset; send Content-Length: 7, or close the connection normally, without a reset',
      },
    },
    {
      what: 'when the connection is reset before the end that was announced',
      behaviour: {
        onRequest: (socket) => {
          const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 8\r\n\r\n';
          socket.write(`${head}SUCCESS`, () => resetOnceRead(socket));
        },
      },
      row: {
        outcome: 'CONNECTION_FAILED',
        httpStatus: 200,
        responseBody: Buffer.from('SUCCESS'),
        responseTruncated: true,
        error: 'read ECONNRESET',
        hint: 'the body was SUCCESS, but the answer did not end: its Content-Length is 8, but 7 bytes came, and the connection was reset; send Content-Length: 7',
      },
    },
  ])('$what', async ({ behaviour, row, requests = 1 }) => {
    const attempt = await attemptAt(behaviour, { requests });
    expect(attempt).toMatchObject(row);
    expect(attempt.error).toMatch(/ECONNRESET|EPIPE|\[UND_ERR_SOCKET\]$/);
  });

  it('when nothing listens', async () => {
    const gone = await startRawReceiver();
    await gone.close();

    expect(await maker.attempt(gone.url)).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      error: `connect ECONNREFUSED 127.0.0.1:${gone.port}`,
      hint: 'nothing listens at that address and port',
      remoteAddress: null,
    });
  });
});

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** A reset discards what the other side, in this process, has not read: after the timers of a turn, sockets are read. */
function resetOnceRead(socket: Socket): void {
  setTimeout(() => setImmediate(reset, socket), 20);
}
