import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../../support/builders.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { call, signed } from '../../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const control = 'must not contain control characters.';
const required = 'is required.';
const price = 'must be a whole number from 1 to 2147483647.';
const count = 'must be a whole number from 0 to 2147483647.';
const seconds = 'must be the Unix time in seconds, in digits only.';
const hex = 'must be exactly 64 hexadecimal digits.';
const tokenLength = 'must be exactly 32 characters long.';

/** Parameter · value (undefined: not sent) · what is said about it. */
const refused: [name: string, value: string | undefined, problem: string][] = [
  ['plugin_id', undefined, required],
  ['plugin_id', '', required],
  ['plugin_id', '  ', required],
  ['plugin_id', 'abc\0efgh', control],
  ['plugin_id', 'a'.repeat(65), 'must be 1 to 64 characters long.'],
  ['access_token', undefined, required],
  ['access_token', '', required],
  ['access_token', 'a'.repeat(31), tokenLength],
  ['access_token', 'a'.repeat(33), tokenLength],
  ['access_token', '😀'.repeat(16), tokenLength],
  ['title', undefined, required],
  ['title', '', required],
  ['title', '   ', required],
  ['title', '\u3000', required],
  ['title', 'a'.repeat(51), 'must be 1 to 50 characters long.'],
  ['title', '会'.repeat(51), 'must be 1 to 50 characters long.'],
  ['title', '😀'.repeat(51), 'must be 1 to 50 characters long.'],
  ['title', 'two\nlines', control],
  ['title', 'a\0b', control],
  ['title', 'a\u007fb', control],
  ['title', 'a\u0085b', control],
  ['total_fee', undefined, required],
  ['total_fee', '', required],
  ['total_fee', '0', price],
  ['total_fee', '-1', price],
  ['total_fee', '1.0', price],
  ['total_fee', '1e2', price],
  ['total_fee', '+100', price],
  ['total_fee', '0100', price],
  ['total_fee', ' 100', price],
  ['total_fee', '0x10', price],
  ['total_fee', '１００', price],
  ['total_fee', 'abc', price],
  ['total_fee', '2147483648', price],
  ['total_fee', '9'.repeat(400), price],
  ['pay_limit', '', count],
  ['pay_limit', '-1', count],
  ['pay_limit', '1.5', count],
  ['pay_limit', 'abc', count],
  ['pay_limit', '2147483648', count],
  ['timestamp', undefined, required],
  ['timestamp', '', required],
  ['timestamp', 'now', seconds],
  ['timestamp', '-1624329435', seconds],
  ['timestamp', '1624329435.0', seconds],
  ['timestamp', '1.624329435e9', seconds],
  ['timestamp', ' 1624329435', seconds],
  ['timestamp', '2021-06-22 10:37:15', seconds],
  ['sign', undefined, required],
  ['sign', '', required],
  ['sign', 'a'.repeat(63), hex],
  ['sign', 'a'.repeat(65), hex],
  ['sign', 'g'.repeat(64), hex],
  ['sign', `${'a'.repeat(64)}\n`, hex],
];

/** Parameter · value · the status that it leads to. */
const accepted: [name: string, value: string, status: number][] = [
  ['plugin_id', 'a', 404],
  ['plugin_id', '会'.repeat(64), 404],
  ['access_token', '😀'.repeat(32), 401],
  ['access_token', '\0'.repeat(32), 401],
  ['title', 'a', 200],
  ['title', 'a'.repeat(50), 200],
  ['title', '会'.repeat(50), 200],
  ['title', '😀'.repeat(50), 200],
  ['title', ' spaced ', 200],
  ['total_fee', '1', 200],
  ['total_fee', '2147483647', 200],
  ['pay_limit', '0', 200],
  ['pay_limit', '2147483647', 200],
  ['timestamp', '0001624329435', 200],
  ['timestamp', '0', 403],
  ['timestamp', '9'.repeat(400), 403],
];

describe('POST /goods', () => {
  it.each(refused)('refuses %s %j: it %s', async (name, value, problem) => {
    const sent = goodsRequest();
    if (value === undefined) delete sent[name];
    else sent[name] = value;

    const { status, body } = await call(service.url, 'POST', '/goods', sent);

    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'Request parameters are invalid; see errors.',
      errors: { [name]: [`${name} ${problem}`] },
    });
  });

  it.each(accepted)('takes %s %j for well-formed and answers %i', async (name, value, status) => {
    expect((await call(service.url, 'POST', '/goods', goodsRequest({ [name]: value }))).status).toBe(status);
  });

  it('takes a signature in upper-case digits', async () => {
    const sent = goodsRequest();

    const answer = await call(service.url, 'POST', '/goods', { ...sent, sign: sent['sign']!.toUpperCase() });

    expect(answer.status).toBe(200);
  });

  it('says everything that is wrong at once', async () => {
    const sent = { title: '😀'.repeat(51), total_fee: '0', pay_limit: '-1', sign: 'abc' };

    const { status, body } = await call(service.url, 'POST', '/goods', sent);

    expect(status).toBe(422);
    expect(body.errors).toEqual({
      plugin_id: ['plugin_id is required.'],
      access_token: ['access_token is required.'],
      title: ['title must be 1 to 50 characters long.'],
      total_fee: [`total_fee ${price}`],
      pay_limit: [`pay_limit ${count}`],
      timestamp: ['timestamp is required.'],
      sign: [`sign ${hex}`],
    });
  });
});

describe('GET /payments/record', () => {
  it.each([
    [undefined, required],
    ['', required],
    [' ', required],
    ['line\nbreak', control],
    ['a'.repeat(65), 'must be 1 to 64 characters long.'],
  ])('refuses out_order_id %j: it %s', async (value, problem) => {
    const sent = signed(developer.secret, {
      plugin_id: developer.pluginId,
      ...(value !== undefined && { out_order_id: value }),
    });

    const { status, body } = await call(service.url, 'GET', '/payments/record', sent);

    expect(status).toBe(422);
    expect(body.errors).toEqual({ out_order_id: [`out_order_id ${problem}`] });
  });

  it('finds an order by an external number of 64 characters of any script', async () => {
    const outOrderId = '😀'.repeat(64);
    await makeOrder(service.admin, developer, { outOrderId });

    const sent = signed(developer.secret, { plugin_id: developer.pluginId, out_order_id: outOrderId });
    const { body } = await call(service.url, 'GET', '/payments/record', sent);

    expect(body.resource?.['out_order_id']).toBe(outOrderId);
  });
});

function goodsRequest(given: Record<string, string> = {}): Record<string, string> {
  const { pluginId, accessToken, secret } = developer;
  return signed(secret, { plugin_id: pluginId, access_token: accessToken, title: 'A title', total_fee: 100, ...given });
}
