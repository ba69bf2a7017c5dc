import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { OrderDocument } from './generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '10' });
});
afterAll(() => service.stop());

interface Sent {
  method?: string;
  /** The rest of the address after /graphql. */
  search?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Case extends Sent {
  status: number;
  code: string;
  /** The code in the log, if it is another. */
  loggedAs?: string;
}

async function send({ method = 'POST', search = '', headers = {}, body }: Sent): Promise<Response> {
  const given = { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json', ...headers };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return fetch(`${service.url}/graphql${search}`, { method, headers: sent, ...(body !== undefined && { body }) });
}

const asJson = (query: string) => JSON.stringify({ query });
const search = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters).toString()}`;
const typename = '{ __typename }';

const refused: [string, Case][] = [
  [
    'no key',
    {
      headers: { authorization: '' },
      body: asJson(typename),
      status: 401,
      code: 'UNAUTHENTICATED',
      loggedAs: 'KEY_MISSING',
    },
  ],
  [
    'a wrong key',
    { headers: { authorization: 'Bearer x' }, body: asJson(typename), status: 401, code: 'UNAUTHENTICATED' },
  ],
  ['malformed JSON', { body: '{', status: 400, code: 'BAD_REQUEST' }],
  ['a body of 1 MB', { body: asJson('x'.repeat(1024 * 1024)), status: 413, code: 'BAD_REQUEST' }],
  ['a long query', { body: asJson(`{ ${'a '.repeat(5000)} }`), status: 400, code: 'QUERY_TOO_LONG' }],
  ['a deep query', { body: asJson('{ a '.repeat(20) + '}'.repeat(20)), status: 400, code: 'QUERY_TOO_DEEP' }],
  ['many aliases', { body: asJson(`{ ${'a: __typename '.repeat(60)} }`), status: 400, code: 'TOO_MANY_ALIASES' }],
  ['a query that is none', { body: asJson('{'), status: 400, code: 'GRAPHQL_PARSE_FAILED' }],
  ['an unknown field', { body: asJson('{ nothing }'), status: 400, code: 'GRAPHQL_VALIDATION_FAILED' }],
  ['a batch', { body: `[${asJson(typename)}]`, status: 400, code: 'BAD_REQUEST' }],
  ['bad variables', { body: '{"query":"{ __typename }","variables":"x"}', status: 400, code: 'BAD_REQUEST' }],
  ['bad extensions', { body: '{"query":"{ __typename }","extensions":[]}', status: 400, code: 'BAD_REQUEST' }],
  ['a bad operationName', { body: '{"query":"{ __typename }","operationName":1}', status: 400, code: 'BAD_REQUEST' }],
  ['a bad query', { body: '{"query":1}', status: 400, code: 'BAD_REQUEST' }],
  ['text', { headers: { 'content-type': 'text/plain' }, body: asJson(typename), status: 415, code: 'BAD_REQUEST' }],
  ['no type', { headers: { 'content-type': '' }, status: 415, code: 'BAD_REQUEST' }],
  [
    'bad variables by GET',
    { method: 'GET', search: search({ query: typename, variables: '{' }), status: 400, code: 'BAD_REQUEST' },
  ],
  ['a query twice by GET', { method: 'GET', search: '?query={a}&query={b}', status: 400, code: 'BAD_REQUEST' }],
  [
    'a GET with a type of its own',
    {
      method: 'GET',
      search: search({ query: typename }),
      headers: { 'content-type': 'text/plain' },
      status: 415,
      code: 'BAD_REQUEST',
    },
  ],
  [
    'a mutation by GET',
    { method: 'GET', search: search({ query: 'mutation { __typename }' }), status: 405, code: 'METHOD_NOT_ALLOWED' },
  ],
  ['another method', { method: 'PUT', body: asJson(typename), status: 405, code: 'METHOD_NOT_ALLOWED' }],
];

describe('a request that is refused', () => {
  describe.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    [
      'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
      'application/graphql-response+json; charset=utf-8',
    ],
    ['application/graphql-response+json,application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('by who accepts %s', (accept, type) => {
    it.each(refused)('for %s is answered in that type, and its code is in the log', async (_what, expected) => {
      const requestId = randomUUID();
      const { status, code, loggedAs = code, headers, ...sent } = expected;
      const answer = await send({ ...sent, headers: { accept, 'x-request-id': requestId, ...headers } });

      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe(type);
      const body = (await answer.json()) as object;
      expect(body).not.toHaveProperty('data');
      expect(body).toMatchObject({ errors: [{ message: expect.any(String), extensions: { code } }] });
      await expect.poll(() => loggedCodes(requestId)).toEqual([loggedAs]);
    });
  });

  it('for too many wrong keys is answered in that type', async () => {
    const headers = { authorization: 'Bearer wrong', accept: 'application/graphql-response+json' };
    let answer: Response;
    do answer = await send({ headers, body: asJson(typename) });
    while (answer.status === 401);

    expect(answer.status).toBe(429);
    expect(answer.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
  });

  it('for what it accepts has changed nothing', async () => {
    const order = await makeOrder(service.admin, await makeDeveloper(service.admin));
    const requestId = randomUUID();
    const answer = await send({
      headers: { accept: 'text/html', 'x-request-id': requestId },
      body: asJson(`mutation { payOrder(input: { orderId: "${order.id}" }) { order { id } } }`),
    });

    expect(answer.status).toBe(406);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    await expect.poll(() => loggedCodes(requestId)).toEqual(['BAD_REQUEST']);
    expect((await service.admin(OrderDocument, { id: order.id })).order?.status).toBe('UNPAID');
  });

  function loggedCodes(requestId: string): unknown {
    return service.logged.find((line) => line['requestId'] === requestId)?.['errorCodes'];
  }
});

describe('what is not supported', () => {
  it('is said of a WebSocket, without a key too', async () => {
    const headers = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ];
    const { status, body } = await rawRequest(service.url, requestText('GET /graphql HTTP/1.1', headers));
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({
      errors: [
        {
          message: 'There are no subscriptions here, and no WebSockets: send queries by POST, and repeat them instead.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
  });

  it('is said of uploads', async () => {
    const body = new FormData();
    body.set('operations', asJson('mutation { __typename }'));
    const headers = { authorization: `Bearer ${service.adminToken}` };
    const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toEqual({
      errors: [
        {
          message: 'Uploads (multipart/form-data) are not supported: send the query as JSON.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
  });
});

describe('a browser on another site', () => {
  it('is told which methods there are, and not that it may send a key', async () => {
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://tools.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, POST, OPTIONS');
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
