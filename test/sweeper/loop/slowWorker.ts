import { abandonExpiredAttempts } from '../../../src/store/deliveries/abandonExpiredAttempts.ts';
import { nothingReceived, type AttemptResult } from '../../../src/store/deliveries/attemptResult.ts';
import { closeOne } from '../../../src/store/deliveries/closeAttempts.ts';
import { startDueAttempts, type StartedAttempt } from '../../../src/store/deliveries/startDueAttempts.ts';
import { after, schedule, type DeliveryStory } from '../attempt/deliveryStory.ts';

export const acknowledged: AttemptResult = {
  ...nothingReceived('CONNECTION_FAILED', ''),
  outcome: 'ACKNOWLEDGED',
  httpStatus: 200,
  error: null,
};
export const failed: AttemptResult = { ...acknowledged, outcome: 'UNEXPECTED_STATUS', httpStatus: 500 };

const leaseMs = 40_000;

/** A worker that claims, and does nothing more unless it is told to; `story` is asked for the story of the moment. */
export function slowWorker(story: () => DeliveryStory) {
  return {
    /** Claims an attempt and returns it; its lease ends 40 s later. */
    claimAt: async (seconds: number): Promise<StartedAttempt> => {
      const [attempt] = await startDueAttempts(story().store, {
        now: after(seconds),
        clock: () => after(seconds),
        worker: 'vanished:1',
        leaseMs,
        limit: 10,
        limitPerPlugin: 10,
        limitForSandbox: 10,
        inFlight: new Map(),
        write: () => ({ body: '{}', previousSigns: [] }),
      });
      return attempt!;
    },
    /** Whether it could close the attempt. */
    finishAt: async (seconds: number, attempt: StartedAttempt, result: AttemptResult): Promise<boolean> => {
      const finished = { attempt, result, finishedAt: after(seconds) };
      return (await closeOne(story().store, finished, schedule.delaysSeconds)) !== null;
    },
    /** How many attempts another worker gives up. */
    abandonAt: async (seconds: number) =>
      (await abandonExpiredAttempts(story().store, schedule.delaysSeconds, { now: after(seconds), leaseMs })).length,
    everythingOf: async (orderId: string) => {
      const order = await story().store.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
      return { order, delivery: await story().delivery(orderId), attempts: await story().attempts(orderId) };
    },
  };
}
