import type pg from 'pg';
import type { Row } from '../harness/context.ts';
import { drainBacklog } from '../load/paidOrders.ts';
import { withSenders } from '../load/senders.ts';

const plugins = 100;
/** As many as make whole pages of every index. */
const ordersOfEach = 100;
const askedFor = 1.8 * 1024;

export const bytes: Row = {
  name: 'bytes',
  about: 'bytes on disk, indexes included, of an order with its sent callback',
  measure: async (context) =>
    withSenders(context, async ({ receiver, openplug }) => {
      const ours = await openplug(plugins);
      const before = await sizeOf(ours.client);
      await drainBacklog({ ...ours, receiver, ordersOfEach });
      const perOrder = ((await sizeOf(ours.client)) - before) / (plugins * ordersOfEach);
      const line = { row: 'bytes', name: 'Bytes of an order with its callback', unit: 'bytes' } as const;
      return [{ ...line, ours: [perOrder], reference: 'asked for', references: [askedFor], target: { atMost: 1 } }];
    }),
};

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS size FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]!.size);
}
