import type { Delivery, DeliveryAttempt } from './generated/client.ts';
import type { Store } from './store.ts';

export type { DeliveryAttempt };

/** All attempts of a delivery, oldest first. */
export async function findAttempts({ prisma }: Store, orderId: string): Promise<DeliveryAttempt[]> {
  const attempts = await prisma.delivery.findUnique({ where: { orderId } }).attempts({ orderBy: { number: 'asc' } });
  return attempts ?? [];
}

/** The newest attempt that has ended; null when there is none, or when it is so old that it was removed. */
export async function findLastEndedAttempt({ prisma }: Store, delivery: Delivery): Promise<DeliveryAttempt | null> {
  const number = delivery.leaseToken === null ? delivery.attemptCount : delivery.attemptCount - 1;
  if (number < 1) return null;
  return prisma.deliveryAttempt.findUnique({ where: { orderId_number: { orderId: delivery.orderId, number } } });
}
