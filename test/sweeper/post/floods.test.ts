import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRawReceiver, type RawReceiver } from '../../support/rawReceiver.ts';
import { makeCertificateAuthority } from '../../support/tlsCertificates.ts';
import { attemptMaker, type AttemptMaker } from '../attempt/oneAttempt.ts';
import { postFromProcess } from './postOnceProcess.ts';

const authority = makeCertificateAuthority();
const certificate = authority.issue({ names: ['127.0.0.1'] });
const trusting = () => ({ NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
let folder: string;
let maker: AttemptMaker;
let receiver: RawReceiver;
let tlsReceiver: RawReceiver;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-floods-'));
  await writeFile(join(folder, 'authority.pem'), authority.cert);
  receiver = await startRawReceiver();
  tlsReceiver = await startRawReceiver({ tls: certificate });
  maker = await attemptMaker({ timeoutMs: 60_000 });
});
afterAll(async () => {
  await maker.close();
  await Promise.all([receiver.close(), tlsReceiver.close()]);
  await rm(folder, { recursive: true });
});

const mebibyte = 1024 * 1024;
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const tooManyInterim = 'more than 32 interim responses (status 1xx) came, and still no whole answer';
const tooMuch = {
  outcome: 'CONNECTION_FAILED',
  error: 'more than 64 KiB came, and still no whole answer',
};

/** Writes the head, and then the rest for ever, as fast as it is read. Resolves to the bytes it wrote when it is cut off. */
async function floodedBy(flooded: RawReceiver, head: string, piece: string, attempt: () => Promise<unknown>) {
  const block = piece.repeat(Math.ceil(65_536 / piece.length));
  let writtenBytes = 0;
  flooded.behave({
    onRequest: (socket: Socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', write).on('close', () => {
        writtenBytes = socket.bytesWritten;
      });
      socket.write(head);
      write();
    },
  });
  const result = await attempt();
  await flooded.quiet();
  expect({ connections: flooded.connections, requests: flooded.requests.length }).toEqual({
    connections: 1,
    requests: 1,
  });
  return { result, writtenBytes };
}

/** The limit of bytes that the receiver can write: those that are read, and those that the kernels of both sides may hold. */
const mostWrittenBytes = 16 * mebibyte;

describe('an attempt ends when more comes than any answer needs', () => {
  it.each([
    { what: 'early hints', head: '', piece: hints, error: tooManyInterim },
    { what: 'a header of early hints', head: 'HTTP/1.1 103 Early Hints\r\nLink: ', piece: 'a' },
    { what: 'empty lines before the answer', head: '', piece: '\r\n' },
    { what: 'a reason', head: 'HTTP/1.1 200 ', piece: 'a' },
    { what: 'the extension of a chunk', head: `${chunked}7;x=`, piece: 'a', httpStatus: 200 },
    {
      what: 'chunks of a byte with long extensions',
      head: chunked,
      piece: `1;${'e'.repeat(8000)}\r\nS\r\n`,
      httpStatus: 200,
    },
    { what: 'zeros before the size of a chunk', head: chunked, piece: '0', httpStatus: 200 },
  ])('$what without end', async ({ head, piece, httpStatus = null, error = tooMuch.error }) => {
    const { result: row, writtenBytes } = await floodedBy(receiver, head, piece, async () =>
      maker.attempt(receiver.url),
    );

    expect(row).toMatchObject({ ...tooMuch, error, httpStatus, remoteAddress: '127.0.0.1' });
    expect(writtenBytes).toBeLessThan(mostWrittenBytes);
  });

  it.each([
    { what: 'early hints', head: '', piece: hints, error: tooManyInterim },
    { what: 'the extension of a chunk', head: `${chunked}7;x=`, piece: 'a' },
  ])('$what without end, over TLS', async ({ head, piece, error = tooMuch.error }) => {
    const { result, writtenBytes } = await floodedBy(tlsReceiver, head, piece, async () =>
      postFromProcess([tlsReceiver.url], trusting()),
    );

    expect(result).toMatchObject([{ ...tooMuch, error }]);
    expect(writtenBytes).toBeLessThan(mostWrittenBytes);
  });

  it('but the body of a long answer, over TLS as well, is what was answered', async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${1024 * mebibyte}\r\n\r\n`;
    const { result } = await floodedBy(tlsReceiver, head, 'SUCCESS!', async () =>
      postFromProcess([tlsReceiver.url], trusting()),
    );

    expect(result).toMatchObject([{ outcome: 'UNEXPECTED_BODY', responseTruncated: true }]);
  });
});

it('a reset over TLS is no end of a body without a length', async () => {
  receiver.behave({
    onConnection: (raw) => {
      const secure = new TLSSocket(raw, { isServer: true, ...certificate }).on('error', () => {});
      secure.once('data', () => {
        secure.write('HTTP/1.1 200 OK\r\n\r\nSUCCESS');
        // A reset discards what the other side has not read yet.
        setTimeout(() => raw.resetAndDestroy(), 500);
      });
    },
  });

  const results = await postFromProcess([receiver.url.replace('http:', 'https:')], trusting());

  expect(results).toMatchObject([{ outcome: 'CONNECTION_FAILED', error: 'read ECONNRESET', httpStatus: 200 }]);
});
