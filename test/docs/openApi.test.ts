import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/docs/openapi/openApiDocument.ts';
import { specifiedEndpoints } from '../../src/rules/signing/specifiedEndpoints.ts';
import { scrape } from '../metrics/metricsText.ts';
import { anyText } from '../rules/signing/parameterArbitraries.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { findUndocumented } from '../support/documentedAnswer.ts';
import { rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;
let orderId: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  developer = await makeDeveloper(service.admin);
  orderId = (await makeOrder(service.admin, developer)).id;
});
afterAll(() => service.stop());

describe('/openapi.json', () => {
  it('is the document, without a signature', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await response.json()).toEqual(openApiDocument(version));
  });

  it.each(['br', 'gzip'])('is sent as %s to who accepts it, and not again to who has it', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(`${service.url}/openapi.json`, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.json()).toHaveProperty('openapi', '3.1.0');
    const etag = response.headers.get('etag')!;
    // Node's fetch would ask for no cached answer.
    const lines = [`Accept-Encoding: ${encoding}`, `If-None-Match: ${etag}`];
    const again = await rawRequest(service.url, requestText('GET /openapi.json HTTP/1.1', lines));
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await fetch(`${service.url}/openapi.json`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const post = await fetch(`${service.url}/openapi.json`, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });

  it('is counted and logged under its own name', async () => {
    await fetch(`${service.url}/openapi.json?cache=1`);
    const series = 'openplug_request_duration_seconds_count{endpoint="/openapi.json",status="200"}';
    await expect.poll(async () => (await scrape(service))[series]).toBeGreaterThan(0);
    expect(service.logged).toContainEqual(expect.objectContaining({ endpoint: '/openapi.json' }));
  });
});

describe('a refusal', () => {
  const ask = async (path: string, method = 'GET') => (await fetch(service.url + path, { method })).headers.get('link');
  const helpOf = (code: string) => `</docs/errors#${code}>; rel="help"`;

  it('leads to the page that explains it', async () => {
    const wrong = new URLSearchParams(signed('wrong', { plugin_id: developer.pluginId, access_token: 'x'.repeat(32) }));
    expect(await ask(`/baseinfo?${wrong.toString()}`)).toBe(helpOf('SIGNATURE_WRONG'));
    expect(await ask('/baseinfo')).toBe(helpOf('INVALID_PARAMETERS'));
    expect(await ask('/goods', 'DELETE')).toBe(helpOf('METHOD_NOT_ALLOWED'));
    expect(await ask('/nothing')).toBe(helpOf('PATH_NOT_FOUND'));
    const chinese = await rawRequest(service.url, requestText('GET /baseinfo?title=会员 HTTP/1.1'));
    expect(chinese.headers['link']).toBe(helpOf('MALFORMED_TARGET'));
  });

  it('says so in a header, and not in the body, which the specification has fixed', async () => {
    const body = (await (await fetch(`${service.url}/baseinfo`)).json()) as object;
    expect(Object.keys(body)).toEqual(['message', 'errors']);
  });

  it('has no such link for staff', async () => {
    const split = await startTestService({ ADMIN_PORT: '0' });
    expect((await fetch(`${split.adminUrl}/nothing`)).headers.has('link')).toBe(false);
    expect((await fetch(`${split.url}/nothing`)).headers.has('link')).toBe(true);
    await split.stop();
  });
});

describe('the service answers what the document says', () => {
  const good = (): Record<string, string> => ({
    plugin_id: developer.pluginId,
    access_token: developer.accessToken,
    out_order_id: orderId,
    title: 'Gold',
    total_fee: '100',
  });
  const changes = fc.record({
    // Parameters that are left out, or have another value.
    left: fc.subarray(['plugin_id', 'access_token', 'out_order_id', 'title', 'total_fee', 'timestamp', 'sign'], {
      maxLength: 2,
    }),
    given: fc.dictionary(fc.constantFrom('plugin_id', 'access_token', 'title', 'total_fee', 'other'), anyText, {
      maxKeys: 1,
    }),
    token: fc.constantFrom(undefined, 'x'.repeat(32)),
    order: fc.constantFrom(undefined, 'unknown-order'),
    isSignedRight: fc.constantFrom(true, true, false),
    lateSeconds: fc.constantFrom(0, 0, 0, 600),
    mediaType: fc.constantFrom('query', 'application/json', 'application/x-www-form-urlencoded', 'text/plain'),
    endpoint: fc.constantFrom(...Object.values(specifiedEndpoints)),
  });

  it.each([100, '100'])('to a whole number that JSON has as %j', async (totalFee) => {
    const { out_order_id: _other, ...ofGoods } = good();
    const sent = signed(developer.secret, ofGoods, service.clock.now);
    const response = await fetch(`${service.url}/goods`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...sent, total_fee: totalFee }),
    });
    expect(response.status).toBe(200);
    const { paths } = openApiDocument('0.0.0') as {
      paths: Record<string, { post: { requestBody: { description: string } } }>;
    };
    expect(paths['/goods']!.post.requestBody.description).toContain('a whole number may also be sent as text');
  });

  it('to whatever is asked', async () => {
    const met = new Set<number>();
    const ask = async (change: Parameters<typeof send>[0]) => {
      const { method, path, status, body } = await send(change);
      met.add(status);
      expect(findUndocumented(method, path, status, body)).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(changes, ask), { numRuns: 300 });
    expect([...met]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415, 422]));
  });

  async function send({ left, given, token, order, isSignedRight, lateSeconds, mediaType, endpoint }: Change) {
    const { method, path } = endpoint;
    const values = {
      ...good(),
      ...(token && { access_token: token }),
      ...(order && { out_order_id: order }),
      ...given,
    };
    const isLeft = (name: string) => left.some((other) => other === name);
    const secret = isSignedRight ? developer.secret : 'wrong';
    const at = new Date(service.clock.now.getTime() - lateSeconds * 1000);
    const sent = signed(secret, Object.fromEntries(Object.entries(values).filter(([name]) => !isLeft(name))), at);
    for (const name of left) delete sent[name];
    const form = new URLSearchParams(sent).toString();
    const isQuery = mediaType === 'query' || method === 'GET';
    const response = await fetch(`${service.url}${path}${isQuery ? `?${form}` : ''}`, {
      method,
      ...(!isQuery && {
        headers: { 'content-type': mediaType },
        body: mediaType === 'application/json' ? JSON.stringify(sent) : form,
      }),
    });
    return { method, path, status: response.status, body: await response.json() };
  }

  type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;
});
