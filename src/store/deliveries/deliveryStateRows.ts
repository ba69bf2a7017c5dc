import type { AttemptTrigger, DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import type { Client } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/** Says what to do with deliveries that another transaction has locked: wait for them, or leave them out. */
export type WhenLocked = 'wait' | 'skip';

/** The columns of a DeliveryState, for a statement that reads and locks deliveries. */
export const stateColumns = Prisma.sql`
  delivery.status::text AS "status", delivery.max_notifications AS "maxNotifications",
  delivery.automatic_count AS "automaticCount", delivery.attempt_count AS "attemptCount",
  delivery.next_automatic_at AS "nextAutomaticAt", delivery.pending_resends AS "pendingResends",
  delivery.resend_requested_at AS "resendRequestedAt", delivery.last_resend_asked_at AS "lastResendAskedAt",
  delivery.lease_token::text AS "leaseToken", delivery.lease_expires_at AS "leaseExpiresAt",
  delivery.cancelled_lease::text AS "cancelledLease"`;

/** The columns of a DeliveryTraces. */
export const traceColumns = Prisma.sql`
  delivery.traceparent AS "automaticTraceparent", delivery.resend_traceparent AS "manualTraceparent"`;

/** The traceparents of the requests that a delivery's attempts continue; null: the request was not traced. */
export interface DeliveryTraces {
  automaticTraceparent: string | null;
  manualTraceparent: string | null;
}

/** Returns the traceparent that an attempt continues: of the payment, or of the resend request. */
export function traceparentOf(traces: DeliveryTraces, trigger: AttemptTrigger): string | null {
  return trigger === 'MANUAL' ? traces.manualTraceparent : traces.automaticTraceparent;
}

/** Returns only the columns of the row that belong to its DeliveryState. */
export function stateOf(row: DeliveryState): DeliveryState {
  return {
    status: row.status,
    maxNotifications: row.maxNotifications,
    automaticCount: row.automaticCount,
    attemptCount: row.attemptCount,
    nextAutomaticAt: row.nextAutomaticAt,
    pendingResends: row.pendingResends,
    resendRequestedAt: row.resendRequestedAt,
    lastResendAskedAt: row.lastResendAskedAt,
    leaseToken: row.leaseToken,
    leaseExpiresAt: row.leaseExpiresAt,
    cancelledLease: row.cancelledLease,
  };
}

/**
 * Locks the deliveries and returns their states, by order id. With `wait`, give one id only: two batches could wait for
 * each other.
 */
export async function lockDeliveries(
  tx: Client,
  orderIds: readonly string[],
  locked: WhenLocked,
): Promise<Map<string, DeliveryState>> {
  const rows = await tx.$queryRaw<(DeliveryState & { orderId: string })[]>`
    SELECT order_id AS "orderId", ${stateColumns} FROM delivery
    WHERE order_id = ANY(${orderIds}::text[])
    FOR NO KEY UPDATE ${locked === 'skip' ? Prisma.sql`SKIP LOCKED` : Prisma.empty}`;
  return new Map(rows.map((row) => [row.orderId, stateOf(row)]));
}

/** The columns that an event may change, with their types. */
const changingColumns = {
  status: 'delivery_status',
  automatic_count: 'int',
  attempt_count: 'int',
  next_automatic_at: 'timestamptz',
  pending_resends: 'int',
  resend_requested_at: 'timestamptz',
  last_resend_asked_at: 'timestamptz',
  lease_token: 'uuid',
  lease_expires_at: 'timestamptz',
  cancelled_lease: 'uuid',
} as const;

/** Returns the values of these columns. */
export function changingValues(state: DeliveryState): Record<keyof typeof changingColumns, unknown> {
  return {
    status: state.status,
    automatic_count: state.automaticCount,
    attempt_count: state.attemptCount,
    next_automatic_at: state.nextAutomaticAt,
    pending_resends: state.pendingResends,
    resend_requested_at: state.resendRequestedAt,
    last_resend_asked_at: state.lastResendAskedAt,
    lease_token: state.leaseToken,
    lease_expires_at: state.leaseExpiresAt,
    cancelled_lease: state.cancelledLease,
  };
}

/** Returns text of SQL with a part for each of these columns. */
export function forEachColumn(part: (name: string, type: string) => string): Prisma.Sql {
  return Prisma.raw(
    Object.entries(changingColumns)
      .map(([name, type]) => part(name, type))
      .join(', '),
  );
}

/**
 * Returns the statement that writes what the rules decided. The transaction must have locked these deliveries before
 * their states were read. Its text is the same for any number, so PostgreSQL does not have to parse it again.
 */
export function writeStates(states: ReadonlyMap<string, DeliveryState>): Prisma.Sql {
  const rows = [...states].map(([orderId, state]) => ({ order_id: orderId, ...changingValues(state) }));
  return Prisma.sql`
    UPDATE delivery SET ${forEachColumn((name) => `${name} = decided.${name}`)}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS decided(order_id text, ${forEachColumn((name, type) => `${name} ${type}`)})
    WHERE delivery.order_id = decided.order_id`;
}
