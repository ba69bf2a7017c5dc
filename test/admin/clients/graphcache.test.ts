import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder } from '../../support/builders.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { PayOrderDocument } from '../generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** As operations/graphql-clients.md has it. */
const withoutIds = ['Notification', 'DeliveryStats', 'DeliveryBucket'];

function openClient(): { client: Client; complaints: string[] } {
  const complaints: string[] = [];
  const cache = cacheExchange({
    keys: Object.fromEntries(withoutIds.map((type) => [type, () => null])),
    // It also tells of each look-up that has to be sent.
    logger: (severity, message) => void (severity === 'debug' || complaints.push(message)),
  });
  const client = new Client({
    url: `${service.url}/graphql`,
    exchanges: [cache, fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${service.adminToken}` } },
  });
  return { client, complaints };
}

interface Shown {
  order: { delivery: { status: string }; notification: { code: string } };
}

const look = gql<Shown, { id: string }>(`
  query Look($id: ID!) { order(id: $id) { id delivery { id status } notification { code } } }
`);
const stats = gql(`
  query Stats($from: DateTime!, $to: DateTime!) {
    deliveryStats(from: $from, to: $to, bucketSeconds: 60) { pending buckets { start attempts } }
  }
`);
const cancel = gql(`
  mutation Cancel($input: CancelDeliveryInput!) {
    cancelDelivery(input: $input) { delivery { id status order { id notification { code } } } }
  }
`);

describe('Graphcache of urql', () => {
  it('shows a cancelled delivery as such without asking again', async () => {
    const { id } = await makeOrder(service.admin, await makeDeveloper(service.admin, 'https://example.com/callback'));
    await service.admin(PayOrderDocument, { input: { orderId: id } });
    const { client, complaints } = openClient();
    const before = await client.query(look, { id }).toPromise();
    expect(before.data?.order).toMatchObject({ delivery: { status: 'PENDING' }, notification: { code: 'WAITING' } });

    expect((await client.mutation(cancel, { input: { orderId: id } }).toPromise()).error).toBeUndefined();

    const after = await client.query(look, { id }, { requestPolicy: 'cache-only' }).toPromise();
    expect(after.data?.order).toMatchObject({ delivery: { status: 'CANCELLED' }, notification: { code: 'CANCELLED' } });
    expect(complaints).toEqual([]);
  });

  it('keeps what has no id inside of what asked for it', async () => {
    const { client, complaints } = openClient();
    const variables = { from: '2021-06-22T02:30:00Z', to: '2021-06-22T02:40:00Z' };
    await client.query(stats, variables).toPromise();

    const cached = await client.query(stats, variables, { requestPolicy: 'cache-only' }).toPromise();
    expect(cached.data).toMatchObject({ deliveryStats: { pending: expect.any(Number) } });
    expect(complaints).toEqual([]);
  });
});
