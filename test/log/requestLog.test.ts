import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { openConnection, rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.logged.length = 0;
});

/** The line of the request that was answered with this id. */
async function lineOf(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  const find = () => service.logged.filter((line) => line['msg'] === 'request' && line['requestId'] === requestId);
  await expect.poll(find).toHaveLength(1);
  const { pid: _pid, hostname: _hostname, time: _time, msg: _msg, ...line } = find()[0]!;
  return line;
}

const ours = expect.stringMatching(/^[0-9a-f-]{36}$/);
const got = expect.any(Number);
const remoteAddress = '127.0.0.1';

describe('a request has one line', () => {
  it('that says who asked for what, and how it ended', async () => {
    const sent = signed(developer.secret, { plugin_id: developer.pluginId, access_token: developer.accessToken });
    const { headers } = await call(service.url, 'GET', '/baseinfo', sent);

    expect(await lineOf(headers.get('x-request-id'))).toEqual({
      level: 30,
      requestId: ours,
      endpoint: 'GET /baseinfo',
      method: 'GET',
      status: 200,
      pluginId: developer.pluginId,
      durationMs: got,
      responseBytes: Number(headers.get('content-length')),
      remoteAddress,
    });
  });

  it('with why it was refused', async () => {
    const sent = signed('wrong', { plugin_id: developer.pluginId, access_token: developer.accessToken });
    const { headers } = await call(service.url, 'GET', '/baseinfo', sent);

    const refused = { level: 30, status: 401, refusal: 'SIGNATURE_WRONG', pluginId: developer.pluginId };
    expect(await lineOf(headers.get('x-request-id'))).toMatchObject(refused);
  });

  it('without the name of a plugin that looks like a secret', async () => {
    const sent = signed('wrong', { plugin_id: developer.accessToken, access_token: developer.accessToken });
    const { headers } = await call(service.url, 'GET', '/baseinfo', sent);

    const refused = { status: 404, refusal: 'PLUGIN_NOT_FOUND', pluginId: '[left out]' };
    expect(await lineOf(headers.get('x-request-id'))).toMatchObject(refused);
  });

  it('with the operation, the key and the codes of errors, for staff', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Night', role: 'VIEWER' } });
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${createApiKey.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query Look { a: order(id: "none") { id } b: auditLog { totalCount } }' }),
    });
    await response.text();

    const line = await lineOf(response.headers.get('x-request-id'));
    expect(line).toMatchObject({ level: 30, endpoint: '/graphql', method: 'POST', actor: 'Night', operation: 'Look' });
    expect(line).toMatchObject({ errorCodes: ['FORBIDDEN'], requestBytes: got });
  });

  it.each([
    ['who has no key', {}, '', { status: 401, errorCodes: ['KEY_MISSING'] }],
    [
      'whose query is too large',
      { authorization: true },
      `{ ${'a '.repeat(5000)} }`,
      { errorCodes: ['QUERY_TOO_LONG'] },
    ],
    ['whose query is none', { authorization: true }, '{', { status: 400, errorCodes: ['GRAPHQL_PARSE_FAILED'] }],
  ])('for staff %s', async (_who, { authorization = false }: { authorization?: boolean }, query, expected) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization && { authorization: `Bearer ${service.adminToken}` }),
      },
      body: JSON.stringify({ query }),
    });
    await response.text();
    expect(await lineOf(response.headers.get('x-request-id'))).toMatchObject(expected);
  });

  it.each([
    ['a path that is none', 'GET /nothing/here?access_token=1', 404, { endpoint: 'other', refusal: 'PATH_NOT_FOUND' }],
    ['a method that is not served', 'DELETE /goods', 405, { endpoint: 'other', refusal: 'METHOD_NOT_ALLOWED' }],
    ['a HEAD, which is a GET', 'HEAD /baseinfo', 422, { endpoint: 'GET /baseinfo', refusal: 'INVALID_PARAMETERS' }],
    ['a target that is no URL', 'GET http://', 400, { endpoint: 'other', refusal: 'MALFORMED_REQUEST' }],
    ['CONNECT', 'CONNECT /baseinfo', 405, { endpoint: 'other', refusal: 'METHOD_NOT_ALLOWED' }],
  ])('for %s', async (_what, start, status, expected) => {
    const answer = await rawRequest(service.url, requestText(`${start} HTTP/1.1`));
    const line = await lineOf(answer.headers['x-request-id']);

    expect(answer.status).toBe(status);
    expect(line).toMatchObject({ ...expected, level: 30, method: start.split(' ', 1)[0], status, remoteAddress });
  });

  it('for bytes that are no request', async () => {
    const answer = await rawRequest(service.url, 'what is this?\r\n\r\n');
    const line = await lineOf(answer.headers['x-request-id']);
    expect(line).toMatchObject({ level: 30, endpoint: 'other', status: 400, refusal: 'MALFORMED_REQUEST' });
  });

  it('for a caller who went away before the answer', async () => {
    const requestId = randomUUID();
    const connection = await openConnection(service.url);
    const headers = [`X-Request-Id: ${requestId}`, 'Content-Length: 8', 'Expect: 100-continue'];
    connection.send(requestText('POST /goods HTTP/1.1', headers));
    expect((await connection.answer()).status).toBe(100);
    connection.reset();

    expect(await lineOf(requestId)).toMatchObject({ level: 30, endpoint: 'POST /goods', status: 499, aborted: true });
  });

  it('for staff who went away after a request without a body', async () => {
    const { port } = new URL(service.url);
    const headers = [
      `Authorization: Bearer ${service.adminToken}`,
      'Content-Type: application/json',
      'Connection: close',
    ];
    const sent = Buffer.concat([requestText('POST /graphql HTTP/1.1', headers), Buffer.from('{"query":"{ me }"}')]);
    const lines = () => service.logged.filter(({ endpoint }) => endpoint === '/graphql');
    // A few at once: a busy machine would take long for all of them.
    for (let count = 5; count <= 50; count += 5) {
      for (let n = 0; n < 5; n += 1) {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
        socket.write(sent, () => socket.resetAndDestroy());
      }
      await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(count);
    }
    expect(service.logged.filter(({ level }) => level !== 30)).toEqual([]);
  });
});

