import pg from 'pg';
import { request } from 'undici';
import { callbackHeaders } from '../../src/rules/callbacks/callbackHeaders.ts';
import { orderColumns } from './orderColumns.ts';
import type { ReferenceOptions } from './signedReads.ts';
import { envelope } from './signing.ts';

/**
 * The task of a job queue that sends one callback: it reads order, address and secret with one prepared statement, makes the
 * same signed POST as the product, on a kept connection, and records the same attempt and the new state of the delivery with
 * one more. Unlike the product it writes no row before the POST, so a crash would leave no trace.
 */
export function callbackTask({
  databaseUrl,
  secrets,
  connections,
}: ReferenceOptions): (orderId: string) => Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, min: connections, max: connections });

  return async (orderId) => {
    const { rows } = await pool.query<{ secret_id: string; url: string }>({ ...findOrder, values: [orderId] });
    const { secret_id: secretId, url, ...columns } = rows[0]!;
    const startedAt = Date.now();
    const startedMs = performance.now();
    const body = envelope({ ...columns, timestamp: Math.floor(startedAt / 1000) }, secrets[secretId]!);
    const response = await request(url, { method: 'POST', headers: callbackHeaders(orderId, 1, []), body });
    const firstByteMs = performance.now() - startedMs;
    const answer = await response.body.text();
    if (response.statusCode !== 200 || answer !== 'SUCCESS') throw new Error(`Answered ${response.statusCode}.`);
    const durationMs = performance.now() - startedMs;
    const values = [orderId, new Date(startedAt), url, body, response.statusCode, answer, durationMs, firstByteMs];
    await pool.query({ ...recordAttempt, values });
  };
}

const findOrder = {
  name: 'find_order',
  text: `
    SELECT ${orderColumns}, plugin_secret.id AS secret_id, callback_url AS url
    FROM "order" AS found JOIN plugin_user USING (plugin_id, user_id) JOIN plugin ON plugin.id = found.plugin_id
      JOIN plugin_secret ON plugin_secret.plugin_id = found.plugin_id AND plugin_secret.expires_at IS NULL
    WHERE found.id = $1`,
};

const recordAttempt = {
  name: 'record_attempt',
  text: `
    WITH written AS (
      UPDATE delivery SET status = 'DELIVERED', attempt_count = 1, automatic_count = 1, next_automatic_at = NULL
      WHERE order_id = $1 RETURNING plugin_id
    ), acknowledged AS (
      UPDATE "order" SET acknowledged_at = now() WHERE id = $1
    )
    INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, finished_at, url,
      request_body, http_status, response_body, response_truncated, duration_ms, dns_ms, connect_ms, first_byte_ms,
      remote_address, worker)
    SELECT $1, plugin_id, 1, 'AUTOMATIC', 'ACKNOWLEDGED', $2, $2, now(), $3, $4, $5, convert_to($6, 'UTF8'), false, $7, 0, 0,
      $8, '127.0.0.1', 'reference:1'
    FROM written`,
};
