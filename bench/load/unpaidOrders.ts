import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Writes goods of each plugin, for `addUnpaidOrders`. */
export async function addGoods(client: pg.Client, goods: number): Promise<void> {
  await client.query(
    `INSERT INTO goods (id, plugin_id, title, total_fee_fen, source)
     SELECT md5('goods' || n || plugin.id), plugin.id, 'Goods ' || n, 100, 'CONSOLE'
     FROM plugin, generate_series(1, $1::int) AS n`,
    [goods],
  );
}

/** Writes so many orders of each plugin, of its first `goods` goods, each of them in its turn. Returns their ids. */
export async function addUnpaidOrders(client: pg.Client, ordersOfEach: number, goods: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, out_order_id, body, pay_fee_fen, created_at)
     SELECT md5(plugin_id || $3 || n), plugin_id, md5('goods' || 1 + n % $2 || plugin_id), user_id, $3 || n, 'Goods', 100,
       now() - interval '1 minute'
     FROM plugin_user, generate_series(1, $1::int) AS n
     RETURNING id`,
    [ordersOfEach, goods, randomUUID()],
  );
  await client.query('VACUUM ANALYZE "order", goods, delivery, audit_entry');
  return rows.map(({ id }) => id);
}
