import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed, type RestAnswer } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

type Fault = (typeof faults)[number]['fault'];

/** In the order in which they are looked for. */
const faults = [
  { fault: 'a missing title', status: 422, message: 'Request parameters are invalid; see errors.', names: ['title'] },
  { fault: 'an unknown plugin', status: 404, message: 'The plugin application was not found.', names: [] },
  {
    fault: 'a time 600 seconds ago',
    status: 403,
    message: `The timestamp must be less than 600 seconds from the server's time, which is ${exampleTime.toISOString()}.`,
    names: [],
  },
  { fault: 'a wrong signature', status: 401, message: 'The signature is wrong.', names: ['sign'] },
  { fault: 'an unknown access token', status: 401, message: 'The user is unknown.', names: ['access_token'] },
] as const;

const unreadable = [
  {
    fault: 'broken JSON',
    status: 400,
    message: 'The body cannot be read as application/json in UTF-8; it must be one JSON object.',
    body: '{',
    headers: { 'content-type': 'application/json' },
  },
  {
    fault: 'a body of 16,385 bytes',
    status: 413,
    message: 'The body must be at most 16384 bytes, after decompression too.',
    body: ' '.repeat(16_385),
    headers: { 'content-type': 'application/json' },
  },
  {
    fault: 'a body of another type',
    status: 415,
    message:
      'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, and say so in Content-Type.',
    body: '<title/>',
    headers: { 'content-type': 'text/xml' },
  },
  {
    fault: 'an unknown Content-Encoding',
    status: 415,
    message: 'Content-Encoding must be gzip, deflate, br or identity.',
    body: '{}',
    headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' },
  },
];

describe('POST /goods', () => {
  it('answers 200 when nothing is wrong', async () => {
    expect((await createGoods([])).status).toBe(200);
  });

  it.each(faults)('answers $status to $fault', async ({ fault, status, message, names }) => {
    expect(shown(await createGoods([fault]))).toEqual({ status, message, names });
  });

  it.each(pairs())('answers $status to $fault before it looks at $later', async ({ fault, later, ...expected }) => {
    expect(shown(await createGoods([fault, later]))).toEqual(expected);
  });

  it.each(unreadable)(
    'answers $status to $fault, whatever else is wrong',
    async ({ status, message, body, headers }) => {
      const init = { body, headers };
      const expected = { status, message, names: [] };
      const all = faults.map(({ fault }) => fault);

      expect(shown(await createGoods([], init))).toEqual(expected);
      expect(shown(await createGoods(['a missing title'], init))).toEqual(expected);
      expect(shown(await createGoods(all, init))).toEqual(expected);
    },
  );

  it('answers 400 to a malformed query before it looks at the parameters', async () => {
    const response = await fetch(`${service.url}/goods?title=%zz`, { method: 'POST' });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: 'The query string must be form-encoded UTF-8; it has a malformed escape or byte sequence.',
    });
  });
});

describe('GET /payments/record', () => {
  it('answers 400 to an order number that is unknown', async () => {
    const parameters = signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: 'unknown' });

    const { status, body } = await call(service.url, 'GET', '/payments/record', parameters);

    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'The order was not found.',
      errors: { out_order_id: ['No order of this plugin has this value as its order_id or out_order_id.'] },
    });
  });

  it('answers 401 to a wrong signature before it looks for the order', async () => {
    const parameters = signed('x'.repeat(32), { plugin_id: developer.pluginId, out_order_id: 'unknown' });

    const answer = await call(service.url, 'GET', '/payments/record', parameters);

    expect(shown(answer)).toEqual({ status: 401, message: 'The signature is wrong.', names: ['sign'] });
  });
});

describe('the time of a request', () => {
  it.each([
    [-600, 403],
    [-599, 200],
    [599, 200],
    [600, 403],
  ])('%i seconds from the time of the service answers %i', async (seconds, status) => {
    const parameters = signed(
      developer.secret,
      { plugin_id: developer.pluginId, access_token: developer.accessToken },
      new Date(exampleTime.getTime() + seconds * 1000),
    );

    expect((await call(service.url, 'GET', '/baseinfo', parameters)).status).toBe(status);
  });

  it('follows the tolerance that is configured', async () => {
    const strict = await startTestService({ REQUEST_TOLERANCE_S: '5' });
    try {
      const { pluginId, secret, accessToken } = await makeDeveloper(strict.admin);
      const sent = { plugin_id: pluginId, access_token: accessToken };
      const ask = (seconds: number) =>
        call(strict.url, 'GET', '/baseinfo', signed(secret, sent, new Date(exampleTime.getTime() - seconds * 1000)));

      expect((await ask(4)).status).toBe(200);
      const refused = await ask(5);
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain('less than 5 seconds');
    } finally {
      await strict.stop();
    }
  });
});

describe('a wrong signature', () => {
  it('shows the string that was to be signed, which is made of what the caller sent', async () => {
    const sent = signed('x'.repeat(32), { plugin_id: developer.pluginId, access_token: 'a b~'.repeat(8) });

    const { body } = await call(service.url, 'GET', '/baseinfo', sent);

    const canonical = `access_token=${'a+b%7E'.repeat(8)}&plugin_id=${developer.pluginId}&timestamp=1624329435`;
    expect(body.errors).toEqual({ sign: [`The string to sign was: ${canonical}`] });
  });

  it('shows no string that is too long to compare by eye', async () => {
    const sent = signed('x'.repeat(32), {
      plugin_id: developer.pluginId,
      access_token: 'a'.repeat(32),
      note: 'n'.repeat(2000),
    });

    const { status, body } = await call(service.url, 'GET', '/baseinfo', sent);

    expect(status).toBe(401);
    expect(body).toEqual({ message: 'The signature is wrong.' });
  });
});

function pairs() {
  return faults.flatMap((first, index) => faults.slice(index + 1).map(({ fault }) => ({ ...first, later: fault })));
}

/** A request with exactly these faults; everything else about it is right. */
async function createGoods(has: Fault[], init: RequestInit = {}): Promise<RestAnswer> {
  const parameters: Record<string, string | number> = {
    plugin_id: has.includes('an unknown plugin') ? 'unknown0' : developer.pluginId,
    access_token: has.includes('an unknown access token') ? 'a'.repeat(32) : developer.accessToken,
    total_fee: 100,
    ...(!has.includes('a missing title') && { title: 'A title' }),
  };
  const secret = has.includes('a wrong signature') ? 'x'.repeat(32) : developer.secret;
  const ageMs = has.includes('a time 600 seconds ago') ? 600_000 : 0;
  const sent = signed(secret, parameters, new Date(exampleTime.getTime() - ageMs));
  return call(service.url, 'POST', '/goods', sent, init);
}

function shown({ status, body }: RestAnswer) {
  return { status, message: body.message, names: Object.keys(body.errors ?? {}) };
}
