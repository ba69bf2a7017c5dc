import type { RecordedOrder } from '../../rules/records/orderRecord.ts';
import type { SignedCallback, SigningSecrets } from '../../rules/signing/signature.ts';
import { claimQuery, type ClaimLimits } from './claimQuery.ts';
import type { AttemptTrigger } from '../generated/client.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { openSigningSecrets, UnreadableSecrets } from '../plugins/plugins.ts';
import { findOrders } from '../orders/orders.ts';
import type { Client, Store } from '../database/store.ts';

export interface ClaimRequest extends ClaimLimits {
  /** Who sends: kept with each attempt. */
  worker: string;
  /** Makes the bytes of the request, as of that instant. */
  write(order: RecordedOrder, secrets: SigningSecrets, startedAt: Date): SignedCallback;
  clock: () => Date;
}

/** An attempt whose row is written and which is now to be made. */
export interface StartedAttempt {
  orderId: string;
  pluginId: string;
  number: number;
  trigger: AttemptTrigger;
  /** When it was due. */
  scheduledAt: Date;
  /** Automatic notifications so far, this one included. */
  automaticCount: number;
  maxNotifications: number;
  /** Only who shows it may close the attempt. */
  leaseToken: string;
  url: string;
  /** W3C traceparent of the request that asked for this; null: it was not traced. */
  traceparent: string | null;
  requestBody: string;
  previousSigns: readonly string[];
}

type Written = Pick<StartedAttempt, 'requestBody' | 'previousSigns'>;

/**
 * Claims due deliveries and writes the rows of their attempts, in one transaction: from here on a crash leaves a row
 * behind, and a lease that runs out. Safe for any number of processes. Plugins take turns, those with the fewest
 * attempts in flight first; plugins that are saturated, paused or without a URL are passed over, their backlog unread.
 * Throws UnreadableSecrets, and has changed nothing, when a secret that signs for one of the plugins cannot be decrypted: a
 * notification must not be used up by a process that cannot send it. The caller passes these plugins over for a while.
 */
export async function startDueAttempts(store: Store, request: ClaimRequest): Promise<StartedAttempt[]> {
  return inTransaction(store, async (tx) => {
    const claimed = await tx.$queryRaw<ClaimedDelivery[]>(claimQuery(request));
    if (claimed.length === 0) return [];
    const orders = await findOrders(
      tx,
      claimed.map(({ orderId }) => orderId),
    );
    const secrets = await openSigningSecrets(
      store,
      tx,
      claimed.map(({ pluginId }) => pluginId),
      request.now,
    );
    const unreadable = claimed.filter(({ pluginId }) => !secrets.has(pluginId)).map(({ pluginId }) => pluginId);
    if (unreadable.length > 0) throw new UnreadableSecrets([...new Set(unreadable)]);

    // The claim may have waited; these are the rows just before the POSTs.
    const startedAt = request.clock();
    const written = claimed.map((delivery) => ({
      ...delivery,
      ...write(delivery, orders, secrets, request, startedAt),
    }));
    await insertAttempts(tx, written, request.worker, startedAt);
    return written;
  });
}

type ClaimedDelivery = Omit<StartedAttempt, keyof Written>;

/** One statement whose text does not depend on how many there are, so that nothing has to be compiled again. */
async function insertAttempts(
  tx: Client,
  attempts: readonly (ClaimedDelivery & Pick<StartedAttempt, 'requestBody'>)[],
  worker: string,
  startedAt: Date,
): Promise<void> {
  const rows = attempts.map(({ orderId, pluginId, number, trigger, scheduledAt, url, requestBody }) => ({
    order_id: orderId,
    plugin_id: pluginId,
    number,
    trigger,
    scheduled_at: scheduledAt,
    url,
    request_body: requestBody,
  }));
  await tx.$executeRaw`
    INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, scheduled_at, started_at, url, request_body, worker)
    SELECT order_id, plugin_id, number, trigger, scheduled_at, ${startedAt}::timestamptz, url, request_body, ${worker}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
      order_id text, plugin_id text, number int, trigger attempt_trigger, scheduled_at timestamptz, url text, request_body text)`;
}

function write(
  { orderId, pluginId }: ClaimedDelivery,
  orders: ReadonlyMap<string, RecordedOrder>,
  secrets: ReadonlyMap<string, SigningSecrets>,
  request: ClaimRequest,
  startedAt: Date,
): Written {
  const order = orders.get(orderId);
  if (!order) throw new Error(`The order ${orderId} of a delivery does not exist.`);
  const { body, previousSigns } = request.write(order, secrets.get(pluginId)!, startedAt);
  return { requestBody: body, previousSigns };
}