describe('the id of a request', () => {
  const idFor = async (given: string) =>
    (await rawRequest(service.url, requestText('GET /x HTTP/1.1', [`X-Request-Id: ${given}`]))).headers['x-request-id'];

  it.each(['a', 'A-z_0.9', 'x'.repeat(31), randomUUID(), randomUUID().toUpperCase(), randomBytes(16).toString('hex')])(
    'is that of the caller: %s',
    async (given) => {
      expect(await idFor(given)).toBe(given);
    },
  );

  it.each(['', 'a b', 'a"b', 'é', 'a, b', 'x'.repeat(32)])('is made when the one given is: %s', async (given) => {
    expect(await idFor(given)).toEqual(ours);
  });

  it('is made when the one given is a secret, an access token, a key or a signature, which no log line has', async () => {
    const { key } = (await service.admin(CreateApiKeyDocument, { input: { name: 'in a header', role: 'VIEWER' } }))
      .createApiKey;
    const signature = signed(developer.secret, { plugin_id: developer.pluginId }).sign!;
    const generatedAdminToken = randomBytes(24).toString('base64url');
    for (const secret of [developer.secret, developer.accessToken, key, signature, generatedAdminToken]) {
      const id = await idFor(secret);
      expect(id).toEqual(ours);
      await lineOf(id);
      expect(JSON.stringify(service.logged)).not.toContain(secret);
    }
  });

  it('is another one each time', async () => {
    const ids = [await idFor(''), await idFor('')];
    expect(new Set(ids).size).toBe(2);
  });

  it('is on answers of every door', async () => {
    for (const path of ['/baseinfo', '/graphql', '/nowhere']) {
      const response = await fetch(`${service.adminUrl}${path}`, {
        headers: { 'x-request-id': `of.${path.slice(1)}` },
      });
      await response.text();
      expect(response.headers.get('x-request-id')).toBe(`of.${path.slice(1)}`);
    }
  });
});
