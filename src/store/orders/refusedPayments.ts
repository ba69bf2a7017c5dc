import type { PageRequest } from '../../rules/values/page.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import { PaymentRefusal, type Prisma, type RefusedPayment } from '../generated/client.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { Client, Store } from '../database/store.ts';
import type { SandboxFilter } from '../plugins/sandboxRows.ts';

export type { RefusedPayment };
export type NewRefusedPayment = Pick<RefusedPayment, 'orderId' | 'pluginId' | 'reason' | 'paidAt'>;

/** The reasons why a payment can be refused. */
export const paymentRefusals = Object.values(PaymentRefusal);

/** The refusal of a payment that the user may have made nevertheless. */
export class PaymentRefused extends Refusal {
  constructor(
    readonly refused: Pick<RefusedPayment, 'pluginId' | 'reason'>,
    ...refusal: ConstructorParameters<typeof Refusal>
  ) {
    super(...refusal);
  }
}

/** The number of different refused payments of an order that are kept, the newest: nobody looks through more. */
export const mostOfAnOrder = 20;

/**
 * Keeps a payment that was refused, in a separate transaction, since that of the payment is undone. When the same
 * payment is refused again, as for a caller that retries for days, the same row counts it. Only the first refusal is in
 * the audit log.
 */
export async function keepRefusedPayment(
  store: Store,
  { orderId, pluginId, reason, paidAt }: NewRefusedPayment,
  now: Date,
): Promise<void> {
  const { name: actor, keyId: actorKeyId } = store.actor ?? { name: null, keyId: null };
  await inTransaction(store, async (tx) => {
    const [kept] = await tx.$queryRaw<[{ count: number }]>`
      INSERT INTO refused_payment AS kept (order_id, plugin_id, reason, paid_at, at, last_at, actor, actor_key_id)
      VALUES (${orderId}, ${pluginId}, ${reason}::payment_refusal, ${paidAt}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz, ${actor}, ${actorKeyId})
      ON CONFLICT (order_id, reason, paid_at) DO UPDATE SET count = kept.count + 1,
        last_at = GREATEST(kept.last_at, excluded.last_at), actor = excluded.actor, actor_key_id = excluded.actor_key_id
      RETURNING count`;
    if (kept.count > 1) return;
    await audit(store, tx, { action: 'payOrder', target: orderId, detail: { refused: reason, paidAt } });
    await removeSurplus(tx, orderId);
  });
}

async function removeSurplus(tx: Client, orderId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM refused_payment WHERE order_id = ${orderId} AND id <= (
      SELECT id FROM refused_payment WHERE order_id = ${orderId} ORDER BY id DESC OFFSET ${mostOfAnOrder}::int LIMIT 1)`;
}

export async function findRefusedPayments(
  { prisma }: Store,
  filter: SandboxFilter,
  request: PageRequest,
): Promise<Page<RefusedPayment>> {
  return keysetPage(request, { time: 'at', id: 'id', readId: BigInt }, ({ where, ...rest }) =>
    prisma.refusedPayment.findMany({ where: { AND: [refusedWhere(filter), where] }, ...rest }),
  );
}

export async function findRefusedPayment({ prisma }: Store, id: bigint): Promise<RefusedPayment | null> {
  return prisma.refusedPayment.findUnique({ where: { id } });
}

export async function countRefusedPayments({ prisma }: Store, filter: SandboxFilter): Promise<number> {
  return prisma.refusedPayment.count({ where: refusedWhere(filter) });
}

/** They are few, so their orders say which of them are live. */
function refusedWhere({ pluginId, sandbox }: SandboxFilter): Prisma.RefusedPaymentWhereInput {
  const order = { sandbox: sandbox ? { not: null } : null };
  return { ...(pluginId !== undefined && { pluginId }), order };
}

/** Returns the newest first. Calls for several orders in the same tick are read by one statement. */
export async function findRefusedPaymentsOfOrder({ prisma }: Store, orderId: string): Promise<RefusedPayment[]> {
  const newestFirst = { orderBy: { id: 'desc' }, take: mostOfAnOrder } as const;
  return (await prisma.order.findUnique({ where: { id: orderId } }).refusedPayments(newestFirst)) ?? [];
}
