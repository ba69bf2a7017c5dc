import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRawReceiver, successText, type Behaviour, type RawReceiver } from '../../support/rawReceiver.ts';
import { attemptMaker, shortTimeoutMs as timeoutMs, type AttemptMaker } from '../attempt/oneAttempt.ts';

let maker: AttemptMaker;
let receiver: RawReceiver;

beforeAll(async () => {
  receiver = await startRawReceiver();
  maker = await attemptMaker({ timeoutMs });
});
afterAll(async () => {
  await maker.close();
  await receiver.close();
});

const timedOut = { outcome: 'TIMED_OUT', error: 'no complete response within 0.6 s' };
const noAnswer =
  'the connection was made, but no answer came within 0.6 s; answer first, and do what takes long afterwards';
const unended = (lack: string) => `the answer began, but did not end: ${lack}, and the connection stayed open`;
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n';

/** Writes again and again, until the connection ends. */
function drip(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('an attempt ends when its time is over, whatever the receiver does', () => {
  it.each<{ receiver: string; behaviour: Behaviour; row: object; requests?: number }>([
    {
      receiver: 'never answers',
      behaviour: { onRequest: () => {} },
      row: { httpStatus: null, responseBody: null, firstByteMs: null, hint: noAnswer },
    },
    {
      receiver: 'accepts and never reads',
      behaviour: { onConnection: (socket) => socket.pause() },
      row: { httpStatus: null, responseBody: null, hint: noAnswer },
      requests: 0,
    },
    {
      receiver: 'sends a status line that never ends',
      behaviour: {
        onRequest: (socket) => {
          socket.write('HTTP/1.1 200 ');
          drip(socket, 'O');
        },
      },
      row: { httpStatus: null, responseBody: null, hint: noAnswer },
    },
    {
      receiver: 'sends one header after the other',
      behaviour: {
        onRequest: (socket) => {
          socket.write('HTTP/1.1 200 OK\r\n');
          drip(socket, 'X-A: b\r\n');
        },
      },
      row: { httpStatus: null, responseBody: null, hint: noAnswer },
    },
    {
      receiver: 'says that it is working on it, for ever',
      behaviour: { onRequest: (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n') },
      row: { httpStatus: null, responseBody: null, hint: noAnswer },
    },
    {
      receiver: 'sends the headers and then nothing',
      behaviour: { onRequest: (socket) => socket.write(head) },
      row: {
        httpStatus: 200,
        responseBody: Buffer.from(''),
        responseTruncated: true,
        hint: unended('its Content-Length is 7, but 0 bytes came'),
      },
    },
    {
      receiver: 'sends a part of the body and then nothing',
      behaviour: { onRequest: (socket) => socket.write(`${head}SUCCES`) },
      row: {
        httpStatus: 200,
        responseBody: Buffer.from('SUCCES'),
        responseTruncated: true,
        hint: unended('its Content-Length is 7, but 6 bytes came'),
      },
    },
    {
      receiver: 'sends SUCCESS and does not end it',
      behaviour: { onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nSUCCESS') },
      row: {
        httpStatus: 200,
        responseBody: Buffer.from('SUCCESS'),
        responseTruncated: true,
        hint: 'the body was SUCCESS, but the answer did not end: it had no Content-Length, and the connection stayed open; send Content-Length: 7, or close the connection normally, without a reset',
      },
    },
    {
      receiver: 'sends SUCCESS and promises more',
      behaviour: { onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nSUCCESS') },
      row: {
        httpStatus: 200,
        responseBody: Buffer.from('SUCCESS'),
        responseTruncated: true,
        hint: 'the body was SUCCESS, but the answer did not end: its Content-Length is 8, but 7 bytes came, and the connection stayed open; send Content-Length: 7',
      },
    },
    {
      receiver: 'sends SUCCESS without the last chunk',
      behaviour: {
        onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nSUCCESS\r\n'),
      },
      row: {
        httpStatus: 200,
        responseBody: Buffer.from('SUCCESS'),
        responseTruncated: true,
        hint: 'the body was SUCCESS, but the answer did not end: its last chunk did not come, and the connection stayed open; end it with the chunk of length 0',
      },
    },
    {
      receiver: 'fails, slowly',
      behaviour: { onRequest: (socket) => socket.write('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\nno') },
      row: { httpStatus: 500, responseBody: Buffer.from('no'), responseTruncated: true },
    },
    {
      receiver: 'answers just after the time is over',
      behaviour: {
        onRequest: (socket) => {
          // The attempt's own timer has fired by then, in this process as well; two turns later it has had its effect.
          setTimeout(() => setImmediate(() => setImmediate(() => socket.end(successText))), timeoutMs + 50);
        },
      },
      row: { httpStatus: null, responseBody: null, hint: noAnswer },
    },
  ])('$receiver', async ({ behaviour, row, requests = 1 }) => {
    receiver.behave(behaviour);

    const attempt = await maker.attempt(receiver.url);

    expect(attempt).toMatchObject({ ...timedOut, ...row });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(timeoutMs - 20);
    expect(attempt.durationMs).toBeLessThan(timeoutMs + 2000);
    await receiver.quiet();
    expect({ connections: receiver.connections, requests: receiver.requests.length }).toEqual({
      connections: 1,
      requests,
    });
  });

  it('sends a byte every so often: the time is that of the whole response', async () => {
    receiver.behave({
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        drip(socket, 'S');
      },
    });

    const attempt = await maker.attempt(receiver.url);

    expect(attempt).toMatchObject({ ...timedOut, httpStatus: 200, responseTruncated: true });
    expect(attempt.responseBody!.toString()).toMatch(/^S{2,60}$/);
    await receiver.quiet();
    expect(receiver.requests).toHaveLength(1);
  });

  it('speaks no TLS though the URL says https: not even the connection stays', async () => {
    receiver.behave({ onConnection: (socket) => socket.resume() });

    const attempt = await maker.attempt(receiver.url.replace('http:', 'https:'));

    expect(attempt).toMatchObject({
      ...timedOut,
      httpStatus: null,
      connectMs: null,
      hint: 'the connection was made, but no TLS was agreed on within 0.6 s; the port may not speak TLS',
    });
    const endedAt = performance.now();
    await receiver.quiet();
    expect(performance.now() - endedAt).toBeLessThan(2000);
    expect(receiver.connections).toBe(1);
  });
});
