import { describe, expect, it } from 'vitest';
import { judgeResponse } from '../../../src/rules/callbacks/judgeResponse.ts';
import { explainUnfinishedAnswer } from '../../../src/rules/callbacks/explainUnfinishedAnswer.ts';
import { hintPhrase } from '../../../src/rules/callbacks/hintPhrase.ts';
import { AddressRefused, describePostError } from '../../../src/sweeper/post/describePostError.ts';

const url = 'https://example.com/paid';
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const hintOf = (body: string, status = 200, headers: object = {}) =>
  judgeResponse({
    status,
    body: bytes(body),
    truncated: false,
    url,
    contentEncoding: null,
    location: null,
    ...headers,
  }).hint!;
const unfinished = (body: string, contentLength: number | null, isChunked = false) =>
  explainUnfinishedAnswer({ status: 200, body: bytes(body), contentLength, isChunked, end: 'RESET' });
const failed = (code: string, stage: 'ANSWER' | 'LOOKUP' = 'ANSWER', isTimedOut = false) =>
  describePostError(Object.assign(new Error('x'), { code }), { isTimedOut, timeoutMs: 10_000, stage }).hint!;

describe('the code of a hint, with what is in it, is read from', () => {
  it.each([
    ['BODY_RIGHT', hintOf('SUCCESS', 500), { status: '500' }],
    ['BODY_EMPTY', hintOf(''), {}],
    ['BODY_COMPRESSED', hintOf('x', 200, { contentEncoding: 'gzip' }), { how: 'Content-Encoding: gzip' }],
    ['BODY_INVISIBLE', hintOf('\u200BSUCCESS'), { character: 'U+200B' }],
    ['BODY_QUOTED', hintOf('"SUCCESS"'), { body: '"SUCCESS"' }],
    ['BODY_QUOTED_CASE', hintOf("'success'"), { body: "'success'" }],
    ['BODY_CASE', hintOf('Success'), { body: 'Success' }],
    ['BODY_HTML', hintOf('<p>SUCCESS</p>'), {}],
    ['BODY_HTML', hintOf('<html>It works</html>'), {}],
    ['BODY_JSON', hintOf('{"code":0}'), {}],
    ['BODY_AROUND', hintOf('it was a SUCCESS'), {}],
    ['BODY_OTHER', hintOf('ok'), {}],
    ['CLIENT_CERTIFICATE', hintOf('No required SSL certificate was sent', 400), {}],
    ['REDIRECT_NOT_MODIFIED', hintOf('', 304), {}],
    ['REDIRECT_NOWHERE', hintOf('', 302), {}],
    ['REDIRECT_NO_ADDRESS', hintOf('', 302, { location: 'http://' }), {}],
    ['REDIRECT_BACK', hintOf('', 302, { location: url }), {}],
    ['REDIRECT_AWAY', hintOf('', 302, { location: '/login' }), { address: 'https://example.com/login' }],
    ['RIGHT_NO_CHUNK', unfinished('SUCCESS', null, true), {}],
    ['RIGHT_NO_LENGTH', unfinished('SUCCESS', null), { came: '7' }],
    ['RIGHT_WRONG_LENGTH', unfinished('SUCCESS', 9), { length: '9', came: '7' }],
    ['NO_CHUNK', unfinished('x', null, true), {}],
    ['NO_LENGTH', unfinished('x', null), {}],
    ['WRONG_LENGTH', unfinished('x', 9), { length: '9', came: '1' }],
    ['SLOW_LOOKUP', failed('', 'LOOKUP', true), { seconds: '10' }],
    ['SLOW_ANSWER', failed('', 'ANSWER', true), { seconds: '10' }],
    ['UNKNOWN_HOST', failed('ENOTFOUND'), {}],
    ['NOTHING_LISTENS', failed('ECONNREFUSED'), {}],
    ['RESET', failed('ECONNRESET'), {}],
    ['CLOSED_EARLY', failed('UND_ERR_SOCKET'), {}],
    ['INVALID_HTTP', failed('ERR_ASSERTION'), {}],
    ['NO_TLS', failed('EPROTO'), {}],
    ['SELF_SIGNED', failed('DEPTH_ZERO_SELF_SIGNED_CERT'), {}],
    ['CERTIFICATE_EXPIRED', failed('CERT_HAS_EXPIRED'), {}],
    [
      'ADDRESS_REFUSED',
      new AddressRefused('a.example', '10.0.0.1').message,
      { host: 'a.example', address: '10.0.0.1' },
    ],
    ['NO_ADDRESS', new AddressRefused('a.example', undefined).message, { host: 'a.example' }],
    ['CERTIFICATE_OF_OTHERS', failed('ERR_TLS_CERT_ALTNAME_INVALID'), {}],
  ])('%s: %s', (code, hint, values) => {
    expect(hintPhrase(hint)).toMatchObject({ code: `HINT_${code}`, values });
  });

  it('what an earlier version wrote', () => {
    const hint = 'nobody known here vouches for the certificate; use one of a public authority';
    expect(hintPhrase(hint)).toEqual({ code: 'HINT_SELF_SIGNED', values: {} });
  });

  it('nothing that no version wrote', () => {
    expect(hintPhrase('something else')).toBeNull();
  });
});
