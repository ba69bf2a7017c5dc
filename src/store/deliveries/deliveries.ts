import { nextNotificationAt, type CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import type { PageRequest } from '../../rules/values/page.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Delivery, DeliveryStatus, Prisma } from '../generated/client.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client, Store } from '../database/store.ts';
import { timeRange } from '../database/timeRange.ts';

export type { Delivery };

export interface DeliveryFilter {
  pluginId?: string;
  status?: DeliveryStatus;
  createdFrom?: Date;
  createdTo?: Date;
  /** Something is due before this instant. */
  dueBefore?: Date;
}

/** Part of the payment's transaction: the first notification is due at once. Without a callback URL there is none. */
export async function createDelivery(
  tx: Client,
  order: { id: string; pluginId: string },
  schedule: CallbackSchedule,
  now: Date,
): Promise<void> {
  if (!(await hasCallbackUrl(tx, order.pluginId))) return;
  await tx.delivery.create({ data: newDelivery(order, schedule, now) });
  await announceDueDelivery(tx);
}

export async function findDelivery({ prisma }: Store, orderId: string): Promise<Delivery | null> {
  return prisma.delivery.findUnique({ where: { orderId } });
}

export async function findDeliveries(
  { prisma }: Store,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  return keysetPage(request, keys, ({ where, ...rest }) =>
    prisma.delivery.findMany({ where: { AND: [deliveryWhere(filter), where] }, ...rest }),
  );
}

/** Pages of many plugins that are asked for in one tick are one statement. */
export async function findDeliveriesOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  return keysetPage(request, keys, async ({ where, ...rest }) => {
    const plugin = prisma.plugin.findUnique({ where: { id: pluginId } });
    return (await plugin.deliveries({ where: { AND: [deliveryWhere(filter), where] }, ...rest })) ?? [];
  });
}

const keys = { time: 'createdAt', id: 'orderId' };

/**
 * Asks for one notification outside the automatic ones, whatever the delivery's state. An order that was paid while the
 * plugin had no callback URL gets its delivery now, and with it the automatic notifications, should this one fail.
 */
export async function requestResend(
  store: Store,
  orderId: string,
  schedule: CallbackSchedule,
  now: Date,
): Promise<Delivery> {
  return inTransaction(store, async (tx) => {
    const isNewDelivery = !(await askAgain(tx, orderId, now)) && (await createByResend(tx, orderId, schedule, now));
    await audit(store, tx, { action: 'resendDelivery', target: orderId, detail: { isNewDelivery } });
    await announceDueDelivery(tx);
    return tx.delivery.findUniqueOrThrow({ where: { orderId } });
  });
}

export async function countDeliveries({ prisma }: Store, filter: DeliveryFilter): Promise<number> {
  return prisma.delivery.count({ where: deliveryWhere(filter) });
}

/** Counts of many plugins that are asked for in one tick are one statement. */
export async function countDeliveriesOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const plugin = await prisma.plugin.findUnique({
    where: { id: pluginId },
    select: { _count: { select: { deliveries: { where: deliveryWhere(filter) } } } },
  });
  return plugin?._count.deliveries ?? 0;
}

/**
 * Ends the automatic notifications and drops manual ones that wait. An attempt that is in flight goes on: what was sent
 * cannot be called back. If it turns out that it was never sent, it is not put back. Cancelling again changes nothing; a
 * delivery that has ended otherwise, with nothing to drop, is a CONFLICT.
 */
