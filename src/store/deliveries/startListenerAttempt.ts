import { decideAndWrite } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { recordedOrder } from '../orders/orders.ts';
import { openSigningSecrets } from '../plugins/pluginSecrets.ts';
import { listenerUrl } from './attemptResult.ts';
import { stateColumns, traceColumns } from './deliveryStateRows.ts';
import { startAttempts, type AttemptRequest, type DueDelivery, type StartedAttempt } from './startDueAttempts.ts';

/**
 * Claims the oldest due delivery of a sandbox plugin without a callback URL, and writes the row of its attempt, for a
 * listener that posts it. From here on it is as with a sweeper: a listener that dies leaves a row, and a lease that runs
 * out. Null: nothing is due, or deliveries are paused, or the plugin has a callback URL.
 */
export async function startListenerAttempt(
  store: Store,
  pluginId: string,
  request: AttemptRequest,
): Promise<StartedAttempt | null> {
  const [attempt] = await decideAndWrite(store, async (read) => {
    const [due, secrets] = await Promise.all([
      read<DueDelivery>({ name: 'listener_lock', sql: lockQuery(pluginId, request.now) }),
      openSigningSecrets(store, read, [pluginId], request.now),
    ]);
    return startAttempts(due, secrets, request);
  });
  return attempt ?? null;
}

/** Leaves a delivery that another listener has locked to it. */
function lockQuery(pluginId: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT delivery.order_id AS "orderId", delivery.sandbox, ${listenerUrl}::text AS "url", delivery.due_at AS "scheduledAt",
      ${stateColumns}, ${traceColumns}, record.*
    FROM delivery JOIN plugin ON plugin.id = delivery.plugin_id
    CROSS JOIN LATERAL (${recordedOrder(Prisma.sql`delivery.order_id`)}) AS record
    WHERE delivery.plugin_id = ${pluginId} AND delivery.lease_token IS NULL AND delivery.due_at <= ${now}::timestamptz
      AND plugin.sandbox AND plugin.callback_url IS NULL AND NOT plugin.deliveries_paused
    ORDER BY delivery.due_at LIMIT 1
    FOR UPDATE OF delivery SKIP LOCKED`;
}
