import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdByResend, resendRequested, type DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { changeInBatches, type ChangedRows } from '../database/changeInBatches.ts';
import { keysetPage } from '../database/keysetPage.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client, Store } from '../database/store.ts';
import type { Prisma } from '../generated/client.ts';
import { rootOrderWhere, type OrderConditions } from '../orders/orderLists.ts';
import { newDelivery } from './createDelivery.ts';
import { lockOrders } from './createMissingDeliveries.ts';
import { lockDeliveries, writeStates } from './deliveryStateRows.ts';
import { announceDueDelivery } from './dueDeliveries.ts';

export interface OrderResends {
  filter: OrderConditions;
  /** Leaves out orders that were paid later, and those for which a resend was requested at this time or later. */
  since: Date;
  now: Date;
  /** No further batch begins when this many resends are requested. */
  atMost: number;
  /** The filter in the words of the caller, for the audit log. */
  asGiven: object;
}

/**
 * Requests one more notification for each paid order of the filter that its developer has not acknowledged, the oldest
 * first. An order without a delivery gets one, if its plugin has a callback URL by now. Another call with the same
 * `since` continues with the rest, even if the answer of this one was lost.
 */
export async function resendOrders(
  store: Store,
  { filter, since, now, atMost, asGiven }: OrderResends,
  schedule: CallbackSchedule,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const unacknowledged = await unacknowledgedOf(store, filter);
  const where = { AND: [unacknowledged, { paidAt: { lte: since } }, { OR: [askable(since), creatable] }] };
  let requested = 0;
  return changeInBatches(
    store,
    { action: 'resendOrders', target: 'orders', detail: { filter: asGiven, since } },
    {
      find: async (after: FoundOrder | null, size) => findNext(store, where, after, size),
      lock: lockForResend,
      change: async (tx, locked) => {
        const count = await requestForEach(tx, locked, where, schedule, now);
        requested += count;
        return count;
      },
      findLeft: async (tx, ids) => (await findWanted(tx, ids, where)).map(({ id }) => id),
    },
    () => requested < atMost && hasTime(),
  );
}

/** The orders that a resend of the filter is about, by plugin. */
export interface ResendCount {
  pluginId: string;
  /** Orders for which a notification would be requested. */
  orders: number;
  /** Orders for which a requested notification is already waiting. */
  alreadyAsked: number;
  /** Orders without a delivery, whose plugin still has no callback URL. */
  withoutCallbackUrl: number;
}

/**
 * Counts what `resendOrders` would request now, and what it would leave out. The plugin with the most orders comes
 * first.
 */
export async function countOrderResends(store: Store, filter: OrderConditions): Promise<ResendCount[]> {
  const unacknowledged = await unacknowledgedOf(store, filter);
  const countOf = async (condition: Prisma.OrderWhereInput) => {
    const where = { AND: [unacknowledged, condition] };
    const rows = await store.prisma.order.groupBy({ by: ['pluginId'], where, _count: true });
    return new Map(rows.map(({ pluginId, _count }) => [pluginId, _count]));
  };
  const [all, asked, uncallable] = await Promise.all([
    countOf({}),
    countOf({ delivery: { pendingResends: { gt: 0 } } }),
    countOf({ delivery: null, plugin: { callbackUrl: null, sandbox: false } }),
  ]);
  const counts = [...all].map(([pluginId, count]) => {
    const [alreadyAsked, withoutCallbackUrl] = [asked.get(pluginId) ?? 0, uncallable.get(pluginId) ?? 0];
    const orders = Math.max(0, count - alreadyAsked - withoutCallbackUrl);
    return { pluginId, orders, alreadyAsked, withoutCallbackUrl };
  });
  return counts.toSorted((one, other) => other.orders - one.orders);
}

/** The condition, in the words of the partial indexes of unacknowledged orders. */
async function unacknowledgedOf(store: Store, filter: OrderConditions): Promise<Prisma.OrderWhereInput> {
  return { AND: [await rootOrderWhere(store, filter), { paidAt: { not: null }, acknowledgedAt: null }] };
}

function askable(since: Date): Prisma.OrderWhereInput {
  const notSince = { OR: [{ lastResendAskedAt: null }, { lastResendAskedAt: { lt: since } }] };
  return { delivery: { is: { AND: [{ pendingResends: 0 }, notSince] } } };
}

/** Orders that can get a delivery. A sandbox plugin's waits for a listener, so it needs no callback URL. */
const creatable: Prisma.OrderWhereInput = {
  delivery: null,
  plugin: { OR: [{ callbackUrl: { not: null } }, { sandbox: true }] },
};

interface FoundOrder {
  id: string;
  createdAt: Date;
}

async function findNext(
  { prisma }: Store,
  wanted: Prisma.OrderWhereInput,
  after: FoundOrder | null,
  size: number,
): Promise<FoundOrder[]> {
  const newerThan = after && { kind: 'order' as const, time: after.createdAt, id: after.id };
  const { rows } = await keysetPage(
    { size, direction: 'backward', after: null, before: newerThan },
    { time: 'createdAt', id: 'id' },
    ({ where, ...rest }) =>
      prisma.order.findMany({ where: { AND: [wanted, where] }, ...rest, select: { id: true, createdAt: true } }),
  );
  return rows.toReversed();
}

/**
 * Locks the deliveries, and for orders without one the order, whose state is null. A closing attempt changes its delivery
 * first and then its order, so the orders of deliveries are left alone. A delivery that appears before its order is locked
 * is locked, too.
 */
async function lockForResend(tx: Client, orderIds: readonly string[]): Promise<Map<string, DeliveryState | null>> {
  const delivered = await tx.delivery.findMany({
    where: { orderId: { in: [...orderIds] } },
    select: { orderId: true },
  });
  const known = new Set(delivered.map(({ orderId }) => orderId));
  const without = await lockOrders(
    tx,
    orderIds.filter((id) => !known.has(id)),
  );
  return new Map([...without, ...(await lockDeliveries(tx, orderIds, 'skip'))]);
}

interface WantedOrder {
  id: string;
  pluginId: string;
  sandbox: boolean | null;
}

/** Returns the orders that still match: they may have changed since they were found. */
async function findWanted(tx: Client, orderIds: string[], where: Prisma.OrderWhereInput): Promise<WantedOrder[]> {
  return tx.order.findMany({
    where: { AND: [{ id: { in: orderIds } }, where] },
    select: { id: true, pluginId: true, sandbox: true },
  });
}

async function requestForEach(
  tx: Client,
  locked: ReadonlyMap<string, DeliveryState | null>,
  where: Prisma.OrderWhereInput,
  schedule: CallbackSchedule,
  now: Date,
): Promise<number> {
  const orders = await findWanted(tx, [...locked.keys()], where);
  if (orders.length === 0) return 0;
  const requested = new Map<string, DeliveryState>();
  const withoutDelivery: WantedOrder[] = [];
  for (const order of orders) {
    const state = locked.get(order.id);
    if (state) requested.set(order.id, resendRequested(state, now));
    else withoutDelivery.push(order);
  }
  await tx.$executeRaw(writeStates(requested));
  const resendTraceparent = requestTraceparent();
  await tx.delivery.updateMany({ where: { orderId: { in: [...requested.keys()] } }, data: { resendTraceparent } });
  const { count: created } = await tx.delivery.createMany({
    data: withoutDelivery.map((order) => ({
      ...newDelivery(order, createdByResend(now, schedule), now),
      resendTraceparent,
    })),
    skipDuplicates: true,
  });
  await announceDueDelivery(tx);
  return requested.size + created;
}
