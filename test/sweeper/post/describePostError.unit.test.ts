import { errors } from 'undici';
import { expect, it } from 'vitest';
import { describePostError, type PostStage } from '../../../src/sweeper/post/describePostError.ts';

const limits = { isTimedOut: false, timeoutMs: 10_000, stage: 'ANSWER' } as const;

it.each<{ stage: PostStage; hint: string }>([
  { stage: 'LOOKUP', hint: 'the host name was not looked up within 10 s; its name servers may not answer' },
  {
    stage: 'CONNECTION',
    hint: 'no connection was made within 10 s; a firewall may drop what is sent to that address and port',
  },
  {
    stage: 'TLS',
    hint: 'the connection was made, but no TLS was agreed on within 10 s; the port may not speak TLS',
  },
  {
    stage: 'ANSWER',
    hint: 'the connection was made, but no answer came within 10 s; answer first, and do what takes long afterwards',
  },
])('says what took the time: $stage', ({ stage, hint }) => {
  expect(describePostError(new Error('the time is over'), { ...limits, isTimedOut: true, stage })).toEqual({
    outcome: 'TIMED_OUT',
    error: 'no complete response within 10 s',
    hint,
  });
});

it.each([
  [
    'Expected HTTP/, RTSP/ or ICE/',
    'it did not begin with HTTP/1.1 and a status; something else may listen at that port',
  ],
  ['Expected space after version', 'it must be of HTTP/1.1'],
  ['Invalid response status', 'its status must be a number of three digits'],
  ['Missing expected LF after header value', 'its lines or chunks must end with CR LF'],
  ['Expected LF after chunk data', 'its lines or chunks must end with CR LF'],
  ['Invalid header token', 'a header has a character that none may have'],
  ['Duplicate Content-Length', 'Content-Length was there twice, or together with Transfer-Encoding'],
  [
    "Transfer-Encoding can't be present with Content-Length",
    'Content-Length was there twice, or together with Transfer-Encoding',
  ],
  ['Invalid character in Content-Length', 'its Content-Length must be one number'],
  ['Invalid `Transfer-Encoding` header value', 'its Transfer-Encoding must be chunked and nothing after it'],
  ['Chunk size overflow', 'a chunk must begin with its size in hexadecimal digits'],
  ['Invalid character in chunk extensions name', 'the extension of a chunk has a character that none may have'],
  ['Unexpected whitespace after header value', 'there was a space where none may be'],
  ['Invalid EOF state', 'it ended too early'],
  ['Data after `Connection: close`', 'it went on after its end'],
])('says in plain words what the parser calls "%s"', (reason, words) => {
  const error = new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${reason})`);

  expect(describePostError(error, limits)).toEqual({
    outcome: 'CONNECTION_FAILED',
    hint: `the answer was not valid HTTP: ${words}`,
    error: `the answer was not valid HTTP: ${words} [Response does not match the HTTP/1.1 protocol (${reason})]`,
  });
});

it('does not hide what it has no words for', () => {
  const error = new errors.HTTPParserError('Response does not match the HTTP/1.1 protocol (Something new)');

  expect(describePostError(error, limits)).toMatchObject({
    hint: 'the answer was not valid HTTP',
    error: 'the answer was not valid HTTP [Response does not match the HTTP/1.1 protocol (Something new)]',
  });
  expect(describePostError(Object.assign(new Error('oh'), { code: 'EUNHEARD' }), limits)).toEqual({
    outcome: 'CONNECTION_FAILED',
    error: 'EUNHEARD: oh',
    hint: null,
  });
});

it.each([
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'the port may not speak TLS; check whether the callback URL should begin with http:',
  ],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'the receiver requires a client certificate, and callbacks have none; configure it to require none for this URL',
  ],
  [
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'the receiver requires a client certificate, and callbacks have none; configure it to require none for this URL',
  ],
  [
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    'the receiver refused the handshake; perhaps it requires a client certificate, and callbacks have none, or it ' +
      'shares no cipher with us',
  ],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'the receiver speaks no TLS that is still safe; it must support TLS 1.2 or newer',
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'the chain of certificates is incomplete, or its authority is not a public one: send the intermediate certificate ' +
      'together with the certificate (fullchain.pem)',
  ],
  ['CERT_HAS_EXPIRED', 'renew the certificate, and have the server load the new one'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'no authority that is known here has signed the certificate; use one of a public authority',
  ],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for other names; use one for the host of the callback URL'],
  ['ERR_SSL_SOMETHING_NEW', null],
])('says what may help with %s', (code, hint) => {
  const error = Object.assign(new Error('as OpenSSL says it'), { code });

  expect(describePostError(error, limits)).toEqual({
    outcome: 'TLS_FAILED',
    error: `${code}: as OpenSSL says it`,
    hint,
  });
});
