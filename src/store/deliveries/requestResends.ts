import { changeInBatches, type ChangedRows } from '../database/changeInBatches.ts';
import { deliveryWhere, type DeliveryFilter } from './deliveries.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Prisma } from '../generated/client.ts';
import { keysetPage } from '../database/keysetPage.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client, Store } from '../database/store.ts';

export interface ResendsRequest {
  filter: DeliveryFilter;
  /** Leaves out those for which a resend was asked for at this instant or later. */
  notAskedSince: Date | null;
  /** What is created later is not asked for. */
  now: Date;
}

/**
 * One more notification for each delivery of the filter for which none waits already, the oldest first. What is being
 * changed by others is come back to, rather than waited for.
 */
export async function requestResends(
  store: Store,
  request: ResendsRequest,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const { filter, notAskedSince, now } = request;
  const where = resendWhere(request);
  return changeInBatches(
    store,
    {
      action: 'resendDeliveries',
      target: 'deliveries',
      detail: { filter, ...(notAskedSince && { notAskedSince }), requestedAt: now },
    },
    {
      find: async (after: FoundDelivery | null, size) => findNext(store, where, after, size),
      lock: lockDeliveries,
      change: async (tx, ids) => askForEach(tx, ids, where, now),
      findLeft: async (tx, ids) => findLeft(tx, ids, where),
    },
    hasTime,
  );
}

/** How many `requestResends` would ask for. */
export async function countResends({ prisma }: Store, request: ResendsRequest): Promise<number> {
  return prisma.delivery.count({ where: resendWhere(request) });
}

function resendWhere({ filter, notAskedSince, now }: ResendsRequest): Prisma.DeliveryWhereInput {
  return {
    AND: [
      deliveryWhere(filter),
      { createdAt: { lte: now }, pendingResends: 0 },
      notAskedSince ? { OR: [{ lastResendAskedAt: null }, { lastResendAskedAt: { lt: notAskedSince } }] } : {},
    ],
  };
}

interface FoundDelivery {
  id: string;
  createdAt: Date;
}

async function findNext(
  { prisma }: Store,
  wanted: Prisma.DeliveryWhereInput,
  after: FoundDelivery | null,
  size: number,
): Promise<FoundDelivery[]> {
  const newerThan = after && { kind: 'delivery' as const, time: after.createdAt, id: after.id };
  const { rows } = await keysetPage(
    { size, direction: 'backward', after: null, before: newerThan },
    { time: 'createdAt', id: 'orderId' },
    ({ where, ...rest }) =>
      prisma.delivery.findMany({
        where: { AND: [wanted, where] },
        ...rest,
        select: { orderId: true, createdAt: true },
      }),
  );
  return rows.map(({ orderId, createdAt }) => ({ id: orderId, createdAt })).toReversed();
}

async function lockDeliveries(tx: Client, orderIds: readonly string[]): Promise<string[]> {
  const locked = await tx.$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM delivery WHERE order_id = ANY(${orderIds}::text[]) FOR UPDATE SKIP LOCKED`;
  return locked.map(({ orderId }) => orderId);
}

async function askForEach(
  tx: Client,
  orderIds: string[],
  where: Prisma.DeliveryWhereInput,
  now: Date,
): Promise<number> {
  const { count } = await tx.delivery.updateMany({
    // They may have changed since they were found.
    where: { AND: [{ orderId: { in: orderIds } }, where] },
    data: {
      pendingResends: 1,
      resendRequestedAt: now,
      lastResendAskedAt: now,
      resendTraceparent: requestTraceparent(),
    },
  });
  if (count > 0) await announceDueDelivery(tx);
  return count;
}

async function findLeft(tx: Client, orderIds: string[], where: Prisma.DeliveryWhereInput): Promise<string[]> {
  const left = await tx.delivery.findMany({
    where: { AND: [{ orderId: { in: orderIds } }, where] },
    select: { orderId: true },
  });
  return left.map(({ orderId }) => orderId);
}
