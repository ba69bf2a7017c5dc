import type { Client } from 'urql';
import { ResendDocument } from '../generated/operations.ts';

/** A few at once, so that the requests of other staff are answered in between. */
const atOnce = 4;

/**
 * Resends the notification of each order, until the signal says to stop. Each is in the audit log with the reason. Tells
 * after each how many are done, and how many of those failed.
 */
export async function resendEach(
  client: Client,
  orderIds: string[],
  reason: string,
  signal: AbortSignal,
  tell: (done: number, failed: number) => void,
): Promise<void> {
  const waiting = [...orderIds];
  let done = 0;
  let failed = 0;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      const { error } = await client.mutation(ResendDocument, { orderId: id, reason: reason || null }).toPromise();
      done += 1;
      if (error) failed += 1;
      tell(done, failed);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
