import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdAt } from '../../rules/callbacks/deliveryStates.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { refuseInvalid, Refusal } from '../../rules/failures/refusal.ts';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { checkPaidAfter, checkPaidAt } from '../../rules/values/values.ts';
import { insertAudit } from '../audit/insertAudit.ts';
import { decideAndWrite, type NamedSql, type Read } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { insertDelivery, newDelivery } from '../deliveries/createDelivery.ts';
import { announcePayment } from '../deliveries/dueDeliveries.ts';
import { Prisma } from '../generated/client.ts';
import { countPaymentsNowAndThen, insertUncounted } from '../goods/uncountedPayments.ts';
import { orderColumns, type OrderWithOpenId } from './orders.ts';
import { keepRefusedPayment, PaymentRefused } from './refusedPayments.ts';

/**
 * Makes the order paid, once: another call gets the same order. A different `paidAt`, or goods that are sold out, is a
 * CONFLICT, and an implausible `paidAt` is invalid. All of them are a PaymentRefused, which is kept for staff: the user may
 * have paid nevertheless.
 */
export async function recordPayment(
  store: Store,
  orderId: string,
  paidAt: Date | null,
  schedule: CallbackSchedule,
  now: Date,
): Promise<OrderWithOpenId> {
  try {
    return await pay(store, orderId, paidAt, schedule, now);
  } catch (error) {
    // If it cannot be kept, the caller learns that instead, and calls again.
    if (error instanceof PaymentRefused) await keepRefusedPayment(store, { orderId, paidAt, ...error.refused }, now);
    throw error;
  }
}

/**
 * Pays in two round trips: one statement locks the order and reads everything that decides, and one writes everything, the
 * delivery that notifies the developer included. Goods with a pay_limit take a third one, which locks their counter, so no
 * interleaving of payments can exceed it. Payments of other goods share no lock; see `insertUncounted`.
 */
async function pay(
  store: Store,
  orderId: string,
  paidAt: Date | null,
  schedule: CallbackSchedule,
  now: Date,
): Promise<OrderWithOpenId> {
  const { order, isNew } = await decideAndWrite(store, async (read) => {
    const [locked] = await read<LockedOrder>({ name: 'pay_lock', sql: lockQuery(orderId) });
    const problem = paidAt ? checkPaidAt(paidAt, now) : undefined;
    if (!locked) {
      refuseInvalid({ paidAt: problem });
      throw new Refusal('NOT_FOUND', { facts: { what: 'order' } });
    }
    if (problem) throw implausible(locked, problem);
    const { payLimit, ...found } = locked;
    const before: OrderWithOpenId = found;
    const detail = { paidAt: before.paidAt ?? paidAt ?? now, wasPaid: before.paidAt !== null };
    const entry = insertAudit(store, { action: 'payOrder', target: orderId, detail });
    if (before.paidAt) {
      const write = { name: 'pay_again', sql: entry };
      return { write, result: { order: samePayment(before, before.paidAt, paidAt), isNew: false } };
    }
    const early = paidAt ? checkPaidAfter(paidAt, before.createdAt) : undefined;
    if (early) throw implausible(before, early);
    if (payLimit > 0 && (await lockPaidCount(read, before.goodsId)) >= payLimit) throw soldOut(before);

    const paid: OrderWithOpenId = { ...before, status: 'PAID', paidAt: detail.paidAt };
    const delivery = newDelivery(paid, createdAt(now, schedule), now);
    const deliveryInsert = insertDelivery(delivery);
    return { write: paymentStatement(paid, payLimit, entry, deliveryInsert), result: { order: paid, isNew: true } };
  });
  if (isNew) {
    announcePayment(store);
    countPaymentsNowAndThen(store);
  }
  return order;
}

interface LockedOrder extends OrderWithOpenId {
  payLimit: number;
}

function lockQuery(orderId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${orderColumns},
      (SELECT pay_limit FROM goods WHERE goods.id = goods_id) AS "payLimit"
    FROM "order" JOIN plugin_user USING (plugin_id, user_id)
    WHERE "order".id = ${orderId} FOR NO KEY UPDATE OF "order"`;
}

async function lockPaidCount(read: Read, goodsId: string): Promise<number> {
  const [counter] = await read<{ paidCount: number }>({
    name: 'pay_lock_count',
    sql: Prisma.sql`SELECT paid_count AS "paidCount" FROM goods WHERE id = ${goodsId} FOR NO KEY UPDATE`,
  });
  return counter!.paidCount;
}

/**
 * Its text is the same for every payment, so PostgreSQL does not have to parse it again: a part with nothing to write
 * has no rows.
 */
function paymentStatement(
  { id, goodsId, paidAt }: OrderWithOpenId,
  payLimit: number,
  entry: Prisma.Sql,
  deliveryInsert: Prisma.Sql,
): NamedSql {
  return {
    name: 'pay_write',
    sql: Prisma.sql`
      WITH noted AS (${entry}),
      new_delivery AS (${deliveryInsert}),
      counted AS (UPDATE goods SET paid_count = paid_count + 1 WHERE id = ${goodsId} AND ${payLimit}::int > 0),
      uncounted AS (${insertUncounted(goodsId, id, { isWanted: payLimit === 0 })})
      UPDATE "order" SET status = 'PAID', paid_at = ${paidAt}::timestamptz WHERE id = ${id}`,
  };
}

function samePayment(order: OrderWithOpenId, recorded: Date, asked: Date | null): OrderWithOpenId {
  if (asked && asked.getTime() !== recorded.getTime()) {
    throw new PaymentRefused(
      { pluginId: order.pluginId, reason: 'ALREADY_PAID' },
      'CONFLICT',
      because('PAID_BEFORE', { paidAt: recorded.toISOString() }),
    );
  }
  return order;
}

function soldOut({ pluginId }: OrderWithOpenId): PaymentRefused {
  return new PaymentRefused({ pluginId, reason: 'SOLD_OUT' }, 'CONFLICT', because('SOLD_OUT'));
}

function implausible({ pluginId }: OrderWithOpenId, problem: Problem): PaymentRefused {
  const fields: [string, Problem[]][] = [['paidAt', [problem]]];
  return new PaymentRefused({ pluginId, reason: 'IMPLAUSIBLE_PAID_AT' }, 'INVALID_PARAMETERS', { fields });
}
