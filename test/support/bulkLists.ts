import type pg from 'pg';

export interface BulkLists {
  plugins: number;
  /** Each is a user of one plugin. */
  users: number;
  /** As many in each plugin. */
  goods: number;
  orders: number;
  /** The newest order has one, and every second order before it. */
  deliveries: number;
  /** As many for each delivery. */
  attempts: number;
}

export type Progress = (table: string, done: number, total: number) => void;

const yearMs = 365 * 24 * 60 * 60 * 1000;
const rowsPerStatement = 50_000;

/**
 * Writes rows of the lists by SQL, spread over a year, as fast as they can be: without the foreign keys' checks, and the
 * indexes are made again afterwards. Needs a superuser.
 */
export async function makeBulkLists(client: pg.Client, given: BulkLists, progress: Progress = () => {}): Promise<void> {
  const indexes = await dropIndexes(client);
  await client.query(`SET session_replication_role = replica`);
  const stepMs = yearMs / given.orders;
  for (const { table, rows, sql } of tables(given, stepMs)) {
    for (let from = 1; from <= rows; from += rowsPerStatement) {
      const to = Math.min(rows, from + rowsPerStatement - 1);
      await client.query(sql(`generate_series(${from}, ${to}) AS n`));
      progress(table, to, rows);
    }
  }
  await client.query(`SET session_replication_role = origin`);
  for (const [index, sql] of indexes.entries()) {
    await client.query(sql);
    progress('indexes', index + 1, indexes.length);
  }
  await client.query('VACUUM ANALYZE');
}

export const pluginIdOf = (n: number) => n.toString(16).padStart(8, '0');

interface Table {
  table: string;
  rows: number;
  sql: (series: string) => string;
}

function tables({ plugins, users, goods, orders, deliveries, attempts }: BulkLists, stepMs: number): Table[] {
  const instant = (n: string, offset = '0 s') =>
    `timestamptz '2021-06-22T00:00:00Z' + ${n} * float8 '${stepMs}' * interval '1 ms' + interval '${offset}'`;
  const pluginId = (n: string) => `lpad(to_hex((${n}) % ${plugins}), 8, '0')`;
  // Every other order; when their number is even, those that are paid.
  const orderOfDelivery = (n: string) => `(${orders} - 2 * (${deliveries} - (${n})))`;
  const attemptsOf = attempts / deliveries;
  return [
    {
      table: 'plugin',
      rows: plugins,
      sql: (series) => `INSERT INTO plugin (id, name, callback_url, created_at)
        SELECT ${pluginId('n')}, 'Plugin ' || n || ' of ' || md5('name' || n), 'https://example.com/' || n, ${instant('n')}
        FROM ${series}`,
    },
    {
      table: 'user',
      rows: users,
      sql: (series) => `INSERT INTO "user" (id, nickname, created_at)
        SELECT md5('user' || n), 'User ' || n || ' ' || md5('nickname' || n), ${instant('n')} FROM ${series}`,
    },
    {
      table: 'plugin_user',
      rows: users,
      sql: (series) => `INSERT INTO plugin_user (plugin_id, user_id, open_id)
        SELECT ${pluginId('n')}, md5('user' || n), md5('open' || n) FROM ${series}`,
    },
    {
      table: 'goods',
      rows: goods,
      sql: (series) => `INSERT INTO goods (id, plugin_id, title, total_fee_fen, source, created_at)
        SELECT md5('goods' || n), ${pluginId('n')}, 'Goods ' || n || ' ' || md5('title' || n), 100,
          (CASE WHEN n / ${plugins} % 2 = 0 THEN 'CONSOLE' ELSE 'API' END)::goods_source, ${instant('n')}
        FROM ${series}`,
    },
    {
      table: 'order',
      rows: orders,
      sql: (series) => `INSERT INTO "order" (id, plugin_id, goods_id, user_id, out_order_id, body, pay_fee_fen, status,
          created_at, paid_at, acknowledged_at)
        SELECT md5('order' || n), ${pluginId('u')}, md5('goods' || (1 + (u - 1) % ${plugins} + n / ${users} * ${plugins} % ${goods})),
          md5('user' || u), 'number-' || n, 'Goods', 100,
          (CASE WHEN n % 4 = 1 THEN 'UNPAID' ELSE 'PAID' END)::order_status, ${instant('n')},
          CASE WHEN n % 4 <> 1 THEN ${instant('n', '1 min')} END,
          CASE WHEN n % 4 <> 1 AND n % 50 <> 0 THEN ${instant('n', '2 min')} END
        FROM ${series}, LATERAL (SELECT 1 + n % ${users} AS u) AS who`,
    },
    {
      table: 'delivery',
      rows: deliveries,
      sql: (series) => `INSERT INTO delivery (order_id, plugin_id, status, created_at, max_notifications, attempt_count,
          automatic_count, next_automatic_at, resend_requested_at, pending_resends)
        SELECT md5('order' || o), ${pluginId(`1 + o % ${users}`)},
          (CASE WHEN o % 50 <> 0 THEN 'DELIVERED' WHEN o % 100 = 0 THEN 'PENDING' WHEN o % 250 = 0 THEN 'CANCELLED'
            ELSE 'EXHAUSTED' END)::delivery_status,
          ${instant('o', '1 min')}, 5, 3, 3, CASE WHEN o % 100 = 0 THEN ${instant('o', '10 min')} END,
          CASE WHEN o % 1000 = 0 THEN ${instant('o', '5 min')} END, CASE WHEN o % 1000 = 0 THEN 1 ELSE 0 END
        FROM ${series}, LATERAL (SELECT ${orderOfDelivery('n')} AS o) AS its`,
    },
    {
      table: 'delivery_attempt',
      rows: attempts,
      sql: (series) => `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at,
          started_at, finished_at, url, request_body, http_status, response_body, duration_ms, worker)
        SELECT md5('order' || o), ${pluginId(`1 + o % ${users}`)}, n - floor((d - 1) * ${attemptsOf}), 'AUTOMATIC',
          (CASE WHEN n % 3 = 0 THEN 'UNEXPECTED_STATUS' WHEN n % 500 = 1 THEN 'TLS_FAILED' WHEN n % 7 = 0 THEN 'TIMED_OUT'
            ELSE 'ACKNOWLEDGED' END)::attempt_outcome,
          started, started, started + interval '50 ms', 'https://example.com/', repeat('x', 200), 200, 'SUCCESS', 50, 'a:1'
        FROM ${series}, LATERAL (SELECT ceil(n / float8 '${attemptsOf}')::int AS d) AS of,
          LATERAL (SELECT ${orderOfDelivery('d')} AS o) AS its,
          LATERAL (SELECT ${instant('o', '1 min')} + n % 10 * interval '30 s' AS started) AS its_start`,
    },
  ];
}

/** Drops the indexes that do not make rows unique. Returns the statements that make them again. */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT indisunique
       AND relname IN ('plugin', 'user', 'goods', 'order', 'delivery', 'delivery_attempt')`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
