import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/rules/failures/valueProblems.ts';
import { findProblem, type ParameterRules } from '../../src/rules/signing/parameters.ts';
import { sandboxEndpoints } from '../../src/rules/signing/sandboxEndpoints.ts';
import { CreatePluginDocument } from '../admin/generated/operations.ts';
import { anyText } from '../rules/signing/parameterArbitraries.ts';
import { makeGoods } from '../support/builders.ts';
import { findUndocumented } from '../support/documentedAnswer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed, type RestAnswer } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';

let service: TestService;
let sweeping: TestSweeper;
let pluginId: string;
let secret: string;
let goodsId: string;
let accessToken: string;
/** An attempt that nobody has reported yet. */
let open: Record<string, string>;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_FAILURES: '0' });
  sweeping = testSweeper(service);
  const { createPlugin } = await service.admin(CreatePluginDocument, { input: { name: 'Rehearsal', sandbox: true } });
  [pluginId, secret] = [createPlugin.plugin.id, createPlugin.secret];
  goodsId = (await makeGoods(service.admin, pluginId)).id;
  accessToken = String((await ask('/sandbox/users', {})).body.resource!['access_token']);
  open = await openAttempt();
});
afterAll(async () => {
  await sweeping.close();
  await service.stop();
});

async function ask(path: string, parameters: Record<string, string>): Promise<RestAnswer> {
  return call(service.url, 'POST', path, signed(secret, { plugin_id: pluginId, ...parameters }, service.clock.now));
}

async function newOrder(): Promise<string> {
  const { body } = await ask('/sandbox/orders', { access_token: accessToken, goods_id: goodsId });
  return String(body.resource!['order_id']);
}

async function openAttempt(): Promise<Record<string, string>> {
  await ask('/sandbox/payments', { out_order_id: await newOrder() });
  const { order_id: orderId, attempt, lease } = (await ask('/sandbox/callbacks', {})).body.resource!;
  return { order_id: String(orderId), attempt: String(attempt), lease: String(lease) };
}

/** The number of rows in each table, but for that of refused requests. */
async function countRows(): Promise<unknown> {
  const { prisma } = sweeping.store;
  const tables = [prisma.user, prisma.pluginUser, prisma.accessToken, prisma.goods, prisma.order, prisma.auditEntry];
  const closed = prisma.deliveryAttempt.count({ where: { finishedAt: { not: null } } });
  return Promise.all([
    ...tables.map(async (table) => (table.count as () => Promise<number>)()),
    prisma.deliveryAttempt.count(),
    closed,
  ]);
}

/** A request of each endpoint that is good, but for the orders that it needs. */
const goodCalls: Record<keyof typeof sandboxEndpoints, () => Record<string, string>> = {
  sandboxUser: () => ({}),
  sandboxOrder: () => ({ access_token: accessToken, goods_id: goodsId }),
  sandboxPayment: () => ({ out_order_id: open['order_id']! }),
  sandboxCallback: () => ({}),
  sandboxAnswer: () => ({ ...open, http_status: '500' }),
};

const hostileText = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\n', '\u202E', '\u200B', '\uFEFF', '\u3000', '\u{10FFFF}', '%00', '%zz'),
  fc.constantFrom('-1', '0', '1e9', '0x10', '1.5', '+1', '2147483648', '99999999999999999999', 'NaN', 'null', 'true'),
  fc.constantFrom(
    "'; DROP TABLE goods; --",
    '$1',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom('AAA', 'AAA=A', 'U1VDQ0VTUw==', 'ABANDONED', 'TIMED_OUT', '100', '599', '1000', '\\x00', '\\u0000'),
  fc.constantFrom(
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(501),
    'x'.repeat(6000),
    '😀'.repeat(300),
    'é\u0301'.repeat(40),
  ),
  anyText,
);
/** JSON that is neither text nor a number, or is text that cannot be stored. */
const hostileJson = fc.constantFrom('true', '[]', '["a"]', '{}', '{"a":1}', '[1.5]', '"\\ud800"', '"a\\u0000"');

const parametersOf = Object.entries(sandboxEndpoints).flatMap(([name, { path, parameters }]) =>
  Object.keys(parameters).map((parameter) => ({ endpoint: name as keyof typeof sandboxEndpoints, path, parameter })),
);

describe('a hostile value of a parameter writes nothing, and says what is wrong', () => {
  it.each(parametersOf)('$path: $parameter', async ({ endpoint, path, parameter }) => {
    const rule = (sandboxEndpoints[endpoint].parameters as ParameterRules)[parameter]!;
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const before = await countRows();
        // Only a failure has an explanation that is kept.
        const failure = parameter === 'error' && { failure: 'TIMED_OUT' };
        const { status, body } = await ask(path, { ...goodCalls[endpoint](), ...failure, [parameter]: text });
        const problem = findProblem(rule, text);
        if (problem)
          expect({ status, errors: body.errors?.[parameter] }).toEqual({
            status: 422,
            errors: [describeProblem(parameter, problem, 'en')],
          });
        expect(status).toBeLessThan(500);
        if (status !== 200)
          expect({ body, rows: await countRows() }).toEqual({
            body: { ...body, message: expect.stringMatching(/./) },
            rows: before,
          });
        // The next value meets an attempt that is not closed.
        if (status === 200 && body.resource!['counted'] === 1) open = await openAttempt();
      }),
      { numRuns: 25 },
    );
    await fc.assert(
      fc.asyncProperty(hostileJson, async (json) => {
        const before = await countRows();
        const sent = signed(secret, { plugin_id: pluginId, ...goodCalls[endpoint]() }, service.clock.now);
        const members = Object.entries({ ...sent, [parameter]: '' }).map(
          ([name, value]) => `${JSON.stringify(name)}:${name === parameter ? json : JSON.stringify(value)}`,
        );
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(service.url + path, { method: 'POST', headers, body: `{${members.join()}}` });
        const body = (await response.json()) as RestAnswer['body'];
        expect(findUndocumented('POST', path, response.status, body)).toEqual([]);
        expect({ json, status: response.status, named: Object.keys(body.errors ?? {}) }).toEqual({
          json,
          status: 422,
          named: [parameter],
        });
        expect(await countRows()).toEqual(before);
      }),
      { numRuns: 10 },
    );
  });
});
