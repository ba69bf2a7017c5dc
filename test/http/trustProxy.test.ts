import { afterEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService | undefined;
afterEach(async () => service?.stop());

/** Whose address is logged for a request that came from 127.0.0.1. */
async function loggedAddress(forwarded: string | undefined, trustProxy?: string): Promise<unknown> {
  service = await startTestService(trustProxy === undefined ? {} : { TRUST_PROXY: trustProxy });
  await fetch(`${service.url}/nothing`, { headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded } });
  const isOurs = (line: Record<string, unknown>) => line['endpoint'] === 'other';
  await expect.poll(() => service!.logged.some(isOurs), { timeout: 30_000 }).toBe(true);
  return service.logged.find(isOurs)?.['remoteAddress'];
}

it.each([
  [undefined, '192.0.2.1', '127.0.0.1'],
  ['0', '192.0.2.1', '127.0.0.1'],
  ['10.0.0.0/8', '192.0.2.1', '127.0.0.1'],
  ['loopback', undefined, '127.0.0.1'],
  ['loopback', '192.0.2.1', '192.0.2.1'],
  ['127.0.0.1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['loopback,10.0.0.0/8', '203.0.113.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
  ['loopback,10.0.0.0/8', '10.9.9.9, 192.0.2.1', '192.0.2.1'],
  ['1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['2', '203.0.113.9, 192.0.2.1, 198.51.100.1', '192.0.2.1'],
  ['loopback', '203.0.113.9, 2001:db8::1', '2001:db8::1'],
  ['loopback', '203.0.113.9, [2001:db8::1]:443', '2001:db8::1'],
  ['loopback', '203.0.113.9, 192.0.2.1:51234', '192.0.2.1'],
  ['loopback', '203.0.113.9, <script>', '127.0.0.1'],
])('with TRUST_PROXY=%s, X-Forwarded-For: %s is from %s', async (trustProxy, forwarded, expected) => {
  expect(await loggedAddress(forwarded, trustProxy)).toBe(expected);
});
