import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDeveloper } from '../support/builders.ts';
import { expectDocumentedShape } from '../support/exchange.ts';
import { openConnection, rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signed } from '../support/signedRequest.ts';

let service: TestService;
let goodRequest: Buffer;

beforeAll(async () => {
  service = await startTestService();
  const { pluginId, secret, accessToken } = await makeDeveloper(service.admin);
  const query = new URLSearchParams(signed(secret, { plugin_id: pluginId, access_token: accessToken })).toString();
  goodRequest = requestText(`GET /baseinfo?${query} HTTP/1.1`);
});
afterAll(() => service.stop());

const longestMs = 4000;

it('whatever bytes arrive, the service answers in its own shape or not at all, and serves the next caller', async () => {
  await fc.assert(
    fc.asyncProperty(requests(), async (bytes) => {
      const connection = await openConnection(service.url);
      connection.send(bytes);
      const method = bytes.subarray(0, 5).equals(Buffer.from('HEAD ')) ? 'HEAD' : 'GET';
      const answered = connection.answerOrEnd({ method });

      expect((await rawRequest(service.url, goodRequest)).status).toBe(200);

      // A request that is still incomplete by now stays so.
      connection.finish();
      const answer = await answered;
      if (answer && answer.status >= 200) expectDocumentedShape(answer);
      connection.close();
    }),
    { plugins: [fc.interruptAfterTimeLimit(longestMs)], numRuns: 2000 },
  );
  expect(service.complaints()).toEqual([]);
});

/** Requests that are nearly right, and some that are not. */
function requests(): fc.Arbitrary<Buffer> {
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'CONNECT', 'TRACE', 'get', 'BREW', '');
  const path = fc.oneof(
    fc.constantFrom('/baseinfo', '/payments/record', '/goods', '/', '*', '//goods', 'http://a/goods', 'http://[', '/%'),
    noise(20),
  );
  const query = fc.oneof(fc.constantFrom('', '?', '?sign=%', '?title=%00', '?plugin_id=a&plugin_id=b'), noise(40));
  const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '');
  const header = fc.oneof(
    fc.constantFrom(
      'Host: a',
      'Content-Type: application/json',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 5',
      'Content-Encoding: gzip',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Expect: a',
      'Connection: close',
      'Upgrade: h2c',
      'Accept-Language: zh',
    ),
    noise(30),
  );
  const body = fc.oneof(
    fc.constantFrom('', '{}', '{"a":', '{"title":{}}', 'a=b&c', '--x--\r\n', '5\r\na=b&c\r\n0\r\n\r\n'),
    fc.json(),
    noise(60),
  );
  const request = fc
    .tuple(method, path, query, version, fc.array(header, { maxLength: 5 }), body, fc.boolean())
    .map(([verb, target, search, protocol, headers, content, measured]) => {
      const lines = ['Host: a', ...headers];
      if (measured) lines.push(`Content-Length: ${Buffer.byteLength(content)}`);
      return Buffer.from(`${verb} ${target}${search} ${protocol}\r\n${lines.join('\r\n')}\r\n\r\n${content}`);
    });
  return fc.oneof(
    { weight: 9, arbitrary: request },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  );
}

function noise(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ maxLength }), fc.string({ unit: 'binary', maxLength }), fc.webQueryParameters());
}
