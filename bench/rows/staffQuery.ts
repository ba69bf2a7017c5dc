import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Row } from '../harness/context.ts';
import { startLoggedService, type LoggedService } from '../harness/loggedService.ts';
import { loadConnections } from '../harness/sizes.ts';
import { takeTurnsWarm } from '../harness/takeTurns.ts';
import { noteOnLimits, raisedLimits } from '../load/developers.ts';
import { staffRequest } from '../load/requests.ts';
import { sendLoad } from '../load/sendLoad.ts';
import { buildEarlier } from '../references/earlier.ts';

/** The last commit before the reads of one order were made faster. */
const commit = '29dee28';
const orders = 50;
const token = 'admin-token-of-the-bench';

const query = `query ($id: ID!) {
  order(id: $id) {
    id outOrderId attach body payFee status createdAt paidAt
    plugin { id name } goods { id title } notification { code message nextAttemptAt }
    delivery { status attemptCount nextAttemptAt attempts { number outcome startedAt httpStatus durationMs } }
  }
}`;

export const staffQuery: Row = {
  name: 'staff-query',
  about: `a staff query of one order with its delivery, beside the same query in the product at ${commit}`,
  measure: async ({ programs, newDatabase, newEmptyDatabase, folder, rounds, seconds }) => {
    const earlier = await buildEarlier(commit);
    const generator = await programs.start('bench/load/generate.ts');
    const services: LoggedService[] = [];
    const open = async (path: string, databaseUrl: string) => {
      const environment = {
        DATABASE_URL: databaseUrl,
        ADMIN_TOKEN: token,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        ...raisedLimits,
      };
      const log = join(folder, `${randomUUID()}.log`);
      const service = await startLoggedService({ path }, environment, log);
      services.push(service);
      const orderIds = await makeOrders(service.url);
      const requests = orderIds.map((id) => staffRequest(token, query, { id }));
      const load = { port: service.port, requests, connections: loadConnections, seconds, perSecond: null };
      return async () => (await sendLoad(generator, load)).perSecond;
    };
    try {
      const contenders = {
        ours: await open((await programs.bundle('src/main.ts')).path, await newDatabase()),
        earlier: await open(earlier.path, await newEmptyDatabase(earlier.migrations)),
      };
      const figures = await takeTurnsWarm(rounds, contenders);
      const line = {
        row: 'staff-query',
        name: 'Staff query of one order',
        unit: 'a second',
        note: noteOnLimits,
      } as const;
      return [
        {
          ...line,
          ours: figures.ours,
          reference: `openplug at ${commit}`,
          references: figures.earlier,
          target: { atLeast: 4 },
        },
      ];
    } finally {
      for (const service of services) await service.end();
      await generator.end();
      await earlier.remove();
    }
  },
};

/** Makes paid orders through the API, which both of them have. */
async function makeOrders(url: string): Promise<string[]> {
  const ask = async (input: string, variables: object): Promise<Record<string, never>> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: input, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const made = (await ask(
    `mutation { createPlugin(input: { name: "Bench", callbackUrl: "http://127.0.0.1:9/" }) { plugin { id } }
       createUser(input: { nickname: "Ming" }) { user { id } } }`,
    {},
  )) as unknown as { createPlugin: { plugin: { id: string } }; createUser: { user: { id: string } } };
  const { createGoods } = (await ask(
    `mutation ($id: ID!) { createGoods(input: { pluginId: $id, title: "会员 1年", totalFee: 100 }) { goods { id } } }`,
    { id: made.createPlugin.plugin.id },
  )) as unknown as { createGoods: { goods: { id: string } } };
  const ids: string[] = [];
  for (let n = 0; n < orders; n += 1) {
    const { createOrder } = (await ask(
      `mutation ($goods: ID!, $user: ID!, $number: String!) {
         createOrder(input: { goodsId: $goods, userId: $user, outOrderId: $number }) { order { id } } }`,
      { goods: createGoods.goods.id, user: made.createUser.user.id, number: `number-${n}` },
    )) as unknown as { createOrder: { order: { id: string } } };
    await ask(`mutation ($id: ID!) { payOrder(input: { orderId: $id }) { order { id } } }`, {
      id: createOrder.order.id,
    });
    ids.push(createOrder.order.id);
  }
  return ids;
}
