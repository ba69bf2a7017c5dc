import type { DeliveryState, Transition } from '../../rules/callbacks/deliveryStates.ts';
import type { Client } from '../database/store.ts';
import type { AttemptResult } from './attemptResult.ts';
import { writeStates } from './deliveryState.ts';

export interface Closing extends Transition {
  attempt: { orderId: string; number: number };
  /** The delivery as it was when it was locked. */
  before: DeliveryState;
  /** The result to write. Null: the attempt's row stays as it is. */
  result: AttemptResult | null;
  finishedAt: Date;
  /** The time for the attempt's row if it is another one. */
  rowFinishedAt?: Date | null;
}

/**
 * Writes the decisions about deliveries that the transaction has locked, about their orders, and the results of the
 * attempts, in one statement. An attempt's row may be missing; the decision does not depend on it.
 */
export async function writeClosings(tx: Client, closings: readonly Closing[]): Promise<void> {
  if (closings.length === 0) return;
  const states = new Map(closings.map(({ attempt, delivery }) => [attempt.orderId, delivery]));
  const acknowledged = closings
    .filter(({ isAcknowledged }) => isAcknowledged)
    .map(({ attempt, finishedAt }) => ({ order_id: attempt.orderId, acknowledged_at: finishedAt }));
  const results = closings.flatMap(resultRow);
  await tx.$executeRaw`
    WITH written AS (${writeStates(states)}),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = given.acknowledged_at
      FROM jsonb_to_recordset(${JSON.stringify(acknowledged)}::jsonb) AS given(order_id text, acknowledged_at timestamptz)
      WHERE id = given.order_id AND "order".acknowledged_at IS NULL
    )
    UPDATE delivery_attempt SET
      outcome = given.outcome, finished_at = given.finished_at, http_status = given.http_status,
      response_body = decode(given.response_body, 'base64'), response_truncated = given.response_truncated,
      error = given.error, hint = given.hint, duration_ms = given.duration_ms, dns_ms = given.dns_ms,
      connect_ms = given.connect_ms, first_byte_ms = given.first_byte_ms, remote_address = given.remote_address
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS given(
      order_id text, number int, outcome attempt_outcome, finished_at timestamptz, http_status int, response_body text,
      response_truncated boolean, error text, hint text, duration_ms float8, dns_ms float8, connect_ms float8,
      first_byte_ms float8, remote_address text)
    WHERE delivery_attempt.order_id = given.order_id AND delivery_attempt.number = given.number`;
}

function resultRow({ attempt, result, finishedAt, rowFinishedAt }: Closing) {
  if (!result) return [];
  return [
    {
      order_id: attempt.orderId,
      number: attempt.number,
      outcome: result.outcome,
      finished_at: rowFinishedAt ?? finishedAt,
      http_status: result.httpStatus,
      response_body: result.responseBody && Buffer.from(result.responseBody).toString('base64'),
      response_truncated: result.responseTruncated,
      error: storable(result.error),
      hint: storable(result.hint),
      duration_ms: result.durationMs,
      dns_ms: result.dnsMs,
      connect_ms: result.connectMs,
      first_byte_ms: result.firstByteMs,
      remote_address: result.remoteAddress,
    },
  ];
}

/** PostgreSQL's text holds neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text && text.replaceAll('\0', ' ').toWellFormed();
}
