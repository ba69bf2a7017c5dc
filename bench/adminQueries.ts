import type pg from 'pg';
import { writeCursor, type RowKind } from '../src/rules/values/page.ts';
import * as operations from '../test/admin/generated/operations.ts';
import type { AdminClient } from '../test/support/adminClient.ts';
import type { BulkLists } from '../test/support/bulkLists.ts';

export interface Measured {
  name: string;
  send: () => Promise<unknown>;
}

const pageSize = 20;
const deepPage = 10_000;

/** The first page of each long list, and the 10,000th, or the middle one of a list that is not so long. */
export async function deepPages(admin: AdminClient, client: pg.Client) {
  const lists: { list: string; keys: Keys; send: (after: string | null) => Promise<unknown> }[] = [
    {
      list: 'orders',
      keys: { kind: 'order', table: 'order', time: 'created_at', id: 'id' },
      send: (after: string | null) => admin(operations.OrderIdsDocument, { first: pageSize, after }),
    },
    {
      list: 'deliveries',
      keys: { kind: 'delivery', table: 'delivery', time: 'created_at', id: 'order_id' },
      send: (after: string | null) => admin(operations.DeliveryTimesDocument, { first: pageSize, after }),
    },
    {
      list: 'deliveryAttempts',
      keys: { kind: 'attempt', table: 'delivery_attempt', time: 'started_at', id: 'id' },
      send: (after: string | null) => admin(operations.AttemptIdsDocument, { first: pageSize, after }),
    },
  ];
  const pages: { list: string; first: Measured; deep: Measured }[] = [];
  for (const { list, keys, send } of lists) {
    const { page, cursor } = await cursorDeepIn(client, keys);
    pages.push({
      list,
      first: { name: 'first page', send: () => send(null) },
      deep: { name: `page ${page.toLocaleString('en')}`, send: () => send(cursor) },
    });
  }
  return pages;
}

interface Keys {
  kind: RowKind;
  table: string;
  time: string;
  id: string;
}

async function cursorDeepIn(client: pg.Client, { kind, table, time, id }: Keys) {
  const counted = await client.query<{ count: string }>(`SELECT count(*) FROM "${table}"`);
  const page = Math.min(deepPage, Math.floor(Number(counted.rows[0]!.count) / pageSize / 2));
  const found = await client.query<{ time: Date; id: string }>(
    `SELECT ${time} AS time, ${id} AS id FROM "${table}" ORDER BY ${time} DESC, ${id} DESC OFFSET $1 LIMIT 1`,
    [(page - 1) * pageSize - 1],
  );
  const { time: at, id: last } = found.rows[0]!;
  return { page, cursor: writeCursor({ kind, time: at, id: last }) };
}

export interface Known {
  pluginId: string;
  idOf: (text: string) => string;
  size: BulkLists;
}

/** Each condition of each list, and the pairs that have an index of their own. */
export function filteredLists(admin: AdminClient, { pluginId, idOf, size }: Known): Measured[] {
  const first = pageSize;
  const [from, to] = ['2021-12-01T00:00:00Z', '2021-12-02T00:00:00Z'];
  const [lateFrom, lateTo] = ['2022-06-01T00:00:00Z', '2022-06-02T00:00:00Z'];

  const orders: operations.OrderFilter[] = [
    { pluginId },
    { goodsId: idOf('goods7') },
    { userId: idOf('user7') },
    { openId: idOf('open7') },
    { outOrderId: 'number-77' },
    { status: 'UNPAID' },
    { status: 'UNPAID', pluginId },
    { createdFrom: from, createdTo: to },
    { paidFrom: from, paidTo: to },
    { paidFrom: lateFrom, paidTo: lateTo },
    { unacknowledged: true },
    { unacknowledged: true, pluginId },
    { unacknowledged: false },
  ];
  const goods: operations.GoodsFilter[] = [
    { pluginId },
    { source: 'API' },
    { pluginId, source: 'CONSOLE' },
    { titleContains: idOf('title77').slice(0, 8) },
    { titleContains: 'oods' },
    { titleContains: '会员' },
  ];
  const deliveries: operations.DeliveryFilter[] = [
    { pluginId },
    { status: 'PENDING' },
    { status: 'PENDING', pluginId },
    { createdFrom: lateFrom, createdTo: lateTo },
    { dueBefore: '2022-01-01T00:00:00Z' },
    { dueBefore: '2030-01-01T00:00:00Z' },
  ];
  const attempts: operations.DeliveryAttemptFilter[] = [
    { pluginId },
    { orderId: idOf(`order${size.orders}`) },
    { outcome: 'TLS_FAILED' },
    { outcome: 'TLS_FAILED', pluginId },
    { startedFrom: lateFrom, startedTo: lateTo },
  ];
  const searches = [idOf('name77').slice(0, 8), 'Plugin', '会员'];
  const nicknames = [idOf('nickname77').slice(0, 8), 'User', '会员'];
  return [
    ...orders.map((filter) => named('orders', filter, () => admin(operations.OrderIdsDocument, { first, filter }))),
    ...goods.map((filter) => named('goodsList', filter, () => admin(operations.GoodsIdsDocument, { first, filter }))),
    ...deliveries.map((filter) =>
      named('deliveries', filter, () => admin(operations.DeliveryTimesDocument, { first, filter })),
    ),
    ...attempts.map((filter) =>
      named('deliveryAttempts', filter, () => admin(operations.AttemptIdsDocument, { first, filter })),
    ),
    ...searches.map((search) =>
      named('plugins', { search }, () => admin(operations.PluginIdsDocument, { first, search })),
    ),
    ...nicknames.map((search) =>
      named('users', { search }, () => admin(operations.UserIdsDocument, { first, search })),
    ),
  ];
}

/** With totals, relations and lists within lists. */
export function widestQueries(admin: AdminClient): Measured[] {
  const filter = { unacknowledged: true };
  const month = { from: '2022-05-20T00:00:00Z', to: '2022-06-19T00:00:00Z', bucketSeconds: 3600 };
  return [
    { name: 'orders: totalCount alone', send: () => admin(operations.OrderTotalDocument, {}) },
    { name: 'orders: totalCount of unacknowledged', send: () => admin(operations.OrderTotalDocument, { filter }) },
    { name: 'plugins (20) with 3 lists of 5 and totals', send: () => plugins(admin) },
    { name: 'orders (20), widest', send: () => admin(operations.WidestOrdersDocument, { first: 20 }) },
    { name: 'deliveries (20), widest', send: () => admin(operations.WidestDeliveriesDocument, { first: 20 }) },
    { name: 'deliveryAttempts (20), widest', send: () => admin(operations.WidestAttemptsDocument, { first: 20 }) },
    { name: 'deliveryStats, 30 days by hour', send: () => admin(operations.DeliveryStatsDocument, month) },
  ];
}

const plugins = (admin: AdminClient) => admin(operations.WidestPluginsDocument, { first: 20, inner: 5 });

function named(list: string, filter: object, send: () => Promise<unknown>): Measured {
  const conditions = Object.entries(filter).map(([name, value]) => `${name} ${String(value).replace(':00:00Z', '')}`);
  return { name: `${list}: ${conditions.join(', ')}`.slice(0, 62), send };
}
