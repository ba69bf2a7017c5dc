import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exchange } from '../support/exchange.ts';
import { openConnection, rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;
/** The query of a good GET /baseinfo. */
let query: string;
let goodRequest: Buffer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  const { pluginId, secret, accessToken } = developer;
  query = new URLSearchParams(signed(secret, { plugin_id: pluginId, access_token: accessToken })).toString();
  goodRequest = requestText(`GET /baseinfo?${query} HTTP/1.1`);
});
afterAll(() => service.stop());

describe('a request target', () => {
  it.each([
    ['/nowhere', 404],
    ['//baseinfo', 404],
    ['/BASEINFO', 404],
    ['/baseinfo%2f', 404],
    ['/baseinf%6f', 404],
    ['/./baseinfo', 404],
    ['/x/../baseinfo', 404],
    ['/\\baseinfo', 404],
    ['/%zz', 404],
    ['/baseinfo%zz', 404],
    ['/baseinfo%00', 404],
    ['/baseinfo/', 200],
    ['http://elsewhere.example/baseinfo', 200],
    ['HTTP://user:word@localhost:1/baseinfo', 200],
    ['http://elsewhere.example', 404],
    ['http://[::1/baseinfo', 400],
    ['http://a:99999999/baseinfo', 400],
    ['http://%/baseinfo', 400],
    ['baseinfo', 400],
    ['/base info', 400],
    ['/会员', 400],
    ['/a\0b', 400],
  ])('of path %j is answered with %i', async (path, status) => {
    expect((await hostile(`GET ${path}?${query} HTTP/1.1`)).status).toBe(status);
  });

  it.each([
    ['a malformed escape', 400, 'a=%zz'],
    ['a lone percent sign', 400, '%'],
    ['half an escape', 400, 'a=%4'],
    ['an escaped byte that is not UTF-8', 400, 'a=%ff'],
    ['an escaped surrogate', 400, 'a=%ED%A0%80'],
    ['an overlong encoding', 400, 'a=%C0%80'],
    ['unescaped UTF-8', 400, 'title=会员'],
    ['an unescaped byte that is not UTF-8', 400, Buffer.from([0xff]).toString('latin1')],
    ['nothing but separators', 422, '&&&==&&'],
    ['a second question mark', 422, '?'],
    ['1,001 parameters', 413, Array.from({ length: 1001 }, (_, index) => `a${index}=`).join('&')],
    ['20,000 characters', 431, 'a'.repeat(20_000)],
    ['1,000,000 characters', 431, 'a'.repeat(1_000_000)],
    ['a long name and value', 422, `${'n'.repeat(6000)}=${'v'.repeat(6000)}`],
    ['names of Object.prototype', 422, '__proto__=1&constructor=2&toString=3&hasOwnProperty=4&__proto__[a]=5'],
  ])('with %s in its query is answered with %i', async (_, status, text) => {
    expect((await hostile(`GET /baseinfo?${text} HTTP/1.1`)).status).toBe(status);
  });

  it('with unescaped text in its query is told what to do', async () => {
    expect(JSON.parse((await hostile('GET /baseinfo?title=会员 HTTP/1.1')).body)).toEqual({
      message: 'The path and the query may have ASCII characters only: percent-encode all others, as UTF-8.',
    });
  });

  it.each([
    'plugin_id',
    'access_token',
    'timestamp',
    'sign',
    'title',
    'total_fee',
    'pay_limit',
    'out_order_id',
    'other',
  ])('with a NUL in %s is answered with 422', async (name) => {
    for (const path of ['/goods', '/payments/record']) {
      const method = path === '/goods' ? 'POST' : 'GET';
      expect((await hostile(`${method} ${path}?${name}=a%00b HTTP/1.1`)).status).toBe(422);
    }
  });
});

