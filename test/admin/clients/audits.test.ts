import { serverAudits, type AuditResult } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

/**
 * With application/json, the specification would like 200 for a query that was not run. It also allows 400, which is what
 * this API has always answered: proxies, logs and `curl --fail` then see that nothing was done.
 */
const answeredWith400 = [
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function audit(): Promise<AuditResult[]> {
  const authorization = `Bearer ${service.adminToken}`;
  const fetchFn = async (url: string, init: { headers?: Record<string, string> } = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization } });
  return Promise.all(serverAudits({ url: `${service.url}/graphql`, fetchFn }).map(async ({ fn }) => fn()));
}

it('holds what GraphQL over HTTP asks for, but for three recommendations', async () => {
  const results = await audit();

  expect(results.length).toBeGreaterThan(60);
  const missed = results.filter(({ status }) => status !== 'ok');
  expect(missed.map(({ name }) => name)).toEqual(answeredWith400);
  for (const result of missed) expect(result).toMatchObject({ status: 'warn', response: { status: 400 } });
});
