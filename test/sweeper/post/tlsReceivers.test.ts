import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, responseText, startRawReceiver, successText, type RawReceiver } from '../../support/rawReceiver.ts';
import { makeCertificateAuthority, makeSelfSigned, type Certificate } from '../../support/tlsCertificates.ts';
import { attemptMaker, type AttemptMaker } from '../attempt/oneAttempt.ts';
import { postFromProcess } from './postOnceProcess.ts';

const authority = makeCertificateAuthority();
const names = ['developer.example.com', '127.0.0.1'];
const hourMs = 60 * 60 * 1000;
const from = (now: number) => new Date(Date.now() + now * hourMs);

const certificates = {
  good: authority.issue({ names }),
  expired: authority.issue({ names, notAfter: from(-1) }),
  notYetValid: authority.issue({ names, notBefore: from(1) }),
  wrongHost: authority.issue({ names: ['else.example'] }),
  wildcard: authority.issue({ names: ['*.example.com'] }),
  selfSigned: makeSelfSigned({ names }),
  unknownAuthority: makeCertificateAuthority().issue({ names }),
} satisfies Record<string, Certificate>;
type Kind = keyof typeof certificates;

let folder: string;
let maker: AttemptMaker;
const receivers = {} as Record<Kind, RawReceiver>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-tls-'));
  await writeFile(join(folder, 'authority.pem'), authority.cert);
  for (const [kind, tls] of Object.entries(certificates)) {
    receivers[kind as Kind] = await startRawReceiver({ tls, behaviour: answering(successText) });
  }
  maker = await attemptMaker({ resolveHost: async () => ['127.0.0.1'] });
});
afterAll(async () => {
  await maker.close();
  await Promise.all(Object.values(receivers).map(async (receiver) => receiver.close()));
  await rm(folder, { recursive: true });
});

const urlOf = (kind: Kind, host = 'developer.example.com') => receivers[kind].url.replace('127.0.0.1', host);
const requestsOf = (kind: Kind) => receivers[kind].requests.length;

