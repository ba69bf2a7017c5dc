import { randomUUID } from 'node:crypto';
import { claimed, nextTrigger, type AttemptTrigger, type DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { divideSlots, type WaitingPlugin } from '../../rules/callbacks/divideSlots.ts';
import type { RecordedOrder } from '../../rules/records/orderRecord.ts';
import type { SignedCallback, SigningSecrets } from '../../rules/signing/signature.ts';
import { decideAndWrite, type Decision } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { openSigningSecrets, UnreadableSecrets } from '../plugins/pluginSecrets.ts';
import { stateOf, traceparentOf, writeStates, type DeliveryTraces } from './deliveryStateRows.ts';
import { lockQuery, waitingQuery, type DueRequest } from './findDue.ts';

export interface ClaimRequest extends DueRequest {
  /** The time for which a worker has a delivery to itself: CALLBACK_TIMEOUT_S plus CALLBACK_LEASE_MARGIN_S. */
  leaseMs: number;
  /** The process that sends; kept with each attempt. */
  worker: string;
  /** Makes the bytes of the request, as of `startedAt`. */
  write(order: RecordedOrder, secrets: SigningSecrets, startedAt: Date): SignedCallback;
  clock: () => Date;
}

/** An attempt whose row is written and which is now to be made. */
export interface StartedAttempt {
  orderId: string;
  pluginId: string;
  /** True: of a sandbox plugin. Null: live. */
  sandbox: boolean | null;
  number: number;
  trigger: AttemptTrigger;
  /** The time at which it was due. */
  scheduledAt: Date;
  /** The instant that the row, the log, the metric and the trace have, and the time in the callback. */
  startedAt: Date;
  /** The token of the lease. Only a worker that has it may close the attempt. */
  leaseToken: string;
  /** The delivery as the claim has left it. */
  delivery: DeliveryState;
  url: string;
  /** W3C traceparent of the request that caused this attempt; null: it was not traced. */
  traceparent: string | null;
  requestBody: string;
  previousSigns: readonly string[];
}

/**
 * Claims due deliveries and writes the rows of their attempts, in one transaction: from here on a crash leaves a row
 * behind, and a lease that runs out. Safe for any number of processes. See `divideSlots` for the order of plugins.
 * Throws UnreadableSecrets, and has changed nothing, when a secret that signs for one of the plugins cannot be decrypted: a
 * notification must not be used up by a process that cannot send it. The caller passes these plugins over for a while.
 */
export async function startDueAttempts(store: Store, request: ClaimRequest): Promise<StartedAttempt[]> {
  return decideAndWrite(store, async (read) => {
    const waiting = await read<WaitingPlugin>({ name: 'claim_waiting', sql: waitingQuery(request) });
    const shares = divideSlots(waiting, request);
    if (shares.length === 0) return nothingToClaim;
    // The secrets are those of every plugin that may get a share, so that both can be read together.
    const [due, secrets] = await Promise.all([
      read<DueDelivery>({ name: 'claim_lock', sql: lockQuery(shares, request) }),
      openSigningSecrets(store, read, pluginIdsOf(shares), request.now),
    ]);
    return startAttempts(due, secrets, request);
  });
}

/** The facts that a claim needs besides the deliveries. */
export type AttemptRequest = Pick<ClaimRequest, 'now' | 'leaseMs' | 'worker' | 'write' | 'clock'>;

/**
 * Decides to start an attempt of each of these deliveries, which the transaction has locked. Throws UnreadableSecrets when
 * those of one of their plugins are not given.
 */
export function startAttempts(
  due: readonly DueDelivery[],
  secrets: ReadonlyMap<string, SigningSecrets>,
  request: AttemptRequest,
): Decision<StartedAttempt[]> {
  if (due.length === 0) return nothingToClaim;
  const unreadable = pluginIdsOf(due).filter((pluginId) => !secrets.has(pluginId));
  if (unreadable.length > 0) throw new UnreadableSecrets(unreadable);
  // The claim may have waited; these are the rows just before the POSTs.
  const startedAt = request.clock();
  const claims = due.map((delivery) => {
    const callback = request.write(delivery, secrets.get(delivery.pluginId)!, startedAt);
    return claim(delivery, request, startedAt, callback);
  });
  return { write: { name: 'claim_write', sql: claimsStatement(claims, request.worker) }, result: claims };
}

const nothingToClaim = { write: null, result: [] };

export interface DueDelivery extends DeliveryState, DeliveryTraces, RecordedOrder {
  orderId: string;
  sandbox: boolean | null;
  url: string;
  scheduledAt: Date;
}

function pluginIdsOf(these: readonly { pluginId: string }[]): string[] {
  return [...new Set(these.map(({ pluginId }) => pluginId))];
}

function claim(
  due: DueDelivery,
  { now, leaseMs }: AttemptRequest,
  startedAt: Date,
  { body, previousSigns }: SignedCallback,
): StartedAttempt {
  const { orderId, pluginId, sandbox, url, scheduledAt } = due;
  const trigger = nextTrigger(due);
  const leaseToken = randomUUID();
  const delivery = claimed(stateOf(due), leaseToken, new Date(now.getTime() + leaseMs));
  const traceparent = traceparentOf(due, trigger);
  return {
    orderId,
    pluginId,
    sandbox,
    number: delivery.attemptCount,
    trigger,
    scheduledAt,
    startedAt,
    leaseToken,
    delivery,
    url,
    traceparent,
    requestBody: body,
    previousSigns,
  };
}

function claimsStatement(claims: readonly StartedAttempt[], worker: string): Prisma.Sql {
  const states = new Map(claims.map(({ orderId, delivery }) => [orderId, delivery]));
  const rows = claims.map((attempt) => ({
    order_id: attempt.orderId,
    plugin_id: attempt.pluginId,
    sandbox: attempt.sandbox,
    number: attempt.number,
    trigger: attempt.trigger,
    scheduled_at: attempt.scheduledAt,
    started_at: attempt.startedAt,
    url: attempt.url,
    request_body: attempt.requestBody,
  }));
  return Prisma.sql`
    WITH written AS (${writeStates(states)})
    INSERT INTO delivery_attempt (order_id, plugin_id, sandbox, number, trigger, scheduled_at, started_at, url, request_body,
      worker)
    SELECT order_id, plugin_id, sandbox, number, trigger, scheduled_at, started_at, url, request_body, ${worker}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
      order_id text, plugin_id text, sandbox boolean, number int, trigger attempt_trigger, scheduled_at timestamptz, started_at timestamptz,
      url text, request_body text)`;
}
