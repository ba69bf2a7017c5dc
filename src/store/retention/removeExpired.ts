import { writeAtOnce } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** The size of a batch of deliveries or attempts. It is small, so that transactions are short and locks disturb nobody. */
const batch = 500;
/** In the text of the statements, since a plan that is kept does not know their values. */
const limit = Prisma.raw(`LIMIT ${batch}`);
const batchesAtOnce = 20;

/**
 * Removes the rows that were finished before the instant:
 * - delivered deliveries that were created and acknowledged before it, with their attempts
 * - attempts of exhausted and cancelled deliveries that were started before it
 * - refused requests that came before it
 * - refused payments that came before it, and did not come again since
 * - access tokens that expired before it
 *
 * Keeps everything that is pending, requested or in flight. Stops after some batches; the next call goes on. Returns
 * how many rows it removed.
 */
export async function removeExpired(store: Store, before: Date): Promise<number> {
  // Bounded in number, so one statement does.
  let removed = await remove(
    store,
    'rejections',
    Prisma.sql`DELETE FROM rejected_request WHERE at < ${before}::timestamptz`,
  );
  for (let round = 0; round < batchesAtOnce; round += 1) {
    const deliveries = await removeDelivered(store, before);
    // Most younger attempts belong to deliveries that the next rounds remove, so do not read past them in each round.
    const until = deliveries.removedUntil ?? before;
    const rehearsed = await remove(store, 'rehearsed_attempts', attemptsBefore(until, Prisma.sql`IS NOT NULL`));
    const attempts = rehearsed + (await remove(store, 'attempts', attemptsBefore(until, Prisma.sql`IS NULL`)));
    const tokens = await remove(store, 'access_tokens', accessTokensBefore(before));
    const payments = await remove(store, 'refused_payments', refusedPaymentsBefore(before));
    removed += deliveries.count + attempts + tokens + payments;
    if (deliveries.removedUntil === null && Math.max(attempts, tokens, payments) < batch) break;
  }
  return removed;
}

/** Deletes by one statement, and returns the number of rows. */
async function remove(store: Store, rows: string, deletion: Prisma.Sql): Promise<number> {
  const sql = Prisma.sql`WITH removed AS (${deletion} RETURNING 1) SELECT count(*)::int AS count FROM removed`;
  const [removed] = await writeAtOnce<{ count: number }>(store, { name: `remove_${rows}`, sql });
  return removed!.count;
}

// The ids as arrays: whatever the planner thinks of the tables, it then goes by the index.

/** The oldest first. `removedUntil` is when the last of them was created; null: none is left. */
async function removeDelivered(store: Store, before: Date): Promise<{ count: number; removedUntil: Date | null }> {
  const sql = Prisma.sql`
    WITH removed AS (
      DELETE FROM delivery WHERE order_id = ANY(ARRAY(
        SELECT order_id FROM delivery JOIN "order" ON "order".id = order_id
        WHERE delivery.status = 'DELIVERED' AND delivery.created_at < ${before}::timestamptz
          AND acknowledged_at < ${before}::timestamptz AND pending_resends = 0 AND lease_token IS NULL
        ORDER BY delivery.created_at ${limit}
        FOR UPDATE OF delivery SKIP LOCKED))
      RETURNING created_at
    )
    SELECT count(*)::int AS count, CASE WHEN count(*) = ${batch}::int THEN max(created_at) END AS "removedUntil" FROM removed`;
  const [removed] = await writeAtOnce<{ count: number; removedUntil: Date | null }>(store, {
    name: 'remove_delivered',
    sql,
  });
  return removed!;
}

/** Sandbox attempts and live ones have an index each, so they are removed apart. */
function attemptsBefore(before: Date, sandbox: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM delivery_attempt WHERE id = ANY(ARRAY(
      SELECT attempt.id FROM delivery_attempt attempt JOIN delivery USING (order_id)
      WHERE started_at < ${before}::timestamptz AND attempt.sandbox ${sandbox} AND outcome <> 'STARTED'
        AND status IN ('EXHAUSTED', 'CANCELLED') AND pending_resends = 0 AND lease_token IS NULL
      ORDER BY started_at ${limit}))`;
}

function accessTokensBefore(before: Date): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM access_token WHERE sha256 = ANY(ARRAY(
      SELECT sha256 FROM access_token WHERE expires_at < ${before}::timestamptz
      ORDER BY expires_at ${limit} FOR UPDATE SKIP LOCKED))`;
}

function refusedPaymentsBefore(before: Date): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM refused_payment WHERE id = ANY(ARRAY(
      SELECT id FROM refused_payment WHERE last_at < ${before}::timestamptz
      ORDER BY last_at ${limit} FOR UPDATE SKIP LOCKED))`;
}
