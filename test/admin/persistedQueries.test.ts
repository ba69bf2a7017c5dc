import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('a persisted query', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };

  describe.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])('of who accepts %s', (accept, status) => {
    it.each([
      ['GET', `?${new URLSearchParams({ extensions: JSON.stringify(extensions) }).toString()}`, undefined],
      ['POST', '', JSON.stringify({ extensions })],
    ])('by %s is told that there are none', async (method, search, body) => {
      const headers = { authorization: `Bearer ${service.adminToken}`, accept, 'content-type': 'application/json' };
      const response = await fetch(`${service.url}/graphql${search}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });

      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
      expect(await response.json()).toEqual({
        errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
      });
    });
  });
});
