import { resendRequested, type DeliveryState } from '../../rules/callbacks/deliveryStates.ts';
import { changeInBatches, type ChangedRows } from '../database/changeInBatches.ts';
import { lockDeliveries, writeStates } from './deliveryStateRows.ts';
import { rootWhere, type DeliveryFilter } from './findDeliveries.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Prisma } from '../generated/client.ts';
import { keysetPage } from '../database/keysetPage.ts';
import { requestTraceparent } from '../database/requestTraceparent.ts';
import type { Client, Store } from '../database/store.ts';

export interface ResendsRequest {
  filter: DeliveryFilter;
  /** Leaves out deliveries for which a resend was requested at this time or later. */
  notAskedSince: Date | null;
  /** Deliveries that are created later are left out. */
  now: Date;
}

/**
 * Requests one more notification for each delivery of the filter for which none waits already, the oldest first. Rows that
 * others are changing are tried again at the end, rather than waited for.
 */
export async function requestMatchingResends(
  store: Store,
  request: ResendsRequest,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const { filter, notAskedSince, now } = request;
  const where = await resendWhere(store, request);
  return changeInBatches(
    store,
    {
      action: 'resendDeliveries',
      target: 'deliveries',
      detail: { filter, ...(notAskedSince && { notAskedSince }), requestedAt: now },
    },
    {
      find: async (after: FoundDelivery | null, size) => findNext(store, where, after, size),
      lock: async (tx, ids) => lockDeliveries(tx, ids, 'skip'),
      change: async (tx, locked) => requestForEach(tx, locked, where, now),
      findLeft: async (tx, ids) => findLeft(tx, ids, where),
    },
    hasTime,
  );
}

/** Returns how many `requestMatchingResends` would request. */
export async function countResends(store: Store, request: ResendsRequest): Promise<number> {
  return store.prisma.delivery.count({ where: await resendWhere(store, request) });
}

async function resendWhere(
  store: Store,
  { filter, notAskedSince, now }: ResendsRequest,
): Promise<Prisma.DeliveryWhereInput> {
  return {
    AND: [
      await rootWhere(store, filter),
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

/**
 * Requests a resend for each of the locked deliveries. They may have changed before they were locked, so the condition is
 * checked again.
 */
async function requestForEach(
  tx: Client,
  locked: ReadonlyMap<string, DeliveryState>,
  where: Prisma.DeliveryWhereInput,
  now: Date,
): Promise<number> {
  const wanted = await findLeft(tx, [...locked.keys()], where);
  if (wanted.length === 0) return 0;
  await tx.$executeRaw(writeStates(new Map(wanted.map((id) => [id, resendRequested(locked.get(id)!, now)]))));
  await tx.delivery.updateMany({
    where: { orderId: { in: wanted } },
    data: { resendTraceparent: requestTraceparent() },
  });
  await announceDueDelivery(tx);
  return wanted.length;
}

async function findLeft(tx: Client, orderIds: string[], where: Prisma.DeliveryWhereInput): Promise<string[]> {
  const left = await tx.delivery.findMany({
    where: { AND: [{ orderId: { in: orderIds } }, where] },
    select: { orderId: true },
  });
  return left.map(({ orderId }) => orderId);
}
