import { setTimeout as passTime } from 'node:timers/promises';
import { recordPayment } from '../../src/store/orders/orders.ts';
import type { Store } from '../../src/store/database/store.ts';

const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };

export async function payOrder(store: Store, orderId: string): Promise<void> {
  await recordPayment(store, orderId, null, schedule, new Date());
}

/** Some who pay one order after the other, with a pause after each, until they are told to stop. */
export function paySteadily(
  store: Store,
  orderIds: readonly string[],
  { payers, pauseMs }: { payers: number; pauseMs: number },
): { stop(): Promise<{ perSecond: number }> } {
  const startedAt = performance.now();
  let paid = 0;
  const stopping = new AbortController();
  const pay = async () => {
    while (!stopping.signal.aborted && paid < orderIds.length) {
      paid += 1;
      await payOrder(store, orderIds[paid - 1]!);
      await passTime(pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: payers }, pay));
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return { perSecond: paid / ((performance.now() - startedAt) / 1000) };
    },
  };
}
