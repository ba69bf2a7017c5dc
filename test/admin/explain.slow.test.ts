import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCursor, type RowKind } from '../../src/rules/values/page.ts';
import { makeBulkLists, pluginIdOf } from '../support/bulkLists.ts';
import { isScan, planOf, type PlanNode } from '../support/queryPlan.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import * as operations from './generated/operations.ts';

let service: TestService;
let client: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const size = { plugins: 50, users: 20_000, goods: 20_000, orders: 50_000, deliveries: 20_000, attempts: 50_000 };
  await makeBulkLists(client, size);
  await client.query(`INSERT INTO api_key (id, name, role, sha256, created_at)
    SELECT 'key' || n, 'a', 'VIEWER', sha256(n::text::bytea), timestamptz '2022-01-01T00:00:00Z' + n * interval '1 s'
    FROM generate_series(1, 5000) AS n`);
  await client.query('ANALYZE api_key');
}, 120_000);
afterAll(async () => {
  await client.end();
  await service.stop();
});

const idOf = (text: string) => createHash('md5').update(text).digest('hex');
const bigTables = ['order', 'delivery', 'delivery_attempt', 'goods', 'user', 'api_key'];

/** The scans of all statements that are sent meanwhile, each explained with its own parameters. */
async function scansWhile(work: () => Promise<unknown>): Promise<PlanNode[]> {
  const scans: PlanNode[] = [];
  for (const statement of await statementsOf(work)) scans.push(...(await planOf(client, statement)).filter(isScan));
  return scans;
}

const indexesOf = (scans: PlanNode[]) => scans.map((scan) => scan['Index Name']).filter(Boolean);

/** The big tables that are read from one end to the other. */
function wholeTablesOf(scans: PlanNode[]): (string | undefined)[] {
  const whole = scans.filter((scan) => scan['Node Type'].includes('Seq Scan'));
  return whole.map((scan) => scan['Relation Name']).filter((name) => name && bigTables.includes(name));
}

