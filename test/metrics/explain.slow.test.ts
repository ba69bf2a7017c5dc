import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureDeliveries } from '../../src/store/deliveries/deliveryGauges.ts';
import type { Store } from '../../src/store/database/store.ts';
import { openBulkStore } from '../support/bulkStore.ts';
import { isScan, planOf, type PlanNode } from '../support/queryPlan.ts';
import { statementsOf } from '../support/statements.ts';

let store: Store;
let client: pg.Client;
let end: () => Promise<void>;

beforeAll(async () => {
  const size = { plugins: 50, users: 2000, goods: 2000, orders: 50_000, deliveries: 20_000, attempts: 20_000 };
  ({ store, client, end } = await openBulkStore(size));
}, 120_000);
afterAll(() => end());

/** The scans of all statements of one measurement, carried out once more, in the same transaction settings. */
async function scansOfMeasuring(now: Date): Promise<PlanNode[]> {
  const scans: PlanNode[] = [];
  await client.query('BEGIN');
  for (const statement of await statementsOf(async () => measureDeliveries(store, now))) {
    if (statement.text.includes('FROM delivery')) scans.push(...(await planOf(client, statement)).filter(isScan));
    else await client.query(statement.text, statement.values);
  }
  await client.query('COMMIT');
  return scans.filter((scan) => scan['Relation Name'] !== undefined);
}

it.each([
  ['nothing is due', '2000-01-01T00:00:00Z'],
  ['all is due', '2030-01-01T00:00:00Z'],
])('what metrics ask of the database reads indexes only, when %s', async (_when, now) => {
  const scans = await scansOfMeasuring(new Date(now));

  expect(scans.map((scan) => scan['Relation Name'])).toContain('delivery');
  expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(scans.map((scan) => scan['Relation Name'])).not.toContain('delivery_attempt');
  expect(scans.map((scan) => scan['Index Name'])).toContain('delivery_due');
});
