import type { DeliveryState, Transition } from '../../rules/callbacks/deliveryStates.ts';
import { Prisma } from '../generated/client.ts';
import type { AttemptResult } from './attemptResult.ts';
import { changingValues, forEachColumn } from './deliveryStateRows.ts';

export interface Closing extends Transition {
  attempt: { orderId: string; number: number };
  /** The delivery of this decision. */
  before: DeliveryState;
  /** The result to write. Null: the attempt's row stays as it is. */
  result: AttemptResult | null;
  finishedAt: Date;
  /** The time for the attempt's row if it is another one. */
  rowFinishedAt?: Date | null;
}

/**
 * Returns the statement that writes decisions about deliveries, about their orders, and the results of the attempts.
 * Nothing is written for a delivery that has changed since the decision, or that another transaction is changing. The
 * statement returns the leases of the others. An attempt's row may be missing; the decision does not depend on it.
 */
export function closingsStatement(closings: readonly Closing[]): Prisma.Sql {
  return Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(closings.map(rowOf))}::jsonb) AS given(
        order_id text, number int, acknowledged_at timestamptz, has_result boolean,
        ${forEachColumn((name, type) => `${name} ${type}, was_${name} ${type}`)},
        outcome attempt_outcome, finished_at timestamptz, http_status int, response_body text, response_truncated boolean,
        error text, hint text, duration_ms float8, dns_ms float8, connect_ms float8, first_byte_ms float8,
        remote_address text)
    ),
    unchanged AS MATERIALIZED (
      SELECT given.* FROM given JOIN delivery ON delivery.order_id = given.order_id
        AND (${forEachColumn((name) => `delivery.${name}`)})
          IS NOT DISTINCT FROM (${forEachColumn((name) => `given.was_${name}`)})
      FOR NO KEY UPDATE OF delivery SKIP LOCKED
    ),
    written AS (
      UPDATE delivery SET ${forEachColumn((name) => `${name} = decided.${name}`)}
      FROM unchanged AS decided WHERE delivery.order_id = decided.order_id
    ),
    acknowledged AS (
      UPDATE "order" SET acknowledged_at = decided.acknowledged_at
      FROM unchanged AS decided
      WHERE id = decided.order_id AND decided.acknowledged_at IS NOT NULL AND "order".acknowledged_at IS NULL
    ),
    recorded AS (
      UPDATE delivery_attempt SET
        outcome = ended.outcome, finished_at = ended.finished_at, http_status = ended.http_status,
        response_body = decode(ended.response_body, 'base64'), response_truncated = ended.response_truncated,
        error = ended.error, hint = ended.hint, duration_ms = ended.duration_ms, dns_ms = ended.dns_ms,
        connect_ms = ended.connect_ms, first_byte_ms = ended.first_byte_ms, remote_address = ended.remote_address
      FROM unchanged AS ended
      WHERE delivery_attempt.order_id = ended.order_id AND delivery_attempt.number = ended.number AND ended.has_result
    )
    SELECT was_lease_token::text AS "leaseToken" FROM unchanged`;
}

function rowOf({ attempt, before, delivery, isAcknowledged, result, finishedAt, rowFinishedAt }: Closing) {
  const was = Object.entries(changingValues(before)).map(([name, value]) => [`was_${name}`, value] as const);
  return {
    order_id: attempt.orderId,
    number: attempt.number,
    acknowledged_at: isAcknowledged ? finishedAt : null,
    has_result: result !== null,
    ...changingValues(delivery),
    ...Object.fromEntries(was),
    ...(result && columnsOf(result, rowFinishedAt ?? finishedAt)),
  };
}

function columnsOf(result: AttemptResult, finishedAt: Date) {
  return {
    outcome: result.outcome,
    finished_at: finishedAt,
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
  };
}

/** PostgreSQL's text can contain neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text && text.replaceAll('\0', ' ').toWellFormed();
}
