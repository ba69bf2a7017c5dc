import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networksOf } from '../../../src/rules/callbacks/callableAddress.ts';
import { resolveHost as resolveByDns, type ResolveHost } from '../../../src/sweeper/post/resolveHost.ts';
import { answering, responseText, startRawReceiver, successText, type RawReceiver } from '../../support/rawReceiver.ts';
import { attemptMaker, shortTimeoutMs as timeoutMs, type AttemptMaker } from '../attempt/oneAttempt.ts';

let maker: AttemptMaker;
let hurried: AttemptMaker;
let receiver: RawReceiver;
let elsewhere: RawReceiver;
let resolve: ResolveHost = resolveByDns;

beforeAll(async () => {
  receiver = await startRawReceiver();
  elsewhere = await startRawReceiver({ host: '127.0.0.2', behaviour: answering(successText) });
  const settings = {
    allowedNetworks: networksOf(['127.0.0.0/8'])!,
    resolveHost: async (hostname: string, signal: AbortSignal) => resolve(hostname, signal),
  };
  maker = await attemptMaker(settings);
  hurried = await attemptMaker({ ...settings, timeoutMs });
});
afterAll(async () => {
  await Promise.all([maker.close(), hurried.close()]);
  await Promise.all([receiver.close(), elsewhere.close()]);
});

const url = () => receiver.url.replace('127.0.0.1', 'developer.example');

function failingDns(code: string): Error {
  return Object.assign(new Error(`queryA ${code} developer.example`), { code, syscall: 'queryA' });
}

const statuses = ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'];

describe('a redirect is not followed', () => {
  it.each(
    [
      { target: 'a page that says SUCCESS', location: () => elsewhere.url },
      { target: 'the metadata service', location: () => 'http://169.254.169.254/latest/meta-data/' },
      { target: 'the same server', location: () => `${receiver.url}/final` },
      { target: 'a relative address', location: () => '/final' },
      { target: 'another scheme', location: () => 'file:///etc/passwd' },
    ].flatMap(({ target, location }, at) =>
      // All of them to the places that matter.
      (at < 2 ? statuses : ['302 Found']).map((status) => ({ status, target, location })),
    ),
  )('$status to $target', async ({ status, location }) => {
    receiver.behave(answering(responseText(status, 'SUCCESS', [`Location: ${location()}`])));
    elsewhere.behave(answering(successText));

    expect(await maker.attempt(receiver.url)).toMatchObject({
      outcome: 'REDIRECTED',
      httpStatus: Number(status.slice(0, 3)),
      responseBody: Buffer.from('SUCCESS'),
      hint: expect.stringContaining(new URL(location(), receiver.url).href),
    });
    expect({ here: receiver.requests.length, there: elsewhere.connections }).toEqual({ here: 1, there: 0 });
  });

  it.each(['300 Multiple Choices', '304 Not Modified', '399 Whatever'])(
    'nor is %s an acknowledgement',
    async (status) => {
      receiver.behave(answering(`HTTP/1.1 ${status}\r\n\r\nSUCCESS`));

      expect(await maker.attempt(receiver.url)).toMatchObject({ outcome: 'REDIRECTED' });
    },
  );

  it('nor is one that has the Content-Length of a body that is not sent', async () => {
    receiver.behave(answering('HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n'));

    expect(await maker.attempt(receiver.url)).toMatchObject({
      outcome: 'REDIRECTED',
      httpStatus: 304,
      responseBody: Buffer.from(''),
      responseTruncated: false,
      error: null,
    });
  });

  it.each(['Refresh: 0; url=/final', 'Location: /final', 'Alt-Svc: h2="127.0.0.2:1"', 'Content-Location: /final'])(
    'and with status 200, %s changes nothing',
    async (header) => {
      receiver.behave(answering(responseText('200 OK', 'SUCCESS', [header])));

      expect(await maker.attempt(receiver.url)).toMatchObject({ outcome: 'ACKNOWLEDGED' });
      expect(receiver.requests).toHaveLength(1);
    },
  );
});

