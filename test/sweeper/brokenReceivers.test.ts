import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answering,
  responseText,
  startRawReceiver,
  successText,
  type Behaviour,
  type RawReceiver,
} from '../support/rawReceiver.ts';
import { attemptMaker, type AttemptMaker } from './oneAttempt.ts';

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

const mebibyte = 1024 * 1024;
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The one row of an attempt at a receiver that behaves so; the receiver saw one connection, and it is closed. */
async function attemptAt(behaviour: Behaviour, { requests = 1 } = {}) {
  receiver.behave(behaviour);
  const row = await maker.attempt(receiver.url);
  await receiver.quiet();
  expect({ connections: receiver.connections, requests: receiver.requests.length }).toEqual({
    connections: 1,
    requests,
  });
  return row;
}

describe('a response is acknowledged', () => {
  it.each([
    { what: 'of HTTP/1.0, until the connection closes', bytes: 'HTTP/1.0 200 OK\r\n\r\nSUCCESS' },
    { what: 'of HTTP/1.1, until the connection closes', bytes: 'HTTP/1.1 200 OK\r\n\r\nSUCCESS' },
    { what: 'without a reason', bytes: 'HTTP/1.1 200\r\nContent-Length: 7\r\n\r\nSUCCESS' },
    { what: 'in one chunk', bytes: `${chunked}7\r\nSUCCESS\r\n0\r\n\r\n` },
    { what: 'in chunks, with a trailer', bytes: `${chunked}3;x=y\r\nSUC\r\n4\r\nCESS\r\n0\r\nX-Trailer: a\r\n\r\n` },
    { what: 'after early hints', bytes: `HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${String(successText)}` },
    {
      what: 'after several interim responses',
      bytes: `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${String(successText)}`,
    },
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
  const noHttp = { outcome: 'CONNECTION_FAILED', httpStatus: null, hint: 'the answer was not valid HTTP' };

  it.each<{ what: string; bytes: string | Buffer; row: object }>([
    {
      what: 'that is shorter than its Content-Length',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nSUCCESS',
      row: { ...brokenOff, responseBody: Buffer.from('SUCCESS') },
    },
    {
      what: 'whose last chunk is missing',
      bytes: `${chunked}7\r\nSUCCESS\r\n`,
      row: { ...brokenOff, responseBody: Buffer.from('SUCCESS') },
    },
    { what: 'whose chunks are malformed', bytes: `${chunked}seven\r\nSUCCESS\r\n0\r\n\r\n`, row: brokenOff },
    {
      what: 'with two different Content-Lengths',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\nSUCCESS!',
      row: noHttp,
    },
    {
      what: 'with both a length and chunks',
      bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nSUCCESS\r\n0\r\n\r\n',
      row: noHttp,
    },
    { what: 'that is no HTTP', bytes: 'SUCCESS', row: noHttp },
    { what: 'that is of another protocol', bytes: 'SSH-2.0-OpenSSH_9.6\r\n', row: noHttp },
    { what: 'that is binary', bytes: Buffer.from([0, 1, 2, 255, 254, 10]), row: noHttp },
    { what: 'whose headers hold a NUL', bytes: 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\nSUCCESS', row: noHttp },
    {
      what: 'whose headers are huge',
      bytes: responseText('200 OK', 'SUCCESS', [`X-A: ${'a'.repeat(100_000)}`]),
      row: { outcome: 'CONNECTION_FAILED', hint: 'the headers of the answer were too long' },
    },
    {
      what: 'that is nothing at all',
      bytes: '',
      row: { outcome: 'CONNECTION_FAILED', httpStatus: null, error: 'UND_ERR_SOCKET: other side closed' },
    },
    {
      what: 'that switches to another protocol',
      bytes: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nSUCCESS',
      row: noHttp,
    },
    {
      what: 'after a 100 that nobody asked for',
      bytes: `HTTP/1.1 100 Continue\r\n\r\n${String(successText)}`,
      row: { outcome: 'CONNECTION_FAILED', hint: 'the answer began with 100 Continue, which was not asked for' },
    },
    {
      what: 'that says that there is no content',
      bytes: 'HTTP/1.1 204 No Content\r\n\r\n',
      row: { outcome: 'UNEXPECTED_BODY', httpStatus: 204, hint: 'the body was empty; it must be SUCCESS' },
    },
    {
      what: 'that is compressed',
      bytes: responseText('200 OK', gzipSync('SUCCESS'), ['Content-Encoding: gzip']),
      row: {
        outcome: 'UNEXPECTED_BODY',
        responseBody: gzipSync('SUCCESS'),
        hint: 'the body was compressed, though the request did not accept that',
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
  ])('$what', async ({ behaviour, row, requests = 1 }) => {
    const attempt = await attemptAt(behaviour, { requests });
    expect(attempt).toMatchObject(row);
    expect(attempt.error).toMatch(/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)|ECONNRESET/);
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

describe('of a body, 4 KiB are kept', () => {
  it.each([
    { what: 'a NUL and malformed UTF-8', body: Buffer.from([0, 0x53, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0]) },
    { what: 'every byte there is', body: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) },
    { what: '4 KiB of NUL', body: Buffer.alloc(4096) },
    { what: 'nothing', body: Buffer.alloc(0) },
  ])('byte for byte: $what', async ({ body }) => {
    const row = await attemptAt(answering(responseText('200 OK', body)));

    expect(row).toMatchObject({ outcome: 'UNEXPECTED_BODY', responseTruncated: false });
    expect(row.responseBody).toEqual(body);
  });

  it.each([
    { what: 'one byte more', bytes: responseText('200 OK', 'a'.repeat(4097)) },
    { what: 'one byte more, after SUCCESS', bytes: responseText('200 OK', `SUCCESS${' '.repeat(4090)}`) },
    {
      what: 'a gzip bomb',
      bytes: responseText('200 OK', gzipSync(Buffer.alloc(64 * mebibyte)), ['Content-Encoding: gzip']),
    },
  ])('and not $what', async ({ bytes }) => {
    const row = await attemptAt(answering(bytes));

    expect(row).toMatchObject({ outcome: 'UNEXPECTED_BODY', responseTruncated: true });
    expect(row.responseBody).toEqual(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).subarray(0, 4096));
  });

  it.each([
    {
      what: '1 GiB',
      head: `HTTP/1.1 200 OK\r\nContent-Length: ${1024 * mebibyte}\r\n\r\n`,
      chunk: 'SUCCESS!'.repeat(8192),
    },
    { what: 'a body without end', head: chunked, chunk: `10000\r\n${'SUCCESS!'.repeat(8192)}\r\n` },
    {
      what: 'a refusal without end',
      head: chunked.replace('200', '500'),
      chunk: `10000\r\n${'SUCCESS!'.repeat(8192)}\r\n`,
    },
  ])('and the connection ends at once: $what', async ({ head, chunk }) => {
    let sentBytes = 0;
    const before = process.memoryUsage().arrayBuffers;

    const row = await attemptAt({
      onRequest: (socket) => {
        const write = () => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', write).on('close', () => {
          sentBytes = socket.bytesWritten;
        });
        socket.write(head);
        write();
      },
    });

    expect(row.outcome).toMatch(/^UNEXPECTED_/);
    expect(row).toMatchObject({ responseTruncated: true });
    expect(row.responseBody).toHaveLength(4096);
    expect(sentBytes).toBeLessThan(16 * mebibyte);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * mebibyte);
  });
});
