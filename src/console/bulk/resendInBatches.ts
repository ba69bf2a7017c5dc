import type { Client, CombinedError } from 'urql';
import { askedWaitMs, isRefusedForNow } from '../app/failures.ts';
import { ResendOrdersDocument, type ResendOrdersInput } from '../generated/operations.ts';

/** A batch of the service. It takes a fraction of a second, and between two of them the reader can stop. */
const ordersInBatch = 250;

/** The time in which a batch that is under way when the signal comes can still be answered, in milliseconds. */
const lastAnswerMs = 5000;

export interface BatchesEnd {
  /** `unsure`: the signal came, and no answer to the batch that was under way. */
  how: 'complete' | 'stopped' | 'unsure' | 'failed';
  /** Why it failed. */
  error?: CombinedError | undefined;
}

interface BatchesEvents {
  /** A batch begins. */
  sending(): void;
  /** The service has requested so many more. After `unsure`, this can come later than the end. */
  requested(count: number): void;
  /** The service has too much to do, and this goes on when it said so. */
  waiting(waitMs: number): void;
}

/**
 * Asks the service to resend, batch after batch, until it says that none is left or the signal comes. A batch that was
 * begun is finished by the service, also when the page is gone; after the signal, its answer is not awaited for long. A batch
 * that it refuses for now is repeated after the wait that it requests. To go on later, call it with the same `notAskedSince`.
 */
export async function resendInBatches(
  client: Client,
  input: Pick<ResendOrdersInput, 'filter' | 'reason' | 'notAskedSince'>,
  signal: AbortSignal,
  tell: BatchesEvents,
): Promise<BatchesEnd> {
  const tooLate = soonAfter(signal);
  while (!signal.aborted) {
    const batch = { ...input, atMost: ordersInBatch };
    tell.sending();
    const answer = client.mutation(ResendOrdersDocument, { input: batch }).toPromise();
    const answered = await Promise.race([answer, tooLate]);
    if (!answered) {
      void answer.then((late) => late.data && tell.requested(late.data.resendOrders.count));
      return { how: 'unsure' };
    }
    const { data, error } = answered;
    if (data) {
      tell.requested(data.resendOrders.count);
      if (!data.resendOrders.isPartial) return { how: 'complete' };
    } else if (error && isRefusedForNow(error)) {
      tell.waiting(askedWaitMs(error));
      await pass(askedWaitMs(error), signal);
    } else {
      return { how: 'failed', error };
    }
  }
  return { how: 'stopped' };
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

/** Waits for the signal, and then for as long as the last answer may take. */
async function soonAfter(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(resolve, lastAnswerMs, undefined));
  });
}
