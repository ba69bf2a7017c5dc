import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { heading, line } from './report.ts';

const tables = ['order', 'delivery', 'delivery_attempt'];

/** How many bytes a row takes on disk, with its share of the indexes. */
export async function printRowSizes(title: string, client: pg.Client): Promise<void> {
  heading(title);
  for (const table of tables) {
    await client.query(`VACUUM ANALYZE "${table}"`);
    const { rows } = await client.query<{ count: number; ofTable: number; ofIndexes: number }>(
      `SELECT count(*)::int AS count, pg_table_size($1::regclass)::float8 AS "ofTable",
         pg_indexes_size($1::regclass)::float8 AS "ofIndexes" FROM "${table}"`,
      [`"${table}"`],
    );
    const { count, ofTable, ofIndexes } = rows[0]!;
    const [row, indexes] = [ofTable / count, ofIndexes / count];
    line(
      `${table} (${count.toLocaleString('en')} rows)`,
      `${(row + indexes).toFixed(0)} bytes: ${row.toFixed(0)} of the table, ${indexes.toFixed(0)} of its indexes`,
    );
  }
}

const plugins = 100;
/** Of a body as it is sent, with an out_order_id and an attach of a few characters. */
const bodyBytes = 460;

/** So many paid orders, each with its delivery and one attempt that was acknowledged. */
export async function makeCallbackRows(client: pg.Client, url: string, count: number): Promise<void> {
  const store = openStore(url, new Keyring([randomBytes(32)]));
  const callbackUrls = Array.from({ length: plugins }, () => 'https://shop.example.com/openplug/callback');
  await makeBulkOrders(store, client, { callbackUrls, ordersPerPlugin: 1, status: 'UNPAID' });
  await closeStore(store);
  await client.query(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, out_order_id, attach, body, pay_fee_fen, status, created_at, paid_at,
       acknowledged_at)
     SELECT md5(id || n), plugin_id, goods_id, user_id, 'shop-' || md5(n || id)::char(12), 'vip-year', body, pay_fee_fen, 'PAID',
       now() + n * interval '10 ms', now() + n * interval '10 ms', now() + n * interval '10 ms'
     FROM generate_series(1, $1::int) AS n, "order"`,
    [count / plugins],
  );
  await client.query(
    `INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, attempt_count, automatic_count)
     SELECT id, plugin_id, 'DELIVERED', created_at, 5, 1, 1 FROM "order" ORDER BY created_at`,
  );
  await client.query(
    `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, finished_at, url,
       request_body, http_status, response_body, duration_ms, dns_ms, connect_ms, first_byte_ms, remote_address, worker)
     SELECT order_id, plugin_id, 1, 'AUTOMATIC', 'ACKNOWLEDGED', created_at, created_at + n * interval '10 ms',
       created_at + n * interval '10 ms', 'https://shop.example.com/openplug/callback', repeat('x', $1), 200, 'SUCCESS',
       21.5, 1.5, 4.5, 20.5, '203.0.113.200', 'host-1:12345'
     FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM delivery) AS delivered`,
    [bodyBytes],
  );
}
