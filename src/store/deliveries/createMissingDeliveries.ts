import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { createdAt } from '../../rules/callbacks/deliveryStates.ts';
import { changeInBatches, type ChangedRows } from '../database/changeInBatches.ts';
import { newDelivery, requireCallbackUrl } from './createDelivery.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Prisma } from '../generated/client.ts';
import { keysetPage } from '../database/keysetPage.ts';
import type { Client, Store } from '../database/store.ts';
import { timeRange } from '../database/filters.ts';

export interface UnnotifiedOrders {
  pluginId: string;
  paidFrom?: Date;
  paidTo?: Date;
}

/**
 * Creates the deliveries of a plugin's orders that were paid while it had no callback URL, as if they were paid now.
 * Throws CONFLICT if it still has none. Another call creates the deliveries that are left.
 */
export async function createMissingDeliveries(
  store: Store,
  orders: UnnotifiedOrders,
  schedule: CallbackSchedule,
  clock: () => Date,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const { sandbox } = await requireCallbackUrl(store.prisma, orders.pluginId);
  const { pluginId, ...detail } = orders;
  return changeInBatches(
    store,
    { action: 'createDeliveries', target: pluginId, detail },
    {
      find: async (after: FoundOrder | null, size) => findNext(store, orders, after, size),
      lock: lockOrders,
      change: async (tx, locked) => createForEach(tx, { pluginId, sandbox }, [...locked.keys()], schedule, clock()),
      findLeft: async (tx, ids) => findLeft(tx, ids, orders),
    },
    hasTime,
  );
}

/** Returns how many `createMissingDeliveries` would make. */
export async function countUnnotifiedOrders(store: Store, orders: UnnotifiedOrders): Promise<number> {
  await requireCallbackUrl(store.prisma, orders.pluginId);
  return store.prisma.order.count({ where: unnotified(orders) });
}

/** The condition, in the words of the index order_unacknowledged_of_plugin. */
function unnotified({ pluginId, paidFrom, paidTo }: UnnotifiedOrders): Prisma.OrderWhereInput {
  const paidAt = { not: null, ...timeRange(paidFrom, paidTo) };
  return { pluginId, paidAt, acknowledgedAt: null, delivery: null };
}

interface FoundOrder {
  id: string;
  createdAt: Date;
}

async function findNext(
  { prisma }: Store,
  orders: UnnotifiedOrders,
  after: FoundOrder | null,
  size: number,
): Promise<FoundOrder[]> {
  const newerThan = after && { kind: 'order' as const, time: after.createdAt, id: after.id };
  const { rows } = await keysetPage(
    { size, direction: 'backward', after: null, before: newerThan },
    { time: 'createdAt', id: 'id' },
    ({ where, ...rest }) =>
      prisma.order.findMany({
        where: { AND: [unnotified(orders), where] },
        ...rest,
        select: { id: true, createdAt: true },
      }),
  );
  return rows.toReversed();
}

/**
 * Locks those of the orders that nobody else has locked; all have the state null, for none is needed. resendDelivery locks
 * the order, too, so that only one of the two creates the delivery.
 */
export async function lockOrders(tx: Client, orderIds: readonly string[]): Promise<Map<string, null>> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "order" WHERE id = ANY(${orderIds}::text[]) FOR NO KEY UPDATE SKIP LOCKED`;
  return new Map(locked.map(({ id }) => [id, null]));
}

async function createForEach(
  tx: Client,
  plugin: { pluginId: string; sandbox: boolean | null },
  orderIds: readonly string[],
  schedule: CallbackSchedule,
  now: Date,
): Promise<number> {
  const { count } = await tx.delivery.createMany({
    data: orderIds.map((id) => newDelivery({ id, ...plugin }, createdAt(now, schedule), now)),
    skipDuplicates: true,
  });
  if (count > 0) await announceDueDelivery(tx);
  return count;
}

async function findLeft(tx: Client, orderIds: string[], orders: UnnotifiedOrders): Promise<string[]> {
  const left = await tx.order.findMany({
    where: { AND: [{ id: { in: orderIds } }, unnotified(orders)] },
    select: { id: true },
  });
  return left.map(({ id }) => id);
}