/** How many rows of the table were looked at, wanted or not. */
function rowsReadOf(table: string, scans: PlanNode[]): number {
  return scans
    .filter((scan) => scan['Relation Name'] === table)
    .reduce(
      (sum, scan) => sum + (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
      0,
    );
}

const cursorAt = (kind: RowKind, time: string, id: string) => writeCursor({ kind, time: new Date(time), id });

const pluginId = pluginIdOf(3);
const [dayBefore, day, nextDay] = ['2021-12-31T00:00:00Z', '2022-01-01T00:00:00Z', '2022-01-02T00:00:00Z'];

describe('an index serves', () => {
  it.each<{ filter: operations.OrderFilter; index: string }>([
    { filter: {}, index: 'order_created_at_id_idx' },
    { filter: { pluginId }, index: 'order_plugin_id_created_at_id_idx' },
    { filter: { goodsId: idOf('goods7') }, index: 'order_goods_id_created_at_id_idx' },
    { filter: { userId: idOf('user7') }, index: 'order_user_id_created_at_id_idx' },
    { filter: { openId: idOf('open7') }, index: 'order_plugin_id_user_id_created_at_id_idx' },
    { filter: { outOrderId: 'number-77' }, index: 'order_out_order_id_idx' },
    { filter: { status: 'UNPAID' }, index: 'order_status_created_at_id_idx' },
    { filter: { createdFrom: day, createdTo: nextDay }, index: 'order_created_at_id_idx' },
    { filter: { paidFrom: day, paidTo: nextDay }, index: 'order_paid_at_created_at_idx' },
    { filter: { unacknowledged: true }, index: 'order_unacknowledged' },
    { filter: { unacknowledged: true, pluginId }, index: 'order_unacknowledged_of_plugin' },
    { filter: { unacknowledged: true, createdTo: nextDay }, index: 'order_unacknowledged' },
    { filter: { unacknowledged: false }, index: 'order_created_at_id_idx' },
  ])('orders of $filter', async ({ filter, index }) => {
    const scans = await scansWhile(() => service.admin(operations.OrderIdsDocument, { filter, first: 5 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContainEqual(expect.stringMatching(index));
  });

  it('each meaning of a searched text, in all of its writings', async () => {
    const search = ' #NUMBER-0 0 77 ';
    const scans = await scansWhile(() => service.admin(operations.OrderIdsDocument, { filter: { search }, first: 5 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toEqual(
      expect.arrayContaining(['order_pkey', 'order_out_order_id_idx', 'plugin_user_open_id_key']),
    );
    expect(rowsReadOf('order', scans)).toBeLessThan(20);
  });

  it('the count of what is not acknowledged', async () => {
    const filter = { unacknowledged: true };
    const scans = await scansWhile(() => service.admin(operations.OrderTotalDocument, { filter }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContain('order_unacknowledged');
  });

  it('the ranking of plugins whose developers were not told', async () => {
    const scans = await scansWhile(() => service.admin(operations.PluginBacklogsDocument, { first: 10 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContain('order_unacknowledged_of_plugin');
    expect(rowsReadOf('delivery_attempt', scans)).toBeLessThan(10 * 110);
  });

  it.each<{ filter: operations.GoodsFilter; index: string }>([
    { filter: {}, index: 'goods_created_at_id_idx' },
    { filter: { pluginId }, index: 'goods_plugin_id_created_at_id_idx' },
    { filter: { source: 'API' }, index: 'goods_source_created_at_id_idx' },
    { filter: { pluginId, source: 'API' }, index: 'goods_plugin_id_source_created_at_id_idx' },
    { filter: { titleContains: 'oods 1234' }, index: 'goods_title_idx' },
    { filter: { titleContains: idOf('goods7') }, index: 'goods_pkey' },
  ])('goods of $filter', async ({ filter, index }) => {
    const scans = await scansWhile(() => service.admin(operations.GoodsIdsDocument, { filter, first: 5 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContainEqual(expect.stringMatching(index));
  });

  it.each<{ filter: operations.DeliveryFilter; index: string }>([
    { filter: {}, index: 'delivery_created_at_order_id_idx' },
    { filter: { pluginId }, index: 'delivery_plugin_id_created_at_order_id_idx' },
    { filter: { status: 'EXHAUSTED' }, index: 'delivery_status_created_at_order_id_idx' },
    { filter: { pluginId, status: 'EXHAUSTED' }, index: 'delivery_plugin_id_status_created_at_order_id_idx' },
    { filter: { createdFrom: day, createdTo: nextDay }, index: 'delivery_created_at_order_id_idx' },
    { filter: { dueBefore: day }, index: 'delivery_waiting' },
  ])('deliveries of $filter', async ({ filter, index }) => {
    const scans = await scansWhile(() => service.admin(operations.DeliveryTimesDocument, { filter, first: 5 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContainEqual(expect.stringMatching(index));
  });

  it.each<{ filter: operations.DeliveryAttemptFilter; index: string }>([
    { filter: {}, index: 'delivery_attempt_started_at_id_idx' },
    { filter: { pluginId }, index: 'delivery_attempt_plugin_id_started_at_id_idx' },
    { filter: { orderId: idOf('order50000') }, index: 'delivery_attempt_order_id_number_key' },
    { filter: { outcome: 'TLS_FAILED' }, index: 'delivery_attempt_outcome_started_at_id_idx' },
    { filter: { outcome: 'TLS_FAILED', pluginId }, index: 'delivery_attempt_plugin_id_outcome_started_at_id_idx' },
    { filter: { startedFrom: day, startedTo: nextDay }, index: 'delivery_attempt_started_at_id_idx' },
  ])('attempts of $filter', async ({ filter, index }) => {
    const scans = await scansWhile(() => service.admin(operations.AttemptIdsDocument, { filter, first: 5 }));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContainEqual(expect.stringMatching(index));
  });

  it.each([
    { first: 5 },
    { last: 5 },
    { first: 5, after: cursorAt('apiKey', '2022-01-01T01:00:00Z', 'key3600') },
    { last: 5, before: cursorAt('apiKey', '2022-01-01T01:00:00Z', 'key3600') },
  ])('keys: %o', async (given) => {
    const scans = await scansWhile(() => service.admin(operations.ApiKeyIdsDocument, given));

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContain('api_key_created_at_id_idx');
    expect(rowsReadOf('api_key', scans)).toBeLessThan(10);
  });

  it('a part of a nickname', async () => {
    const scans = await scansWhile(() =>
      service.admin(operations.UserIdsDocument, { search: idOf('nickname7').slice(0, 12), first: 5 }),
    );

    expect(wholeTablesOf(scans)).toEqual([]);
    expect(indexesOf(scans)).toContain('user_nickname_idx');
  });

  it('all that is below many rows', async () => {
    const first = 20;
    for (const send of [
      () => service.admin(operations.WidestGoodsDocument, { first }),
      () => service.admin(operations.WidestOrdersDocument, { first }),
      () => service.admin(operations.WidestDeliveriesDocument, { first }),
      () => service.admin(operations.WidestAttemptsDocument, { first }),
    ]) {
      // Counting everything reads everything.
      const scans = await scansWhile(send);
      expect(wholeTablesOf(scans.filter((scan) => scan['Actual Rows'] < 20_000))).toEqual([]);
    }
    const scans = await scansWhile(() => service.admin(operations.WidestPluginsDocument, { first: 5, inner: 5 }));
    expect(wholeTablesOf(scans)).toEqual([]);
  });
});

/** The scan of an index that begins where the page does, and reads no more rows than the page has. */
const startOf = (column: string) => ({
  'Index Cond': expect.stringContaining(column),
  'Actual Rows': expect.toSatisfy((rows: number) => rows <= 6),
});
const scanOf = (index: string, scans: PlanNode[]) => scans.find((scan) => scan['Index Name'] === index);

describe('a page deep in the list starts from the index', () => {
  const after = cursorAt('order', day, idOf('anything'));
  const before = cursorAt('order', dayBefore, idOf('anything'));

  it.each([
    { given: { after, first: 5 }, filter: {}, index: 'order_created_at_id_idx' },
    { given: { before: after, last: 5 }, filter: {}, index: 'order_created_at_id_idx' },
    { given: { after, before, first: 5 }, filter: {}, index: 'order_created_at_id_idx' },
    { given: { after, before, last: 5 }, filter: {}, index: 'order_created_at_id_idx' },
    { given: { after, before, last: 5 }, filter: { pluginId }, index: 'order_plugin_id_created_at_id_idx' },
    { given: { after, first: 5 }, filter: { pluginId }, index: 'order_plugin_id_created_at_id_idx' },
    { given: { after, first: 5 }, filter: { unacknowledged: true }, index: 'order_unacknowledged' },
  ])('orders: $given $filter', async ({ given, filter, index }) => {
    const scans = await scansWhile(() => service.admin(operations.OrderIdsDocument, { ...given, filter }));
    expect(scanOf(index, scans)).toMatchObject(startOf('created_at'));
  });

  it.each([
    { first: 5, after: cursorAt('attempt', '2022-05-01T00:00:00Z', '25000') },
    { last: 5, before: cursorAt('attempt', '2022-05-01T00:00:00Z', '25000') },
  ])('attempts: %o', async (given) => {
    const scans = await scansWhile(() => service.admin(operations.AttemptIdsDocument, given));
    expect(scanOf('delivery_attempt_started_at_id_idx', scans)).toMatchObject(startOf('started_at'));
  });
});

describe('whether there is more on the other side of the cursor', () => {
  it('is read from where the cursor is', async () => {
    const before = cursorAt('goods', day, idOf('anything'));
    const scans = await scansWhile(() => service.admin(operations.GoodsLastDocument, { last: 5, before }));

    // The pages also count payments that no counter has yet, of which there are few.
    const ofGoods = scans.filter((scan) => scan['Relation Name'] === 'goods');
    const first = { 'Index Name': 'goods_created_at_id_idx', ...startOf('created_at') };
    expect(ofGoods).toEqual([expect.objectContaining(first), expect.objectContaining(first)]);
    expect(rowsReadOf('uncounted_payment', scans)).toBe(0);
  });
});

describe('a condition that the order of the list says nothing of', () => {
  it.each([
    { what: 'the first page', given: { first: 5 } },
    { what: 'the last page', given: { last: 5 } },
    { what: 'a page that is not full', given: { after: cursorAt('order', day, 'z') } },
  ])('leads to the orders that were paid then: $what', async ({ given }) => {
    const filter = { paidFrom: day, paidTo: nextDay };
    const scans = await scansWhile(() => service.admin(operations.OrderIdsDocument, { ...given, filter }));

    // About 100 were paid on that day, and 50,000 in all.
    expect(rowsReadOf('order', scans)).toBeLessThan(500);
  });

  it('reads nothing when nothing was paid then', async () => {
    const filter = { paidFrom: '2020-01-01T00:00:00Z', paidTo: '2020-01-02T00:00:00Z' };
    const scans = await scansWhile(() => service.admin(operations.OrderIdsDocument, { filter }));

    expect(rowsReadOf('order', scans)).toBe(0);
  });

  it('leads to the deliveries that wait', async () => {
    const filter = { dueBefore: day };
    const scans = await scansWhile(() => service.admin(operations.DeliveryTimesDocument, { filter, first: 5 }));

    // 400 of 20,000 wait for something.
    expect(rowsReadOf('delivery', scans)).toBeLessThan(450);
  });
});
