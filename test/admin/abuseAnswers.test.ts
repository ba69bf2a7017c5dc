import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBytes } from '../../src/admin/guards/queryLimits.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { PayOrderDocument } from './generated/operations.ts';

const attemptsOfOrder = 30;
let service: TestService;
let client: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  const developer = await makeDeveloper(service.admin, 'http://127.0.0.1:9/');
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  for (let n = 0; n < 8; n += 1) {
    const { id } = await makeOrder(service.admin, developer);
    await service.admin(PayOrderDocument, { input: { orderId: id } });
    await client.query(
      `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, finished_at,
         url, request_body, http_status, response_body, worker)
       SELECT $1, $2, n, 'MANUAL', 'UNEXPECTED_BODY', now(), now(), now(), 'http://127.0.0.1:9/', '{"n":' || n || '}', 200,
         decode(repeat('00', 4096), 'hex'), 'a:1'
       FROM generate_series(1, $3::int) AS n`,
      [id, developer.pluginId, attemptsOfOrder],
    );
  }
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

interface Answer {
  status: number;
  text: string;
  body: { data?: unknown; errors?: { message: string; path?: unknown; extensions: { code: string } }[] };
}

async function ask(query: string): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
/** 900 of them. */
const attempts = (fields: string) =>
  `{ deliveryAttempts(first: 30) { edges { node { delivery { attempts { ${fields} } } } } } }`;
const ofBodies = (text: string) => /request_body|response_body/.test(text);

describe('an answer that would be too large', () => {
  it.each([
    ['bodies of all attempts', attempts('responseBody')],
    [
      'one body again and again',
      `{ deliveryAttempts(first: 10) { edges { node { ${times(45, (n) => `a${n}: responseBody`)} } } } }`,
    ],
    ['names that the query makes up', attempts(times(48, (n) => `${'a'.repeat(98)}${n}: __typename`))],
  ])('is given up while it is built, with one error: %s', async (_what, query) => {
    const { status, body, text } = await ask(query);

    expect(status).toBe(200);
    expect(body).toEqual({
      errors: [
        {
          message:
            'The answer would have more than 4 MiB. Ask for less in one query: smaller pages (the arguments first or ' +
            'last), fewer fields; requestBody, responseBody, canonicalString and detail are the long ones.',
          extensions: { code: 'ANSWER_TOO_LARGE' },
          locations: expect.any(Array),
          path: expect.any(Array),
        },
      ],
      data: null,
    });
    expect(text.length).toBeLessThan(2000);
  });

  it('reads hardly more bodies than would fit', async () => {
    const statements = await statementsOf(() =>
      ask('{ deliveries(first: 100) { edges { node { attempts { responseBody } } } } }'),
    );
    const read = statements.filter(({ text }) => ofBodies(text)).flatMap(({ values }) => values);
    // A body takes 24 KiB in an answer, of which 170 fit; they are read by the hundred.
    expect(read.length).toBeGreaterThanOrEqual(170);
    expect(read.length).toBeLessThanOrEqual(200);
  });

  it('reads each body once, however many fields show it', async () => {
    const statements = await statementsOf(() => ask(attempts('a: responseBody b: responseBody c: requestBody')));
    const ids = statements.filter(({ text }) => ofBodies(text)).flatMap(({ values }) => values);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an answer that is just small enough', () => {
  it('is given, and is as long as was counted, but for what is not counted', async () => {
    const { text, body } = await ask('{ deliveryAttempts(first: 100) { edges { node { responseBody } } } }');
    expect(body.errors).toBeUndefined();
    expect(text.length).toBeGreaterThan(100 * 6 * 4096);
    expect(text.length).toBeLessThan(answerBytes);
  });
});

describe('one fault that meets many fields', () => {
  it('is told and logged a hundred times at most, without data that would mislead', async () => {
    await client.query('ALTER TABLE delivery RENAME TO hidden_delivery');
    service.logged.length = 0;
    const { body } = await ask(`{ orders { edges { node { ${times(20, (n) => `d${n}: delivery { status }`)} } } } }`);
    expect(body.data).toBeNull();
    expect(body.errors).toHaveLength(100);
    expect(service.complaints().filter(({ msg }) => msg === 'GraphQL request failed')).toHaveLength(100);
  });
});
