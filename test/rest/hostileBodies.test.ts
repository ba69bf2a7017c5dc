import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerProtocolErrors } from '../../src/http/answerProtocolErrors.ts';
import { Connections } from '../../src/http/connections.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exchange, expectDocumentedShape } from '../support/exchange.ts';
import { openConnection, rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signatureOf, signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;
let goodRequest: Buffer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  const { pluginId, secret, accessToken } = developer;
  const query = new URLSearchParams(signed(secret, { plugin_id: pluginId, access_token: accessToken })).toString();
  goodRequest = requestText(`GET /baseinfo?${query} HTTP/1.1`);
});
afterAll(() => service.stop());

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const multipart = 'Content-Type: multipart/form-data; boundary=x';
const gzip = 'Content-Encoding: gzip';
const tenMegabytes = 10 * 1024 * 1024;

describe('a body', () => {
  it.each<[string, number, string[], string | Buffer]>([
    ['of broken JSON', 400, [json], '{"title":'],
    ['of JSON that is no object', 400, [json], '[1]'],
    ['of JSON nested 16,000 deep', 400, [json], '['.repeat(16_000)],
    ['of JSON that is not UTF-8', 400, [json], Buffer.from('{"title":"\xff"}', 'latin1')],
    ['with a lone surrogate in a value', 422, [json], String.raw`{"title":"\ud800"}`],
    ['with a lone surrogate in a name', 422, [json], String.raw`{"\udfff":"a"}`],
    ['with an escaped NUL', 422, [json], String.raw`{"title":"a\u0000"}`],
    ['with __proto__ as an object', 422, [json], '{"__proto__":{"plugin_id":"abcdefgh"}}'],
    ['with names of Object.prototype', 422, [json], '{"__proto__":"a","constructor":"b","toString":null,"valueOf":{}}'],
    ['with a number that no double holds', 422, [json], '{"total_fee":1e999}'],
    ['with a number of 16,000 digits', 422, [json], `{"total_fee":${'9'.repeat(16_000)}}`],
    ['of a malformed form', 400, [form], 'a=%zz'],
    ['of 1,001 form fields', 413, [form], 'a=1&'.repeat(1001)],
    ['of 1,001 JSON members', 413, [json], JSON.stringify(Object.fromEntries(Array(1001).fill(1).entries()))],
    ['of one form field and 16,384 bytes', 422, [form], `a=${'b'.repeat(16_382)}`],
    ['of 16,385 bytes', 413, [form], `a=${'b'.repeat(16_383)}`],
    ['of multipart without parts', 400, [multipart], 'nonsense'],
    ['of multipart cut short', 400, [multipart], '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
    ['of multipart without boundary', 400, ['Content-Type: multipart/form-data'], '--x--\r\n'],
    ['without Content-Type', 415, [], '{}'],
    ['with a malformed Content-Type', 415, ['Content-Type: ;;;'], '{}'],
    ['of another charset', 415, ['Content-Type: application/json; charset=gbk'], '{}'],
    ['of UTF-16', 415, ['Content-Type: application/json; charset=utf-16'], Buffer.from('{}', 'utf16le')],
    ['of an unknown Content-Encoding', 415, [json, 'Content-Encoding: zstd'], '{}'],
    ['encoded twice', 415, [json, 'Content-Encoding: gzip, gzip'], gzipSync(gzipSync('{}'))],
    ['of gzip that is none', 400, [json, gzip], 'nonsense'],
    ['of gzip cut short', 400, [json, gzip], gzipSync('{"title":"a"}').subarray(0, 15)],
    ['of a gzip bomb', 413, [json, gzip], gzipSync(Buffer.alloc(tenMegabytes))],
    ['of a deflate bomb', 413, [json, 'Content-Encoding: deflate'], deflateSync(Buffer.alloc(tenMegabytes))],
    ['of a brotli bomb', 413, [json, 'Content-Encoding: br'], brotliCompressSync(Buffer.alloc(tenMegabytes))],
    ['of 10 MB', 413, [json], Buffer.alloc(tenMegabytes, ' ')],
  ])('%s is answered with %i', async (_, status, headers, body) => {
    const answer = await exchange(service.url, requestText('POST /goods HTTP/1.1', headers, body), goodRequest);

    expect(answer.status).toBe(status);
  });

  it.each([
    ['gzip', gzipSync('{"title":"a"}').subarray(0, 15)],
    ['gzip', 'nonsense'],
    ['deflate', 'nonsense'],
    ['br', 'nonsense'],
  ])('that cannot be decompressed as %s (%#) is called that, whatever broke', async (encoding, body) => {
    const bytes = requestText('POST /goods HTTP/1.1', [json, `Content-Encoding: ${encoding}`], body);

    const answer = await rawRequest(service.url, bytes);

    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { message: 'The body is not what its Content-Encoding says: it cannot be decompressed.' },
    ]);
  });

  it('of 10 MB in chunks, without Content-Length, is answered with 413', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const text = `${chunk.repeat(tenMegabytes / 0x10000)}0\r\n\r\n`;

    expect((await exchange(service.url, chunked(text), goodRequest)).status).toBe(413);
  });

  it.each([
    ['a size that is no number', 400, 'zz\r\n'],
    ['a size beyond all numbers', 400, 'ffffffffffffffffff\r\n'],
    ['more bytes than its size', 400, '1\r\nab\r\n0\r\n\r\n'],
    ['extensions and trailers', 422, '2;a=b\r\n{}\r\n0\r\nName: value\r\n\r\n'],
  ])('in chunks with %s is answered once, with %i', async (_, status, text) => {
    expect((await exchange(service.url, chunked(text), goodRequest)).status).toBe(status);
  });

  it('whose method is wrong is not waited for', async () => {
    const connection = await openConnection(service.url);
    connection.send(requestText('PUT /goods HTTP/1.1', [json, 'Content-Length: 1000000']));

    expect((await connection.answer()).status).toBe(405);
    connection.close();
  });

  it('with __proto__ as a parameter like any other is verified with it', async () => {
    const { pluginId, accessToken, secret } = developer;
    const sent: Record<string, string> = JSON.parse('{"__proto__":"a","timestamp":"1624329435"}');
    Object.assign(sent, { plugin_id: pluginId, access_token: accessToken });
    const body = JSON.stringify({ ...sent, sign: signatureOf(secret, sent) });

    expect((await rawRequest(service.url, requestText('GET /baseinfo HTTP/1.1', [json], body))).status).toBe(200);
  });

  it('with a parameter of 12,000 characters that is signed is served', async () => {
    const { pluginId, accessToken, secret } = developer;
    const sent = signed(secret, {
      plugin_id: pluginId,
      access_token: accessToken,
      ['n'.repeat(6_000)]: 'a'.repeat(6_000),
    });
    const body = JSON.stringify(sent);

    expect((await rawRequest(service.url, requestText('GET /baseinfo HTTP/1.1', [json], body))).status).toBe(200);
  });
});

