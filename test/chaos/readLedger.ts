import pg from 'pg';
import type { AttemptEntry, LedgerInput, PaidOrder } from './ledger.ts';

/** Reads the database's part of the ledger, on a connection of its own: the server may have been away. */
export async function readLedger(databaseUrl: string): Promise<Pick<LedgerInput, 'paid' | 'attempts'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const paid = await client.query<PaidOrder>(
      `SELECT id, delivery.status::text AS delivery, acknowledged_at IS NOT NULL AS "isAcknowledged",
         attempt_count AS "attemptCount", max_notifications AS "maxNotifications",
         COALESCE(lease_token IS NOT NULL
           OR LEAST(next_automatic_at, resend_requested_at) < clock_timestamp() + interval '1 minute', false) AS "isOutstanding"
       FROM "order" LEFT JOIN delivery ON order_id = id WHERE "order".status = 'PAID'`,
    );
    const attempts = await client.query<AttemptEntry>(
      `SELECT order_id AS "orderId", number, trigger::text, outcome::text,
         outcome = 'ACKNOWLEDGED' OR (outcome = 'ABANDONED' AND http_status IS NOT NULL) AS "isAcknowledged",
         COALESCE(error NOT LIKE 'the process was stopped before it could send%', true) AS "mayHaveArrived"
       FROM delivery_attempt`,
    );
    return { paid: paid.rows, attempts: attempts.rows };
  } finally {
    await client.end();
  }
}