const unwell = 'the name servers of the host name did not give an answer; they may be down or misconfigured';

describe('a host name', () => {
  it('that does not exist fails the attempt, and is asked for again at the next one', async () => {
    receiver.behave(answering(successText));
    let asked = 0;
    resolve = async () => {
      asked += 1;
      if (asked === 1) throw failingDns('ENOTFOUND');
      return ['127.0.0.1'];
    };

    expect(await maker.attempt(url())).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      error: 'queryA ENOTFOUND developer.example',
      hint: 'the host name does not exist; check the callback URL',
      dnsMs: null,
    });
    expect(receiver.connections).toBe(0);
    expect(await maker.attempt(url())).toMatchObject({ outcome: 'ACKNOWLEDGED', remoteAddress: '127.0.0.1' });
    expect(asked).toBe(2);
  });

  it.each([
    { code: 'ENODATA', hint: 'the host name does not exist; check the callback URL' },
    { code: 'ESERVFAIL', hint: unwell },
    { code: 'ETIMEOUT', hint: unwell },
    { code: 'EREFUSED', hint: unwell },
    { code: 'EBADRESP', hint: unwell },
    { code: 'EBADNAME', hint: 'the host name is malformed; check the callback URL' },
    { code: 'ECONNREFUSED', hint: 'no name server could be asked; that is ours to fix' },
  ])('whose name servers say $code', async ({ code, hint }) => {
    resolve = async () => {
      throw failingDns(code);
    };

    expect(await maker.attempt(url())).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      error: expect.stringContaining(code),
      hint,
    });
  });

  it('whose name servers never answer ends with the time of the attempt', async () => {
    receiver.behave(answering(successText));
    let hasEnded = false;
    resolve = async (_hostname, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          hasEnded = true;
        });
      });

    const row = await hurried.attempt(url());

    expect(row).toMatchObject({
      outcome: 'TIMED_OUT',
      hint: 'the host name was not looked up within 0.6 s; its name servers may not answer',
      dnsMs: null,
      connectMs: null,
      remoteAddress: null,
    });
    expect(row.durationMs).toBeLessThan(timeoutMs + 2000);
    expect(hasEnded).toBe(true);
    expect(receiver.connections).toBe(0);
  });

  it('whose name servers answer too late is not dialled any more', async () => {
    receiver.behave(answering(successText));
    const found = new EventEmitter();
    resolve = async () => (await once(found, 'found')) as string[];

    expect(await hurried.attempt(url())).toMatchObject({ outcome: 'TIMED_OUT' });
    found.emit('found', '127.0.0.1');
    await new Promise(setImmediate);
    expect(receiver.connections).toBe(0);
  });

  it('takes its time from that of the whole attempt', async () => {
    receiver.behave({ onRequest: () => {} });
    resolve = async () => new Promise((found) => setTimeout(found, timeoutMs / 2, ['127.0.0.1']));

    const row = await hurried.attempt(url());

    expect(row).toMatchObject({ outcome: 'TIMED_OUT' });
    expect(row.dnsMs).toBeGreaterThanOrEqual(timeoutMs / 2 - 20);
    expect(row.durationMs).toBeLessThan(timeoutMs + 2000);
  });
});

it.each([
  { url: 'http://10.0.0.1/callback', address: '10.0.0.1' },
  { url: 'http://[::ffff:169.254.169.254]/latest', address: '::ffff:a9fe:a9fe' },
])('an address that may not be called leaves its row: $url', async ({ url: refused, address }) => {
  resolve = resolveByDns;

  expect(await maker.attempt(refused)).toMatchObject({
    outcome: 'ADDRESS_REFUSED',
    error: `${address} has the address ${address}, which may not be called`,
    httpStatus: null,
    remoteAddress: null,
  });
});
