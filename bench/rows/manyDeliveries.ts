import type pg from 'pg';
import { setTimeout as passTime } from 'node:timers/promises';
import type { Row } from '../harness/context.ts';
import type { Program } from '../harness/program.ts';
import { takeTurns, takeTurnsWarm } from '../harness/takeTurns.ts';
import { fillDeliveries } from '../load/fillDeliveries.ts';
import { addPaidOrders } from '../load/paidOrders.ts';
import type { Arrivals } from '../load/receive.ts';
import { withSenders } from '../load/senders.ts';
import { percentile } from '../percentile.ts';

const plugins = 10;
const few = 1000;
const tickMs = 1000;
const retries = 200;
/** PostgreSQL's figures of a session are up to ten seconds late. */
const fewestTicks = 12;

export const manyDeliveries: Row = {
  name: 'many-deliveries',
  about: 'lateness of retries and the cost of an idle tick, beside --rows finished and as many future deliveries',
  measure: async (context) =>
    withSenders(context, async ({ receiver, openplug }) => {
      const small = await openplug(plugins, async (client) => fillDeliveries(client, few));
      const large = await openplug(plugins, async (client) => fillDeliveries(client, context.rowsBeside));
      const waitMs = Math.max(fewestTicks, 2 * context.seconds) * tickMs;
      const contenders = {
        ours: async () => msOfTick(small.client, large.databaseUrl, waitMs),
        small: async () => msOfTick(large.client, small.databaseUrl, waitMs),
      };
      // Until then the figures of filling the tables come in.
      const { ours, small: reference } = await takeTurnsWarm(context.rounds, contenders);
      const { lateness } = await takeTurns(context.rounds, {
        lateness: async () => latenessOf(receiver, large.client, context.seconds),
      });
      const row = 'many-deliveries';
      const beside = context.rowsBeside.toLocaleString('en');
      return [
        {
          row,
          name: `Lateness of a retry beside ${beside} not due, p99`,
          unit: 'ticks',
          ours: lateness,
          reference: 'a tick',
          references: lateness.map(() => 1),
          target: { atMost: 1.1 },
        },
        {
          row,
          name: `Idle tick with ${beside} finished and future`,
          unit: 'ms',
          ours,
          reference: `the same with ${few.toLocaleString('en')}`,
          references: reference,
          target: { atMost: 1.2 },
        },
      ];
    }),
};

/** How long PostgreSQL works for one idle tick, asked for from another database so that the question is not in it. */
async function msOfTick(elsewhere: pg.Client, databaseUrl: string, waitMs: number): Promise<number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const activeMs = async () => {
    const { rows } = await elsewhere.query<{ active_time: number }>(
      'SELECT active_time FROM pg_stat_database WHERE datname = $1',
      [name],
    );
    return rows[0]!.active_time;
  };
  const before = await activeMs();
  await passTime(waitMs);
  return ((await activeMs()) - before) / (waitMs / tickMs);
}

/** The 99th percentile, in ticks, of how late second notifications arrive that become due one after another. */
async function latenessOf(receiver: Program, client: pg.Client, seconds: number): Promise<number> {
  await receiver.ask({ what: 'forget' });
  await client.query('BEGIN');
  const orderIds = await addPaidOrders(client, Math.ceil(retries / plugins));
  const { rows } = await client.query<{ order_id: string; due_ms: number }>(
    `UPDATE delivery SET attempt_count = 1, automatic_count = 1,
       next_automatic_at = clock_timestamp() + interval '1.5 s' + random() * $2 * interval '1 s'
     WHERE order_id = ANY($1::text[])
     RETURNING order_id, extract(epoch FROM next_automatic_at)::float8 * 1000 AS due_ms`,
    [orderIds, Math.max(seconds, 2)],
  );
  await client.query('COMMIT');
  const due = new Map(rows.map((row) => [row.order_id, row.due_ms]));
  await passTime((1.5 + Math.max(seconds, 2) + 2) * 1000);
  const arrivals = await receiver.ask<Arrivals>({ what: 'arrivals' });
  if (arrivals.length < due.size) throw new Error(`${due.size - arrivals.length} retries did not arrive.`);
  return percentile(
    arrivals.map(([orderId, atMs]) => (atMs - due.get(orderId)!) / tickMs),
    99,
  );
}
