import type { Client, CombinedError } from 'urql';
import { ResendOrdersDocument, type ResendOrdersInput } from '../generated/operations.ts';

/** A batch of the service. It takes a fraction of a second, and between two of them the reader can stop. */
const ordersInBatch = 250;

export interface BatchesEnd {
  /** All orders are requested. False: the signal came, or an error. */
  isComplete: boolean;
  error: CombinedError | undefined;
}

/**
 * Asks the service to resend, batch after batch, until it says that none is left or the signal comes. A batch that was
 * begun is finished by the service, also when the page is gone. To go on later, call it with the same `notAskedSince`.
 */
export async function resendInBatches(
  client: Client,
  input: Pick<ResendOrdersInput, 'filter' | 'reason' | 'notAskedSince'>,
  signal: AbortSignal,
  tell: (count: number) => void,
): Promise<BatchesEnd> {
  while (!signal.aborted) {
    const batch = { ...input, atMost: ordersInBatch };
    const { data, error } = await client.mutation(ResendOrdersDocument, { input: batch }).toPromise();
    if (!data) return { isComplete: false, error };
    tell(data.resendOrders.count);
    if (!data.resendOrders.isPartial) return { isComplete: true, error: undefined };
  }
  return { isComplete: false, error: undefined };
}
