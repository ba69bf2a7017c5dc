import type { PageRequest } from '../../rules/values/page.ts';
import type { AttemptOutcome, Delivery, DeliveryAttempt as WholeAttempt, Prisma } from '../generated/client.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { Store } from '../database/store.ts';
import { timeRange } from '../database/filters.ts';

/** An attempt without its bodies, which are as large as all the rest, and which few look at. */
export type DeliveryAttempt = Omit<WholeAttempt, 'requestBody' | 'responseBody'>;
export type AttemptBody = Pick<WholeAttempt, 'id' | 'requestBody' | 'responseBody'>;

const omit = { requestBody: true, responseBody: true } as const;

/** The conditions on an attempt, all of which hold. */
export interface DeliveryAttemptFilter {
  pluginId?: string;
  orderId?: string;
  outcome?: AttemptOutcome;
  startedFrom?: Date;
  startedTo?: Date;
}

export async function findAttemptPage(
  { prisma }: Store,
  filter: DeliveryAttemptFilter,
  request: PageRequest,
): Promise<Page<DeliveryAttempt>> {
  return keysetPage(request, { time: 'startedAt', id: 'id', readId: BigInt }, ({ where, ...rest }) =>
    prisma.deliveryAttempt.findMany({ where: { AND: [attemptWhere(filter), where] }, omit, ...rest }),
  );
}

export async function findAttempt({ prisma }: Store, id: bigint): Promise<DeliveryAttempt | null> {
  return prisma.deliveryAttempt.findUnique({ where: { id }, omit });
}

export async function countAttempts({ prisma }: Store, filter: DeliveryAttemptFilter): Promise<number> {
  return prisma.deliveryAttempt.count({ where: attemptWhere(filter) });
}

function attemptWhere({ startedFrom, startedTo, ...equal }: DeliveryAttemptFilter): Prisma.DeliveryAttemptWhereInput {
  const startedAt = timeRange(startedFrom, startedTo);
  return { ...equal, ...(startedAt && { startedAt }) };
}

/**
 * The newest attempts of a delivery, at most `most`, oldest first. Those of many deliveries that are asked for in one tick
 * are one statement.
 */
export async function findNewestAttempts({ prisma }: Store, orderId: string, most: number): Promise<DeliveryAttempt[]> {
  const newestFirst = { orderBy: { number: 'desc' }, take: most, omit } as const;
  const attempts = await prisma.delivery.findUnique({ where: { orderId } }).attempts(newestFirst);
  return attempts?.toReversed() ?? [];
}

/** The newest attempt that has ended; null when there is none, or when it is so old that it was removed. */
export async function findLastEndedAttempt({ prisma }: Store, delivery: Delivery): Promise<DeliveryAttempt | null> {
  const number = delivery.leaseToken === null ? delivery.attemptCount : delivery.attemptCount - 1;
  if (number < 1) return null;
  return prisma.deliveryAttempt.findUnique({ where: { orderId_number: { orderId: delivery.orderId, number } }, omit });
}

/** Returns the bodies that are still there, in any order. */
export async function findAttemptBodies({ prisma }: Store, ids: bigint[]): Promise<AttemptBody[]> {
  return prisma.deliveryAttempt.findMany({
    where: { id: { in: ids } },
    select: { id: true, requestBody: true, responseBody: true },
  });
}
