import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { PayOrderDocument } from './generated/operations.ts';

let service: TestService;
let orderIds: string[];

beforeAll(async () => {
  service = await startTestService();
  const developer = await makeDeveloper(service.admin, 'http://127.0.0.1:9/');
  orderIds = [];
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  for (const attempts of [200, 3]) {
    const { id } = await makeOrder(service.admin, developer);
    await service.admin(PayOrderDocument, { input: { orderId: id } });
    await client.query(
      `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, finished_at,
         url, request_body, worker)
       SELECT $1, $2, n, 'MANUAL', 'TIMED_OUT', now(), now(), now(), 'http://127.0.0.1:9/', '', ''
       FROM generate_series(1, $3::int) AS n`,
      [id, developer.pluginId, attempts],
    );
    orderIds.push(id);
  }
  await client.end();
});
afterAll(() => service.stop());

interface Numbered {
  attempts: { number: number }[];
}

async function ask<Data>(query: string): Promise<Data> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: Data };
  return data;
}

const upTo = (last: number, count: number) => Array.from({ length: count }, (_, n) => last - count + 1 + n);
const numbersOf = ({ attempts }: Numbered) => attempts.map(({ number }) => number);

describe('the attempts of a delivery', () => {
  it('are the newest 30, oldest first', async () => {
    const [many, few] = orderIds;
    const of = (id: string) => `delivery(orderId: "${id}") { attempts { number } }`;
    const { a, b } = await ask<{ a: Numbered; b: Numbered }>(`{ a: ${of(many!)} b: ${of(few!)} }`);
    expect(numbersOf(a)).toEqual(upTo(200, 30));
    expect(numbersOf(b)).toEqual(upTo(3, 3));
  });

  it('are one statement for all deliveries of a page, which reads no others', async () => {
    let page: { deliveries: { edges: { node: Numbered }[] } } | undefined;
    const statements = await statementsOf(async () => {
      page = await ask('{ deliveries { edges { node { attempts { number } } } } }');
    });
    const shown = page!.deliveries.edges.map(({ node }) => numbersOf(node));
    expect(shown.toSorted((a, b) => a.length - b.length)).toEqual([upTo(3, 3), upTo(200, 30)]);
    const ofAttempts = statements.filter(({ text }) => text.includes('"delivery_attempt"'));
    expect(ofAttempts).toHaveLength(1);
    expect(ofAttempts[0]!.text).toMatch(/ORDER BY .*"number" DESC LIMIT/);
  });

  it('can all be paged through', async () => {
    const query = `{ deliveryAttempts(first: 100, filter: { orderId: "${orderIds[0]}" }) { totalCount } }`;
    expect(await ask(query)).toEqual({ deliveryAttempts: { totalCount: 200 } });
  });
});
