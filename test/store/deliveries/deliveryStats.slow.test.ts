import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeliveryStats } from '../../../src/store/deliveries/deliveryStats.ts';
import type { Store } from '../../../src/store/database/store.ts';
import { pluginIdOf } from '../../support/bulkLists.ts';
import { openBulkStore } from '../../support/bulkStore.ts';
import { planOf, type PlanNode } from '../../support/queryPlan.ts';
import { statementsOf } from '../../support/statements.ts';

let store: Store;
let client: pg.Client;
let end: () => Promise<void>;

beforeAll(async () => {
  const size = { plugins: 50, users: 1000, goods: 1000, orders: 60_000, deliveries: 30_000, attempts: 60_000 };
  ({ store, client, end } = await openBulkStore(size));
}, 120_000);
afterAll(() => end());

/** The plan of the statement that is sent for a day in the middle of the year that there are rows of. */
async function plan(pluginId: string | undefined): Promise<PlanNode[]> {
  const from = new Date('2022-01-01T00:00:00Z');
  const to = new Date('2022-01-02T00:00:00Z');
  const request = { from, to, bucketSeconds: 3600, ...(pluginId !== undefined && { pluginId }), now: to };
  const statements = await statementsOf(() => findDeliveryStats(store, request));
  const [statement, ...more] = statements.filter(({ text }) => text.includes('measured'));
  expect(more).toEqual([]);
  return planOf(client, statement!);
}

describe('the statement for the figures of a day', () => {
  it.each([
    ['all plugins', undefined],
    ['one plugin', pluginIdOf(7)],
  ])('of %s reads what it needs by indexes', async (_what, pluginId) => {
    const nodes = await plan(pluginId);
    const whole = nodes.filter((node) => node['Node Type'].includes('Seq Scan'));
    expect(whole.map((node) => node['Relation Name'])).toEqual([]);
    expect(nodes.map((node) => node['Index Name']).filter(Boolean)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^delivery_attempt_.*started_at/)]),
    );
  });

  it('reads the attempts of that day, not of the year', async () => {
    const nodes = (await plan(undefined)).filter((node) => node['Relation Name'] === 'delivery_attempt');
    const read = nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(read).toBeLessThan(1000);
  });
});