describe('a method', () => {
  it.each([
    ['POST', '/baseinfo', 'GET, HEAD'],
    ['DELETE', '/payments/record', 'GET, HEAD'],
    ['OPTIONS', '/baseinfo', 'GET, HEAD'],
    ['TRACE', '/baseinfo', 'GET, HEAD'],
    ['PROPFIND', '/baseinfo', 'GET, HEAD'],
    ['GET', '/goods', 'POST'],
    ['HEAD', '/goods', 'POST'],
    ['PUT', '/goods', 'POST'],
    ['OPTIONS', '/goods', 'POST'],
    ['CONNECT', 'example.com:443', 'GET, POST'],
  ])('%s for %s is answered with 405 and Allow: %s', async (method, path, allow) => {
    const { status, headers } = await hostile(`${method} ${path} HTTP/1.1`);

    expect(status).toBe(405);
    expect(headers['allow']).toBe(allow);
  });

  it.each([
    ['BREW /baseinfo', 400],
    ['get /baseinfo', 400],
    ['OPTIONS *', 404],
    ['DELETE /nowhere', 404],
  ])('%s is answered with %i', async (start, status) => {
    expect((await hostile(`${start} HTTP/1.1`)).status).toBe(status);
  });

  it('HEAD gets the headers of a GET, and no body', async () => {
    const answer = await hostile(`HEAD /baseinfo?${query} HTTP/1.1`);
    const { headers } = await rawRequest(service.url, goodRequest);

    expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': headers['content-length'] } });
  });

  it('CONNECT by a caller who resets the connection does no harm', async () => {
    for (let round = 0; round < 20; round++) {
      const connection = await openConnection(service.url);
      connection.send(requestText('CONNECT example.com:443 HTTP/1.1'));
      connection.reset();
    }

    expect((await rawRequest(service.url, goodRequest)).status).toBe(200);
  });
});

describe('a header', () => {
  it.each([
    ['If-None-Match: *', 200],
    ['If-Modified-Since: Sun, 06 Nov 2094 08:49:37 GMT', 200],
    ['If-Match: "x"', 200],
    ['Range: bytes=0-1', 200],
    ['Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA', 200],
    ['Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__', 200],
    ['Accept: text/html', 200],
    ['Accept-Language: ;;q=x,*;q=', 200],
    ['Content-Encoding: zstd', 200],
    ['Content-Type: nonsense', 200],
    ['X-HTTP-Method-Override: DELETE', 200],
    ['Name: 会员', 200],
    ['Expect: foo', 417],
    ['Name: a\0b', 400],
    ['Na\0me: a', 400],
    ['Name : a', 400],
    ['Name: a\rOther: b', 400],
    ['no colon', 400],
    ['Host: again', 400],
    ['Content-Length: -1', 400],
    ['Content-Length: 99999999999999999999999', 400],
    ['Content-Length: 1\r\nContent-Length: 2', 400],
    ['Content-Length: 5\r\nTransfer-Encoding: chunked', 400],
    ['Transfer-Encoding: gzip', 400],
  ])('%j is answered with %i', async (header, status) => {
    expect((await hostile(`GET /baseinfo?${query} HTTP/1.1`, [header])).status).toBe(status);
  });

  it.each([
    ['of 20 KB', 431, [`Name: ${'a'.repeat(20_000)}`]],
    ['of 1 MB', 431, [`Name: ${'a'.repeat(1_000_000)}`]],
    ['500 times over', 200, Array.from({ length: 500 }, () => 'Name: a')],
  ])('%s is answered with %i', async (_, status, headers) => {
    expect((await hostile(`GET /baseinfo?${query} HTTP/1.1`, headers)).status).toBe(status);
  });
});

describe('a protocol', () => {
  it.each([
    ['HTTP/1.0 without Host', 200, () => `GET /baseinfo?${query} HTTP/1.0\r\n\r\n`],
    ['HTTP/1.1 without Host', 400, () => `GET /baseinfo?${query} HTTP/1.1\r\n\r\n`],
    ['HTTP/1.2', 400, () => `GET /baseinfo?${query} HTTP/1.2\r\nHost: a\r\n\r\n`],
    ['HTTP/2 with prior knowledge', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['bare line feeds', 400, () => `GET /baseinfo?${query} HTTP/1.1\nHost: a\n\n`],
    ['empty lines first', 200, () => `\r\n\r\nGET /baseinfo?${query} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['TLS', 400, () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['no protocol at all', 400, () => '\0\x01\x02\r\n\r\n'],
  ])('%s is answered with %i', async (_, status, text) => {
    const answer = await exchange(service.url, Buffer.from(text(), 'latin1'), goodRequest);

    expect(answer.status).toBe(status);
  });
});

function hostile(startLine: string, headers: readonly string[] = []) {
  return exchange(service.url, requestText(startLine, headers), goodRequest);
}
