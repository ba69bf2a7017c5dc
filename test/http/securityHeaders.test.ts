import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection, rawRequest } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: 'loopback' });
});
afterAll(() => service.stop());

it.each(['/baseinfo', '/nothing', '/healthz', '/graphql', '/metrics'])(
  'the answer of %s is not to be kept, framed, guessed at or loaded by other sites',
  async (path) => {
    const { headers } = await fetch(service.url + path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
  },
);

it('who came over TLS, as a trusted proxy says, is to come so again', async () => {
  const { headers } = await fetch(`${service.url}/nothing`, { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
});

it('what is no HTTP is answered with the headers that matter then', async () => {
  const { status, headers } = await rawRequest(service.url, 'nonsense\r\n\r\n');
  expect(status).toBe(400);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

it('who dribbles headers is not waited for', { timeout: 120_000 }, async () => {
  const connection = await openConnection(service.url);
  try {
    connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect((await connection.answer()).status).toBe(408);
  } finally {
    connection.close();
  }
});
