import type pg from 'pg';
import { createPlugin } from '../../../src/store/plugins/plugins.ts';
import type { Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';

export interface BulkOrders {
  /** Plugins of their own for each of these URLs. */
  callbackUrls: readonly string[];
  ordersPerPlugin: number;
  /** PAID orders have a delivery that is due since a second ago, one millisecond after the other. */
  status: 'PAID' | 'UNPAID';
}

export interface BulkOrdersMade {
  pluginIds: string[];
  orderIds: string[];
}

/** Writes orders as the store would, in one statement a table, so that there can be very many. */
export async function makeBulkOrders(store: Store, client: pg.Client, given: BulkOrders): Promise<BulkOrdersMade> {
  const now = new Date();
  const user = await createUser(store, { nickname: 'Somebody', avatar: '', member: false }, now);
  const pluginIds: string[] = [];
  for (const callbackUrl of given.callbackUrls) {
    pluginIds.push((await createPlugin(store, { name: 'A plugin', callbackUrl }, now)).plugin.id);
  }
  const plugins = [pluginIds];
  await client.query(
    `INSERT INTO plugin_user (plugin_id, user_id, open_id)
     SELECT plugin_id, $2, md5(plugin_id || $2) FROM unnest($1::text[]) AS plugin_id`,
    [...plugins, user.id],
  );
  await client.query(
    `INSERT INTO goods (id, plugin_id, title, total_fee_fen, source)
     SELECT md5(plugin_id), plugin_id, 'Goods', 100, 'CONSOLE' FROM unnest($1::text[]) AS plugin_id`,
    plugins,
  );
  const orders = await client.query<{ id: string }>(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, paid_at)
     SELECT md5(plugin_id || n), plugin_id, md5(plugin_id), $2, 'Goods', 100, $4::order_status,
       CASE WHEN $4 = 'PAID' THEN now() END
     FROM generate_series(1, $3::int) AS n, unnest($1::text[]) AS plugin_id
     RETURNING id`,
    [...plugins, user.id, given.ordersPerPlugin, given.status],
  );
  if (given.status === 'PAID') {
    await client.query(
      `INSERT INTO delivery (order_id, plugin_id, max_notifications, next_automatic_at)
       SELECT id, plugin_id, 5, now() - interval '1 s' - row_number() OVER () * interval '1 ms'
       FROM "order" WHERE plugin_id = ANY($1::text[])`,
      plugins,
    );
  }
  await client.query('ANALYZE');
  return { pluginIds, orderIds: orders.rows.map(({ id }) => id) };
}
