import pg from 'pg';
import type { Row } from '../harness/context.ts';
import { connections } from '../harness/sizes.ts';
import { takeTurnsWarm } from '../harness/takeTurns.ts';
import { makeDevelopers, noteOnLimits } from '../load/developers.ts';
import { staffRequest } from '../load/requests.ts';
import { sendLoad } from '../load/sendLoad.ts';
import { addGoods, addUnpaidOrders } from '../load/unpaidOrders.ts';

const callers = 16;
const goodsOfMany = 1000;
/** Pays as much as takes some seconds, however long a round is said to be. */
const paymentsOfSecond = 200;

const mutation = 'mutation ($input: PayOrderInput!) { payOrder(input: $input) { order { id paidAt } } }';

export const payOrder: Row = {
  name: 'pay-order',
  about: `payOrder in GraphQL, ${callers} callers, many goods and one goods, beside a bare transaction of the same rows`,
  measure: async ({ newDatabase, startService, programs, rounds, seconds }) => {
    const databaseUrl = await newDatabase();
    const { adminToken, environment } = await makeDevelopers(databaseUrl, {
      plugins: 1,
      callbackUrl: 'http://127.0.0.1:9/',
    });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    // Payments write their deliveries; nobody sends them, which would be another row of the table.
    await client.query('UPDATE plugin SET deliveries_paused = true');
    await addGoods(client, goodsOfMany);
    const service = await startService(environment);
    const generator = await programs.start('bench/load/generate.ts');
    const bare = await programs.start('bench/references/payLoop.ts');
    try {
      await bare.ask({ databaseUrl, connections });
      const payments = Math.ceil(paymentsOfSecond * seconds);
      const pay = async (goods: number) => {
        const orderIds = await addUnpaidOrders(client, payments, goods);
        const requests = orderIds.map((orderId) => staffRequest(adminToken, mutation, { input: { orderId } }));
        const load = { port: service.port, requests, connections: callers, seconds: null, perSecond: null };
        return (await sendLoad(generator, load)).perSecond;
      };
      const payBare = async (goods: number) =>
        bare.ask<number>({ orderIds: await addUnpaidOrders(client, payments, goods), callers });
      const contenders = {
        many: async () => pay(goodsOfMany),
        bareMany: async () => payBare(goodsOfMany),
        one: async () => pay(1),
        bareOne: async () => payBare(1),
      };
      const { many, bareMany, one, bareOne } = await takeTurnsWarm(rounds, contenders);
      const line = { row: 'pay-order', unit: 'a second', note: noteOnLimits } as const;
      const ofMany = { ...line, name: 'payOrder, many goods', ours: many };
      const ofOne = { ...line, name: 'payOrder, one goods without pay_limit', ours: one };
      return [
        { ...ofMany, reference: 'bare transaction', references: bareMany, target: { atLeast: 0.6 } },
        { ...ofOne, reference: 'payOrder, many goods', references: many, target: { atLeast: 0.9 } },
        { ...ofOne, reference: 'bare transaction, one goods', references: bareOne, target: null },
      ];
    } finally {
      await service.end();
      for (const program of [generator, bare]) await program.end();
      await client.end();
    }
  },
};