describe('a slow caller', () => {
  it('who waits for 100 Continue gets it, then the answer', async () => {
    const connection = await openConnection(service.url);
    connection.send(requestText('POST /goods HTTP/1.1', [json, 'Expect: 100-continue', 'Content-Length: 2']));
    expect((await connection.answer()).status).toBe(100);

    connection.send('{}');
    const answer = await connection.answer();
    expectDocumentedShape(answer);
    expect(answer.status).toBe(422);
    connection.close();
  });

  it('whose body comes byte by byte keeps nobody else waiting, and is answered in the end', async () => {
    const connection = await openConnection(service.url);
    connection.send(requestText('POST /goods HTTP/1.1', [json, 'Content-Length: 8']));
    for (const byte of '{"a":1}') {
      connection.send(byte);
      expect((await rawRequest(service.url, goodRequest)).status).toBe(200);
    }
    connection.send(' ');

    expect((await connection.answer()).status).toBe(422);
    connection.close();
  });

  it('who leaves in the middle of a body is not logged as a fault of the service', async () => {
    service.logged.length = 0;
    const connection = await openConnection(service.url);
    connection.send(requestText('POST /goods HTTP/1.1', [json, 'Content-Length: 8']));
    connection.reset();

    expect((await rawRequest(service.url, goodRequest)).status).toBe(200);
    expect(service.complaints()).toEqual([]);
  });

  it.each(['}', '\0', 'xx\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n'])(
    'who sends %j after requests has their answers first, in order, and then 400',
    async (rest) => {
      const { pluginId, secret, accessToken } = developer;
      const goods = (title: string) => {
        const parameters = { plugin_id: pluginId, access_token: accessToken, title, total_fee: 1 };
        const body = new URLSearchParams(signed(secret, parameters)).toString();
        return requestText('POST /goods HTTP/1.1', [form], body);
      };
      const connection = await openConnection(service.url);
      connection.send(Buffer.concat([goods('first'), goodRequest, goods('second'), Buffer.from(rest)]));

      const answers = [];
      for (let count = 0; count < 4; count += 1) answers.push(await connection.answer());
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
      expect(Object.keys(JSON.parse(answers[0]!.body) as object)).toEqual(['message']);
      expect(Object.keys(JSON.parse(answers[1]!.body) as object)).toEqual(['resource', 'sign']);
      expectDocumentedShape(answers[3]!);
      expect(await connection.end()).toBe('');
    },
  );

  it('who announces more than is read is refused at once, and not when all of it has come', async () => {
    const connection = await openConnection(service.url);
    connection.send(`POST /goods HTTP/1.1\r\nHost: a\r\n${json}\r\nContent-Length: 10000000\r\n\r\n{"title":`);

    const answer = await connection.answer();
    expectDocumentedShape(answer);
    expect(answer.status).toBe(413);
    connection.close();
  });

  it('who has closed their side after a request is answered', async () => {
    const connection = await openConnection(service.url);
    connection.send(goodRequest);
    connection.finish();

    expect(await connection.answer()).toMatchObject({ status: 200 });
    expect(await connection.end()).toBe('');
  });

  it('whose second request breaks off within its body has the first answered, and then 400', async () => {
    const connection = await openConnection(service.url);
    connection.send(Buffer.concat([goodRequest, chunked('zz\r\n')]));

    expect(await connection.answer()).toMatchObject({ status: 200 });
    expect(await connection.answer()).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(await connection.end()).toBe('');
  });

  it('who never finishes is answered with 408', async () => {
    const server = createServer({ requestTimeout: 20, connectionsCheckingInterval: 10 });
    const url = await listening(server);
    const connection = await openConnection(url);
    connection.send('POST /goods HTTP/1.1\r\nHost: a\r\n');

    const answer = await connection.answer();

    expectDocumentedShape(answer);
    expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
    server.close();
  });
});

function chunked(text: string): Buffer {
  return Buffer.from(`POST /goods HTTP/1.1\r\nHost: a\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n${text}`);
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  answerProtocolErrors(server, new Connections(server), () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
