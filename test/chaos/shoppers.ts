import { setTimeout as passTime } from 'node:timers/promises';
import { CreateOrderDocument, PayOrderDocument } from '../admin/generated/operations.ts';
import { adminClient, AdminError, type AdminClient } from '../support/adminClient.ts';
import type { Receiver } from './receivers.ts';

/** Goods that can be bought, and the receiver that is told of it. */
export interface Shop {
  goodsId: string;
  userId: string;
  receiver: Receiver;
}

export interface Shoppers {
  /** Orders of which a payment was answered as recorded. */
  toldPaid: string[];
  /** Calls whose answer is unknown; each was made again. */
  ambiguous(): number;
  /** Buys nothing new; what was begun is paid, however often it takes. */
  finish(): Promise<void>;
}

const retryAfterMs = 200;
/** Errors after which the change may have been made. */
const unclear = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'QUERY_TIMED_OUT'];

/** Programs that buy one thing after the other, `pauseMs` apart, at whichever process of the service is up. */
export function startShoppers(
  count: number,
  shops: readonly Shop[],
  chooseUrl: () => string,
  key: string,
  pauseMs: () => number,
): Shoppers {
  const toldPaid: string[] = [];
  const closing = new AbortController();
  let ambiguous = 0;

  /**
   * An order with the same number is the same order, and paying a paid order changes nothing; so a call whose answer did not
   * come may be made again.
   */
  async function untilAnswered<Result>(call: (admin: AdminClient) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await call(adminClient(chooseUrl(), key));
      } catch (error) {
        if (error instanceof AdminError && !unclear.includes(error.code)) throw error;
        ambiguous += 1;
        await passTime(retryAfterMs);
      }
    }
  }

  async function shop(name: number): Promise<void> {
    for (let number = 1; !closing.signal.aborted; number += 1) {
      const { goodsId, userId } = shops[(name + number) % shops.length]!;
      const input = { goodsId, userId, outOrderId: `shopper-${name}-${number}` };
      const { createOrder } = await untilAnswered(async (admin) => admin(CreateOrderDocument, { input }));
      const orderId = createOrder.order.id;
      await untilAnswered(async (admin) => admin(PayOrderDocument, { input: { orderId } }));
      toldPaid.push(orderId);
      await passTime(pauseMs());
    }
  }

  const shopping = Promise.all(Array.from({ length: count }, async (_none, name) => shop(name)));
  // Awaited when they finish.
  shopping.catch(() => {});
  return {
    toldPaid,
    ambiguous: () => ambiguous,
    finish: async () => {
      closing.abort();
      await shopping;
    },
  };
}
