import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedCodes, documentedError, type DocumentedCode } from '../../src/docs/errors/documentedErrors.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { rawRequest, requestText, type RawAnswer } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

/** Sends a request that is right but for what is given. */
async function ask(changes: Record<string, string>, { secret = developer.secret, lateSeconds = 0 } = {}) {
  const { pluginId, accessToken } = developer;
  const at = new Date(service.clock.now.getTime() - lateSeconds * 1000);
  const query = new URLSearchParams(signed(secret, { plugin_id: pluginId, access_token: accessToken, ...changes }, at));
  const path = 'out_order_id' in changes ? '/payments/record' : '/baseinfo';
  return send(`GET ${path}?${query.toString()}`);
}

async function send(start: string, headers: string[] = [], body: string | Buffer = ''): Promise<RawAnswer> {
  return rawRequest(service.url, requestText(`${start} HTTP/1.1`, headers, body));
}

const post = (headers: string[], body: string | Buffer) => send('POST /goods', headers, body);
const json = 'Content-Type: application/json';

/** A request for each error that one request can produce. */
const requests: Partial<Record<DocumentedCode, () => Promise<RawAnswer>>> = {
  MALFORMED_REQUEST: () => rawRequest(service.url, 'nonsense\r\n\r\n'),
  MALFORMED_TARGET: () => send('GET /baseinfo?title=会员'),
  MALFORMED_QUERY: () => send('GET /baseinfo?title=%zz'),
  MALFORMED_BODY: () => post([json], '[]'),
  MISSING_BOUNDARY: () => post(['Content-Type: multipart/form-data'], 'x'),
  MALFORMED_COMPRESSION: () => post([json, 'Content-Encoding: gzip'], '{}'),
  ORDER_NOT_FOUND: () => ask({ out_order_id: 'unknown-order' }),
  SIGNATURE_WRONG: () => ask({}, { secret: 'wrong' }),
  ACCESS_TOKEN_UNKNOWN: () => ask({ access_token: 'x'.repeat(32) }),
  TIMESTAMP_EXPIRED: () => ask({}, { lateSeconds: 600 }),
  PLUGIN_NOT_FOUND: () => ask({ plugin_id: 'plugnone' }),
  PATH_NOT_FOUND: () => send('GET /nothing'),
  METHOD_NOT_ALLOWED: () => send('DELETE /baseinfo'),
  BODY_TOO_LARGE: () => post([json], 'x'.repeat(16 * 1024 + 1)),
  TOO_MANY_PARAMETERS: () => post(['Content-Type: application/x-www-form-urlencoded'], 'a=1&'.repeat(1001)),
  UNSUPPORTED_MEDIA_TYPE: () => post(['Content-Type: text/plain'], 'x'),
  UNSUPPORTED_CHARSET: () => post([`${json}; charset=gbk`], '{}'),
  UNSUPPORTED_CONTENT_ENCODING: () => post([json, 'Content-Encoding: zstd'], gzipSync('{}')),
  EXPECTATION_FAILED: () => send('GET /baseinfo', ['Expect: something']),
  INVALID_PARAMETERS: () => ask({ access_token: 'short' }),
  HEADERS_TOO_LARGE: () => send(`GET /baseinfo?x=${'x'.repeat(20_000)}`),
};

/** A test of each error that takes many requests, a wait or an outage, with words from it. */
const others: Partial<Record<DocumentedCode, [path: string, words: string]>> = {
  REQUEST_TIMEOUT: ['test/http/securityHeaders.test.ts', 'toBe(408)'],
  RATE_LIMITED: ['test/rest/rateLimits.test.ts', '429'],
  BUSY: ['test/limits/fairQueue.unit.test.ts', "toBe('BUSY')"],
  TOO_MANY_FAILURES: ['test/rest/rateLimits.test.ts', 'Too many requests with a wrong signature'],
  TOO_MANY_CONNECTIONS: ['test/http/limitConnections.test.ts', 'TOO_MANY_CONNECTIONS'],
  ATTEMPT_NOT_FOUND: ['test/rest/sandboxRefusals.test.ts', 'The attempt was not found.'],
  GOODS_NOT_FOUND: ['test/rest/sandboxRefusals.test.ts', 'goods_id: [expect.any(String)]'],
  SANDBOX_CONFLICT: ['test/rest/sandbox.test.ts', "stringContaining('callback URL')"],
  SANDBOX_FULL: ['test/rest/sandboxRefusals.test.ts', "stringContaining('200 users')"],
  UNAVAILABLE: ['test/rest/databaseGone.test.ts', 'temporarily unable'],
  REQUEST_OVERDUE: ['test/http/endOverdueRequests.test.ts', 'REQUEST_OVERDUE'],
};

describe('each documented error', () => {
  it('is produced by a test', () => {
    expect([...Object.keys(requests), ...Object.keys(others)].toSorted()).toEqual(documentedCodes.toSorted());
    for (const [path, words] of Object.values(others)) expect(readFileSync(path, 'utf8')).toContain(words);
  });

  it.each(Object.entries(requests))('is answered as the documentation says: %s', async (code, request) => {
    const documented = documentedError(code as DocumentedCode, 'en');
    const { status, headers, body } = await request();
    const { message, errors } = JSON.parse(body) as typeof documented.body;
    expect(status).toBe(documented.status);
    expect(message).toBe(documented.body.message);
    expect(errors === undefined).toBe(documented.body.errors === undefined);
    expect(headers['link']).toBe(`</docs/errors#${code}>; rel="help"`);
    expect(headers['x-request-id']).toMatch(/./);
  });
});
