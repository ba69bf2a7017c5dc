import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeResponse } from '../../../src/rules/callbacks/judgeResponse.ts';

const url = 'https://example.com/cb?a=1';
const noHeaders = { contentEncoding: null, location: null };
const judge = (body: string | Buffer, status = 200, truncated = false, headers: object = {}) =>
  judgeResponse({ status, body: new Uint8Array(Buffer.from(body)), truncated, url, ...noHeaders, ...headers });

describe('a callback is acknowledged by SUCCESS', () => {
  it.each([
    { body: 'SUCCESS', because: 'it is' },
    { body: 'SUCCESS\n', because: 'a line may end' },
    { body: 'SUCCESS\r\n', because: 'a line may end as on Windows' },
    { body: '\r\n\r\nSUCCESS', because: 'a template may begin with empty lines' },
    { body: ' \t\v\fSUCCESS \t\v\f', because: 'white space around it does not matter' },
    { body: '\uFEFFSUCCESS', because: 'a file may begin with a byte order mark' },
    { body: '\uFEFF SUCCESS\n', because: 'and then with white space' },
  ])('$body, because $because', ({ body }) => {
    expect(judge(body)).toEqual({ outcome: 'ACKNOWLEDGED', hint: null });
  });

  it.each([200, 201, 202, 203, 204, 206, 299])('with status %i', (status) => {
    expect(judge('SUCCESS', status)).toEqual({ outcome: 'ACKNOWLEDGED', hint: null });
  });
});

const unseen = (what: string) =>
  `the body had ${what} SUCCESS, which cannot be seen; it must be SUCCESS and nothing else`;

