import type { Client, CombinedError } from 'urql';
import { askedWaitMs, isRefusedForNow } from '../app/failures.ts';
import { ResendOrdersDocument, type ResendOrdersInput } from '../generated/operations.ts';

/** A batch of the service. It takes a fraction of a second, and between two of them the reader can stop. */
const ordersInBatch = 250;

export interface BatchesEnd {
  /** All orders are requested. False: the signal came, or an error. */
  isComplete: boolean;
  error: CombinedError | undefined;
}

interface BatchesEvents {
  requested(count: number): void;
  /** The service has too much to do, and this goes on when it said so. */
  waiting(waitMs: number): void;
}

/**
 * Asks the service to resend, batch after batch, until it says that none is left or the signal comes. A batch that was
 * begun is finished by the service, also when the page is gone. A batch that it refuses for now is repeated after the wait
 * that it requests. To go on later, call it with the same `notAskedSince`.
 */
export async function resendInBatches(
  client: Client,
  input: Pick<ResendOrdersInput, 'filter' | 'reason' | 'notAskedSince'>,
  signal: AbortSignal,
  tell: BatchesEvents,
): Promise<BatchesEnd> {
  while (!signal.aborted) {
    const batch = { ...input, atMost: ordersInBatch };
    const { data, error } = await client.mutation(ResendOrdersDocument, { input: batch }).toPromise();
    if (data) {
      tell.requested(data.resendOrders.count);
      if (!data.resendOrders.isPartial) return { isComplete: true, error: undefined };
    } else if (error && isRefusedForNow(error)) {
      tell.waiting(askedWaitMs(error));
      await pass(askedWaitMs(error), signal);
    } else {
      return { isComplete: false, error };
    }
  }
  return { isComplete: false, error: undefined };
}

/** Waits, but not longer than until the signal comes. */
async function pass(waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
