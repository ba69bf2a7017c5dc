import type { Client, Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** The size of a batch of deliveries or attempts. It is small, so that transactions are short and locks disturb nobody. */
const batch = 500;
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
export async function removeExpired({ prisma }: Store, before: Date): Promise<number> {
  // Bounded in number, so one statement does.
  let removed = await prisma.$executeRaw`DELETE FROM rejected_request WHERE at < ${before}::timestamptz`;
  for (let round = 0; round < batchesAtOnce; round += 1) {
    const deliveries = await removeDelivered(prisma, before);
    // Most younger attempts belong to deliveries that the next rounds remove, so do not read past them in each round.
    const until = deliveries.removedUntil ?? before;
    const rehearsed = await removeAttempts(prisma, until, Prisma.sql`attempt.sandbox IS NOT NULL`);
    const attempts = rehearsed + (await removeAttempts(prisma, until, Prisma.sql`attempt.sandbox IS NULL`));
    const tokens = await removeAccessTokens(prisma, before);
    const payments = await removeRefusedPayments(prisma, before);
    removed += deliveries.count + attempts + tokens + payments;
    if (deliveries.removedUntil === null && Math.max(attempts, tokens, payments) < batch) break;
  }
  return removed;
}

// The ids as arrays: whatever the planner thinks of the tables, it then goes by the index.

/** The oldest first. `removedUntil` is when the last of them was created; null: none is left. */
async function removeDelivered(client: Client, before: Date): Promise<{ count: number; removedUntil: Date | null }> {
  const [removed] = await client.$queryRaw<[{ count: number; removedUntil: Date | null }]>`
    WITH removed AS (
      DELETE FROM delivery WHERE order_id = ANY(ARRAY(
        SELECT order_id FROM delivery JOIN "order" ON "order".id = order_id
        WHERE delivery.status = 'DELIVERED' AND delivery.created_at < ${before}::timestamptz
          AND acknowledged_at < ${before}::timestamptz AND pending_resends = 0 AND lease_token IS NULL
        ORDER BY delivery.created_at LIMIT ${batch}
        FOR UPDATE OF delivery SKIP LOCKED))
      RETURNING created_at
    )
    SELECT count(*)::int AS count, CASE WHEN count(*) = ${batch} THEN max(created_at) END AS "removedUntil" FROM removed`;
  return removed;
}

/** Each kind has an index, so they are removed apart. */
async function removeAttempts(client: Client, before: Date, kind: Prisma.Sql): Promise<number> {
  return client.$executeRaw`
    DELETE FROM delivery_attempt WHERE id = ANY(ARRAY(
      SELECT attempt.id FROM delivery_attempt attempt JOIN delivery USING (order_id)
      WHERE started_at < ${before}::timestamptz AND ${kind} AND outcome <> 'STARTED'
        AND status IN ('EXHAUSTED', 'CANCELLED') AND pending_resends = 0 AND lease_token IS NULL
      ORDER BY started_at LIMIT ${batch}))`;
}

async function removeAccessTokens(client: Client, before: Date): Promise<number> {
  return client.$executeRaw`
    DELETE FROM access_token WHERE sha256 = ANY(ARRAY(
      SELECT sha256 FROM access_token WHERE expires_at < ${before}::timestamptz
      ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))`;
}

async function removeRefusedPayments(client: Client, before: Date): Promise<number> {
  return client.$executeRaw`
    DELETE FROM refused_payment WHERE id = ANY(ARRAY(
      SELECT id FROM refused_payment WHERE last_at < ${before}::timestamptz
      ORDER BY last_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))`;
}