describe('a callback is not acknowledged by', () => {
  it.each([
    { what: 'nothing', body: '', hint: 'the body was empty; it must be SUCCESS' },
    { what: 'white space', body: ' \r\n', hint: 'the body was empty; it must be SUCCESS' },
    {
      what: 'a JSON string',
      body: '"SUCCESS"',
      hint: 'the body was "SUCCESS": SUCCESS in quotes, as a JSON encoder writes it; it must be bare',
    },
    {
      what: 'a JSON string on a line',
      body: '"SUCCESS"\n',
      hint: 'the body was "SUCCESS": SUCCESS in quotes, as a JSON encoder writes it; it must be bare',
    },
    { what: 'single quotes', body: "'SUCCESS'", hint: "the body was 'SUCCESS': SUCCESS in quotes; it must be bare" },
    { what: 'back-ticks', body: '`SUCCESS`', hint: 'the body was `SUCCESS`: SUCCESS in quotes; it must be bare' },
    { what: 'lower case', body: 'success', hint: 'the body was "success"; it must be in upper case' },
    { what: 'capitalised', body: ' Success\n', hint: 'the body was "Success"; it must be in upper case' },
    {
      what: 'HTML around it',
      body: '<!doctype html><p>SUCCESS</p>',
      hint: 'the body had HTML around SUCCESS; it must be SUCCESS and nothing else',
    },
    {
      what: 'an HTML page',
      body: '<html><body>It works!</body></html>',
      hint: 'the body had HTML; it must be SUCCESS and nothing else',
    },
    { what: 'a JSON object', body: '{"code":"SUCCESS"}', hint: 'the body was JSON; it must be the plain text SUCCESS' },
    { what: 'a JSON array', body: '["SUCCESS"]', hint: 'the body was JSON; it must be the plain text SUCCESS' },
    { what: 'an exclamation mark', body: 'SUCCESS!', hint: 'the body had other text around SUCCESS' },
    { what: 'a debug line before it', body: 'array(1) {}\nSUCCESS', hint: 'the body had other text around SUCCESS' },
    { what: 'twice', body: 'SUCCESSSUCCESS', hint: 'the body had other text around SUCCESS' },
    { what: 'a NUL after it', body: 'SUCCESS\0', hint: unseen('a NUL (U+0000) around') },
    { what: 'a NUL within', body: 'SUC\0CESS', hint: unseen('a NUL (U+0000) within') },
    { what: 'a no-break space', body: '\u00A0SUCCESS', hint: unseen('a no-break space (U+00A0) around') },
    { what: 'an ideographic space', body: 'SUCCESS\u3000', hint: unseen('an ideographic space (U+3000) around') },
    {
      what: 'two byte order marks',
      body: '\uFEFF\uFEFFSUCCESS',
      hint: unseen('a misplaced byte order mark (U+FEFF) around'),
    },
    {
      what: 'a byte order mark on the second line',
      body: '\n\uFEFFSUCCESS',
      hint: unseen('a misplaced byte order mark (U+FEFF) around'),
    },
    { what: 'a zero-width space', body: 'SUCCESS\u200B\n', hint: unseen('a zero-width space (U+200B) around') },
    { what: 'a soft hyphen', body: 'SUC\u00ADCESS', hint: unseen('the character (U+00AD) within') },
    {
      what: 'two of them',
      body: '\u200BSUCCESS\0\0',
      hint: unseen('a zero-width space (U+200B) and a NUL (U+0000) around'),
    },
    { what: 'full-width letters', body: 'ＳＵＣＣＥＳＳ', hint: 'the body must be SUCCESS' },
    { what: 'a Cyrillic letter', body: 'SU\u0421CESS', hint: 'the body must be SUCCESS' },
    { what: 'OK', body: 'OK', hint: 'the body must be SUCCESS' },
    { what: 'a part of it', body: 'SUCCES', hint: 'the body must be SUCCESS' },
    {
      what: 'UTF-16',
      body: Buffer.from('SUCCESS', 'utf16le'),
      hint: 'the body was SUCCESS in UTF-16; it must be in UTF-8 or ASCII',
    },
    {
      what: 'UTF-16 with a byte order mark',
      body: Buffer.from('\uFEFFSUCCESS\r\n', 'utf16le'),
      hint: 'the body was SUCCESS in UTF-16; it must be in UTF-8 or ASCII',
    },
    {
      what: 'UTF-16 with the high bytes first',
      body: Buffer.from('\uFEFFSUCCESS', 'utf16le').swap16(),
      hint: 'the body was SUCCESS in UTF-16; it must be in UTF-8 or ASCII',
    },
    {
      what: 'quotes and lower case',
      body: '"success"',
      hint: 'the body was "success"; it must be bare and in upper case',
    },
    { what: 'invalid UTF-8', body: Buffer.from([0xff, 0xc0, 0x80]), hint: 'the body must be SUCCESS' },
  ])('$what', ({ body, hint }) => {
    expect(judge(body)).toEqual({ outcome: 'UNEXPECTED_BODY', hint });
  });

  it.each([
    {
      what: 'text that goes on',
      body: 'SUCCESS and much more',
      hint: 'the body had other text, a lot of it, around SUCCESS',
    },
    {
      what: 'white space that goes on',
      body: 'SUCCESS   ',
      hint: 'the body had other text, a lot of it, around SUCCESS',
    },
    {
      what: 'characters nobody sees that go on',
      body: 'SUCCESS\0\0\0',
      hint: 'the body had other text, a lot of it, around SUCCESS',
    },
    { what: 'white space alone that goes on', body: '    ', hint: 'the body must be SUCCESS' },
  ])('$what', ({ body, hint }) => {
    expect(judge(body, 200, true)).toEqual({ outcome: 'UNEXPECTED_BODY', hint });
  });

  it.each([
    { status: 199, outcome: 'UNEXPECTED_STATUS', hint: 'the body was right, but the status must be 2xx, not 199' },
    { status: 400, outcome: 'UNEXPECTED_STATUS', hint: 'the body was right, but the status must be 2xx, not 400' },
    { status: 404, outcome: 'UNEXPECTED_STATUS', hint: 'the body was right, but the status must be 2xx, not 404' },
    { status: 500, outcome: 'UNEXPECTED_STATUS', hint: 'the body was right, but the status must be 2xx, not 500' },
    { status: 599, outcome: 'UNEXPECTED_STATUS', hint: 'the body was right, but the status must be 2xx, not 599' },
  ])('SUCCESS with status $status', ({ status, outcome, hint }) => {
    expect(judge('SUCCESS', status)).toEqual({ outcome, hint });
  });

  it.each([
    { coding: 'gzip', body: gzipSync('SUCCESS') },
    { coding: 'x-gzip', body: gzipSync('SUCCESS') },
    { coding: 'br', body: brotliCompressSync('SUCCESS') },
    { coding: 'deflate', body: deflateSync('SUCCESS') },
    { coding: 'deflate', body: deflateRawSync('SUCCESS') },
    // SUCCESS as zstd and compress(1) write it.
    { coding: 'zstd', body: Buffer.from('28b52ffd0007390000535543434553530d2f1f68', 'hex') },
    { coding: 'compress', body: Buffer.from('1f9d90a6544d0d198000', 'hex') },
    { coding: 'BR', body: brotliCompressSync('SUCCESS') },
    { coding: 'gzip, br', body: brotliCompressSync(gzipSync('SUCCESS')) },
  ])('SUCCESS compressed with $coding, which is named', ({ coding, body }) => {
    expect(judge(body, 200, false, { contentEncoding: coding })).toEqual({
      outcome: 'UNEXPECTED_BODY',
      hint: `the body was compressed (Content-Encoding: ${coding.toLowerCase()}), though the request did not accept that; send it uncompressed`,
    });
  });

  it.each([
    { coding: 'gzip', body: gzipSync('SUCCESS') },
    { coding: 'zstd', body: Buffer.from('28b52ffd0007390000535543434553530d2f1f68', 'hex') },
    { coding: 'compress', body: Buffer.from('1f9d90a6544d0d198000', 'hex') },
  ])('SUCCESS compressed with $coding, though no header says so', ({ coding, body }) => {
    expect(judge(body)).toEqual({
      outcome: 'UNEXPECTED_BODY',
      hint: `the body was compressed (${coding}, by its first bytes), though the request did not accept that; send it uncompressed`,
    });
  });

  it.each(['identity', 'utf-8', '', 'none'])('another text, whose Content-Encoding %j is no compression', (coding) => {
    expect(judge('OK', 200, false, { contentEncoding: coding })).toEqual({
      outcome: 'UNEXPECTED_BODY',
      hint: 'the body must be SUCCESS',
    });
  });

  it('and SUCCESS is SUCCESS, whatever Content-Encoding says', () => {
    expect(judge('SUCCESS', 200, false, { contentEncoding: 'gzip' }).outcome).toBe('ACKNOWLEDGED');
  });

  it.each([300, 301, 302, 303, 307, 308, 399])('SUCCESS with the redirect %i, which says where it leads', (status) => {
    expect(judge('SUCCESS', status, false, { location: '/final' })).toEqual({
      outcome: 'REDIRECTED',
      hint:
        'redirects are not followed; this one leads to https://example.com/final: if callbacks belong there, ' +
        'make it the callback URL; otherwise answer SUCCESS without a redirect',
    });
  });

  it.each([
    { location: '/login?a=1', leadsTo: '/login?a=1' },
    { location: 'login', leadsTo: '/login' },
    { location: 'https://example.com/final', leadsTo: 'https://example.com/final' },
  ])('the redirect to $location of a URL that is not known', ({ location, leadsTo }) => {
    const answer = { status: 302, body: new Uint8Array(), truncated: false, contentEncoding: null };
    expect(judgeResponse({ ...answer, location, url: null }).hint).toContain(`this one leads to ${leadsTo}: `);
  });

  it.each([
    { location: 'http://example.com/cb', leadsTo: 'http://example.com/cb' },
    { location: '//example.org', leadsTo: 'https://example.org/' },
    { location: '?b=2', leadsTo: 'https://example.com/cb?b=2' },
    { location: '/回调\u200B\n', leadsTo: 'https://example.com/%E5%9B%9E%E8%B0%83%E2%80%8B' },
    { location: 'file:///etc/passwd', leadsTo: 'file:///etc/passwd' },
    { location: `/${'x'.repeat(400)}`, leadsTo: `https://example.com/${'x'.repeat(280)}…` },
  ])('the redirect to $location', ({ location, leadsTo }) => {
    expect(judge('', 302, false, { location }).hint).toContain(`this one leads to ${leadsTo}: `);
  });

  it.each([
    { status: 302, location: null, hint: 'no Location says where it leads; answer 200 with SUCCESS' },
    { status: 302, location: 'http://[', hint: 'its Location is not a URL; answer 200 with SUCCESS' },
    {
      status: 302,
      location: '/cb?a=1',
      hint: 'redirects are not followed, and this one leads back to the same URL; answer 200 with SUCCESS',
    },
    {
      status: 304,
      location: null,
      hint: '304 (Not Modified) is an answer to a condition, and none was sent; answer 200 with SUCCESS',
    },
  ])('status $status with the Location $location', ({ status, location, hint }) => {
    expect(judge('SUCCESS', status, false, { location })).toEqual({ outcome: 'REDIRECTED', hint });
  });

  it('the page with which nginx asks for a client certificate', () => {
    const page = '<html><head><title>400 No required SSL certificate was sent</title></head></html>';

    expect(judge(page, 400)).toEqual({
      outcome: 'UNEXPECTED_STATUS',
      hint: 'the receiver requires a client certificate, and callbacks have none; configure it to require none for this URL',
    });
  });

  it('another body with another status, which needs no hint', () => {
    expect(judge('no', 500)).toEqual({ outcome: 'UNEXPECTED_STATUS', hint: null });
    expect(judge('SUCCESS...', 500, true)).toEqual({ outcome: 'UNEXPECTED_STATUS', hint: null });
  });

  it.each([
    { what: 'white space in the middle', body: `x${' '.repeat(4094)}x` },
    { what: 'tags that never end', body: '<a'.repeat(2048) },
    { what: 'nothing that can be seen', body: '\0\u200B'.repeat(1024) },
  ])('$what, which takes no time to see', ({ body }) => {
    const startedAt = performance.now();
    for (let times = 0; times < 200; times += 1) expect(judge(body).outcome).toBe('UNEXPECTED_BODY');
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