describe('a certificate is verified', () => {
  const trusting = { NODE_EXTRA_CA_CERTS: '' };
  beforeAll(() => {
    trusting.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem');
  });

  it.each([
    { what: 'whatever the environment says', verifyNothing: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
    { what: 'by default', verifyNothing: {} },
  ])('$what', async ({ verifyNothing }) => {
    for (const receiver of Object.values(receivers)) receiver.behave(answering(successText));
    const kinds = Object.keys(certificates) as Kind[];
    const urls = [...kinds.map((kind) => urlOf(kind)), urlOf('good', '127.0.0.1'), urlOf('good', 'other.example.org')];

    const results = await postFromProcess(urls, { ...trusting, ...verifyNothing });

    const outcomes = Object.fromEntries([...kinds, 'byAddress', 'otherName'].map((name, at) => [name, results[at]]));
    expect(outcomes).toMatchObject({
      good: { outcome: 'ACKNOWLEDGED' },
      wildcard: { outcome: 'ACKNOWLEDGED' },
      byAddress: { outcome: 'ACKNOWLEDGED' },
      expired: { outcome: 'TLS_FAILED', error: 'CERT_HAS_EXPIRED: certificate has expired' },
      notYetValid: { outcome: 'TLS_FAILED', error: 'CERT_NOT_YET_VALID: certificate is not yet valid' },
      wrongHost: { outcome: 'TLS_FAILED', error: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') },
      otherName: { outcome: 'TLS_FAILED', error: expect.stringContaining('other.example.org') },
      selfSigned: { outcome: 'TLS_FAILED', error: 'DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate' },
      unknownAuthority: { outcome: 'TLS_FAILED', error: expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE') },
    });
    expect(Object.fromEntries(kinds.map((kind) => [kind, requestsOf(kind)]))).toEqual({
      good: 2,
      wildcard: 1,
      expired: 0,
      notYetValid: 0,
      wrongHost: 0,
      selfSigned: 0,
      unknownAuthority: 0,
    });
  });

  it('for a host with a trailing dot too, which is not sent as the name that is asked for', async () => {
    const askedFor: unknown[] = [];
    receivers.good.behave({
      onRequest: (socket) => {
        askedFor.push((socket as TLSSocket).servername);
        socket.end(successText);
      },
    });

    const results = await postFromProcess([urlOf('good', 'developer.example.com.')], trusting);

    expect(results).toMatchObject([{ outcome: 'ACKNOWLEDGED' }]);
    expect(askedFor).toEqual(['developer.example.com']);
    expect(receivers.good.requests[0]).toContain(`\r\nhost: developer.example.com.:${receivers.good.port}\r\n`);
  });

  it('once for the callbacks on a kept connection, and anew for another name at the same address', async () => {
    const promise = ['Connection: keep-alive', 'Keep-Alive: timeout=600'];
    receivers.good.behave({ onRequest: (socket) => socket.write(responseText('200 OK', 'SUCCESS', promise)) });

    const results = await postFromProcess(
      [urlOf('good'), urlOf('good'), urlOf('good', 'other.example.org'), urlOf('good')],
      trusting,
    );

    const acknowledged = { outcome: 'ACKNOWLEDGED', connectMs: 0 };
    expect(results).toMatchObject([
      { outcome: 'ACKNOWLEDGED', connectMs: expect.toSatisfy((ms) => ms > 0) },
      acknowledged,
      { outcome: 'TLS_FAILED' },
      acknowledged,
    ]);
    expect(receivers.good.requests).toHaveLength(3);
  });

  it('and an attempt at one that nobody vouches for leaves its row', async () => {
    receivers.good.behave(answering(successText));

    expect(await maker.attempt(urlOf('good'))).toMatchObject({
      outcome: 'TLS_FAILED',
      httpStatus: null,
      error: expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      hint: expect.stringContaining('send the intermediate certificate'),
    });
    await receivers.good.quiet();
    expect({ connections: receivers.good.connections, requests: requestsOf('good') }).toEqual({
      connections: 0,
      requests: 0,
    });
  });
});

describe('a receiver that requires a client certificate', () => {
  it.each([
    { version: 'TLSv1.3', hint: /^the receiver requires a client certificate, and callbacks have none/ },
    { version: 'TLSv1.2', hint: /^the receiver refused the handshake; perhaps it requires a client certificate/ },
  ] as const)('is told of, in $version', async ({ version, hint }) => {
    const versions = { minVersion: version, maxVersion: version };
    const strict = await startRawReceiver({
      tls: { ...certificates.good, ...versions, requestCert: true, rejectUnauthorized: true },
    });

    const results = await postFromProcess([strict.url], { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
    await strict.close();

    expect(results).toMatchObject([{ outcome: 'TLS_FAILED', hint: expect.stringMatching(hint) }]);
  });
});

describe('a scheme that the port does not speak', () => {
  it('http to a TLS port gets no answer that is HTTP', async () => {
    expect(await maker.attempt(urlOf('good').replace('https:', 'http:'))).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      httpStatus: null,
    });
  });

  it('https to a port that speaks HTTP fails in TLS', async () => {
    const plain = await startRawReceiver({
      behaviour: { onConnection: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\nSUCCESS') },
    });

    expect(await maker.attempt(plain.url.replace('http:', 'https:'))).toMatchObject({
      outcome: 'TLS_FAILED',
      httpStatus: null,
      error: expect.stringMatching(/^ERR_SSL_WRONG_VERSION_NUMBER: no secure/),
    });
    await plain.quiet();
    expect(plain.connections).toBe(1);
    await plain.close();
  });

  it('https to a port that closes is a failed connection', async () => {
    const closing = await startRawReceiver({ behaviour: { onConnection: (socket) => socket.destroy() } });

    expect(await maker.attempt(closing.url.replace('http:', 'https:'))).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      httpStatus: null,
      error: expect.stringContaining('ECONNRESET'),
    });
    expect(closing.connections).toBe(1);
    await closing.close();
  });
});