export async function cancelDelivery(store: Store, orderId: string): Promise<Delivery> {
  return inTransaction(store, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM delivery WHERE order_id = ${orderId} FOR NO KEY UPDATE`;
    const delivery = await tx.delivery.findUnique({ where: { orderId } });
    if (!delivery) throw new Refusal('NOT_FOUND', { facts: { what: 'delivery' } });
    const { status, pendingResends, leaseToken } = delivery;
    const hasNothingToDrop = pendingResends === 0 && leaseToken === null;
    if (hasNothingToDrop && (status === 'DELIVERED' || status === 'EXHAUSTED')) {
      throw new Refusal('CONFLICT', { facts: { why: `the delivery is ${status.toLowerCase()}` } });
    }
    await audit(store, tx, { action: 'cancelDelivery', target: orderId, detail: { status, pendingResends } });
    return tx.delivery.update({
      where: { orderId },
      data: {
        status: status === 'PENDING' ? 'CANCELLED' : status,
        nextAutomaticAt: null,
        pendingResends: 0,
        resendRequestedAt: null,
        cancelledLease: leaseToken,
      },
    });
  });
}

export function deliveryWhere(filter: DeliveryFilter): Prisma.DeliveryWhereInput {
  const { pluginId, status, createdFrom, createdTo, dueBefore } = filter;
  const createdAt = timeRange(createdFrom, createdTo);
  return {
    ...(pluginId !== undefined && { pluginId }),
    ...(status && { status }),
    ...(createdAt && { createdAt }),
    ...(dueBefore && { OR: [{ nextAutomaticAt: { lt: dueBefore } }, { resendRequestedAt: { lt: dueBefore } }] }),
  };
}

async function askAgain(tx: Client, orderId: string, now: Date): Promise<boolean> {
  const asked = await tx.$executeRaw`
    UPDATE delivery SET
      pending_resends = pending_resends + 1,
      resend_requested_at = COALESCE(resend_requested_at, ${now}::timestamptz),
      last_resend_asked_at = ${now}::timestamptz,
      resend_traceparent = ${requestTraceparent()}
    WHERE order_id = ${orderId}`;
  return asked > 0;
}

/** False: another transaction has created it meanwhile, and was asked again. */
async function createByResend(tx: Client, orderId: string, schedule: CallbackSchedule, now: Date): Promise<boolean> {
  // Payment locks the same row, and so does another resend: one of them creates the delivery.
  await tx.$queryRaw`SELECT 1 FROM "order" WHERE id = ${orderId} FOR NO KEY UPDATE`;
  if (await askAgain(tx, orderId, now)) return false;
  const order = await tx.order.findUnique({ where: { id: orderId } });
  if (!order) throw new Refusal('NOT_FOUND', { facts: { what: 'order' } });
  if (order.status === 'UNPAID') throw new Refusal('CONFLICT', { facts: { why: 'the order is not paid' } });
  if (order.acknowledgedAt) {
    throw new Refusal('CONFLICT', {
      facts: { why: 'the order was acknowledged so long ago that its delivery is gone' },
    });
  }
  if (!(await hasCallbackUrl(tx, order.pluginId))) {
    throw new Refusal('CONFLICT', { facts: { why: 'the plugin has no callback URL' } });
  }
  await tx.delivery.create({
    data: {
      ...newDelivery(order, schedule, now),
      // The manual notification goes first; the automatic ones begin when it has had its time.
      nextAutomaticAt: nextNotificationAt(1, now, schedule) ?? now,
      pendingResends: 1,
      resendRequestedAt: now,
      lastResendAskedAt: now,
      resendTraceparent: requestTraceparent(),
    },
  });
  return true;
}

export function newDelivery(order: { id: string; pluginId: string }, schedule: CallbackSchedule, now: Date) {
  return {
    orderId: order.id,
    pluginId: order.pluginId,
    createdAt: now,
    maxNotifications: schedule.maxNotifications,
    nextAutomaticAt: nextNotificationAt(0, now, schedule),
    traceparent: requestTraceparent(),
  };
}

async function hasCallbackUrl(tx: Client, pluginId: string): Promise<boolean> {
  const plugin = await tx.plugin.findUniqueOrThrow({ where: { id: pluginId }, select: { callbackUrl: true } });
  return plugin.callbackUrl !== null;
}
