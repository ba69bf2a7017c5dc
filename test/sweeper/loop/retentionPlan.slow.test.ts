import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeExpired } from '../../../src/store/retention/removeExpired.ts';
import type { Store } from '../../../src/store/database/store.ts';
import { openBulkStore } from '../../support/bulkStore.ts';
import { isScan, planOf } from '../../support/queryPlan.ts';
import { statementsOf, type Statement } from '../../support/statements.ts';

let store: Store;
let client: pg.Client;
let end: () => Promise<void>;

beforeAll(async () => {
  const size = { plugins: 50, users: 2000, goods: 2000, orders: 50_000, deliveries: 20_000, attempts: 100_000 };
  ({ store, client, end } = await openBulkStore(size));
  // So many are given up that the planner goes through the attempts by time, rather than by their deliveries.
  await client.query(
    `UPDATE delivery SET status = 'EXHAUSTED', next_automatic_at = NULL, resend_requested_at = NULL, pending_resends = 0
     WHERE status <> 'DELIVERED' OR order_id < '1'`,
  );
  await client.query('VACUUM ANALYZE delivery');
}, 120_000);
afterAll(() => end());

/** How many rows its scans looked at, wanted or not. */
async function rowsReadBy(statement: Statement): Promise<number> {
  const scans = (await planOf(client, statement)).filter(isScan);
  return scans
    .map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0);
}

it('retention that leaves half of a backlog does not walk past it in each round', async () => {
  const statements = await statementsOf(async () => removeExpired(store, new Date('2030-01-01T00:00:00Z')));
  const { rows } = await client.query<{ left: number }>('SELECT count(*)::int AS left FROM delivery_attempt');
  const lastOf = (table: string) => statements.findLast(({ text }) => text.includes(`DELETE FROM ${table} WHERE`))!;

  expect(rows[0]!.left).toBeGreaterThan(15_000);
  expect(await rowsReadBy(lastOf('delivery_attempt'))).toBeLessThan(3000);
  expect(await rowsReadBy(lastOf('delivery'))).toBeLessThan(3000);
});
