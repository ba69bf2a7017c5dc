import { answerWithin } from '../store/answerWithin.ts';
import type { DeliveryGauges } from '../store/deliveryGauges.ts';

/** The figures of the database, asked for now and then. */
export interface DeliveryWatch {
  /** What was measured last; null: the database did not answer then, or not in time. Never rejects. */
  read(): Promise<DeliveryGauges | null>;
}

export interface DeliveryWatchSettings {
  measure(now: Date): Promise<DeliveryGauges>;
  clock: () => Date;
}

/** However often and by however many it is asked for. */
const measuredEveryMs = 10_000;
/** Whoever collects metrics waits for some seconds only, and the others are worth having without these. */
const patienceMs = 1000;

export function watchDeliveries({ measure, clock }: DeliveryWatchSettings): DeliveryWatch {
  let measuredAt: Date | undefined;
  let measuring: Promise<DeliveryGauges | null> | undefined;
  let last: DeliveryGauges | null = null;

  const isOld = (now: Date) =>
    measuredAt === undefined || Math.abs(now.getTime() - measuredAt.getTime()) >= measuredEveryMs;

  const start = async (now: Date): Promise<DeliveryGauges | null> => {
    measuredAt = now;
    last = await measure(now).catch(() => null);
    measuring = undefined;
    return last;
  };

  return {
    read: async () => {
      const now = clock();
      if (!measuring && isOld(now)) measuring = start(now);
      return measuring ? answerWithin(patienceMs, measuring, null) : last;
    },
  };
}
