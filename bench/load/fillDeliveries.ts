import type pg from 'pg';
import { dropIndexes } from '../../test/support/bulkLists.ts';

const rowsOfStatement = 50_000;

/**
 * Writes so many delivered deliveries, and as many that are due in a day or later, with their orders. The indexes are made
 * anew afterwards, which takes a tenth of the time of filling them row by row. Needs a superuser.
 */
export async function fillDeliveries(client: pg.Client, ofEach: number): Promise<void> {
  // Without the checks of foreign keys, and without waiting for the disk.
  await client.query('SET session_replication_role = replica');
  await client.query('SET synchronous_commit = off');
  const indexes = await dropIndexes(client);
  for (let from = 1; from <= 2 * ofEach; from += rowsOfStatement) {
    await client.query(
      `WITH made AS (
         INSERT INTO "order" (id, plugin_id, goods_id, user_id, out_order_id, body, pay_fee_fen, status, created_at, paid_at,
           acknowledged_at)
         SELECT md5('filled' || n), plugin_id, md5(plugin_id), user_id, 'filled-' || n, 'Goods', 100, 'PAID',
           now() - n * interval '1 ms', now(), CASE n % 2 WHEN 0 THEN now() END
         FROM generate_series($1::int, $2::int) AS n
           JOIN (SELECT *, row_number() OVER () - 1 AS place, count(*) OVER () AS places FROM plugin_user) AS users
             ON place = n / 2 % places
         RETURNING id, plugin_id, acknowledged_at
       )
       INSERT INTO delivery (order_id, plugin_id, status, max_notifications, attempt_count, automatic_count,
         next_automatic_at)
       SELECT id, plugin_id, (CASE WHEN acknowledged_at IS NULL THEN 'PENDING' ELSE 'DELIVERED' END)::delivery_status,
         5, 1, 1, CASE WHEN acknowledged_at IS NULL THEN now() + (1 + random()) * interval '1 day' END
       FROM made`,
      [from, Math.min(2 * ofEach, from + rowsOfStatement - 1)],
    );
  }
  for (const makeAnew of indexes) await client.query(makeAnew);
  await client.query('SET session_replication_role = origin');
  await client.query('RESET synchronous_commit');
  await client.query('VACUUM ANALYZE');
}
