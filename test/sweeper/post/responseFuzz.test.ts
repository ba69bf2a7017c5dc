import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answering, responseText, startRawReceiver, type RawReceiver } from '../../support/rawReceiver.ts';
import { loopback, post } from './callbackPost.ts';

let receiver: RawReceiver;

beforeAll(async () => {
  receiver = await startRawReceiver();
});
afterAll(async () => {
  await receiver.close();
});

const responses = [
  responseText('200 OK', 'SUCCESS'),
  Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nSUCCESS\r\n0\r\n\r\n'),
  Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nSUCCESS'),
  Buffer.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nSUCCESS'),
  Buffer.from('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  Buffer.from('HTTP/1.0 302 Found\r\nLocation: /\r\nKeep-Alive: timeout=0\r\nConnection: keep-alive\r\n\r\n'),
];
const pieces = [
  '\r\n',
  '\r\n\r\n',
  ':',
  '\0',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'Content-Length: 3\r\n',
  'ffffffff',
  '\u00ff',
];

/** A response, cut to pieces that are left out, doubled or replaced. */
const mangled = fc
  .tuple(
    fc.constantFrom(...responses),
    fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 9 }))), {
      maxLength: 4,
    }),
  )
  .map(([response, edits]) =>
    edits.reduce((bytes, [at, removed, inserted]) => {
      const start = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, start), Buffer.from(inserted), bytes.subarray(start + removed)]);
    }, response),
  );

it('whatever bytes are answered: one request, a result that can be stored, and nothing is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: mangled }, fc.uint8Array().map(Buffer.from)), async (bytes) => {
      receiver.behave(answering(bytes));

      const { outcome, error, hint, responseBody } = await post(receiver.url, { allowedNetworks: loopback });

      expect(outcome !== 'ACKNOWLEDGED' || bytes.includes('SUCCESS')).toBe(true);
      expect(`${error}${hint}`).not.toMatch(/\p{Cc}/u);
      expect(responseBody?.length ?? 0).toBeLessThanOrEqual(4096);
      expect({ connections: receiver.connections, requests: receiver.requests.length }).toEqual({
        connections: 1,
        requests: 1,
      });
    }),
    { numRuns: 400 },
  );
});
