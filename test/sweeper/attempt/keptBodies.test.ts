import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answering,
  responseText,
  startRawReceiver,
  type Behaviour,
  type RawReceiver,
} from '../../support/rawReceiver.ts';
import { attemptMaker, attemptOnce, type AttemptMaker } from './oneAttempt.ts';

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
const attemptAt = async (behaviour: Behaviour) => attemptOnce(maker, receiver, behaviour);

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
