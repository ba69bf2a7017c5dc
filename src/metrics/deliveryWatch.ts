import { answerWithin } from '../store/database/answerWithin.ts';
import type { DeliveryGauges } from '../store/deliveries/deliveryGauges.ts';
import { isStatementTimeout } from '../store/database/databaseErrors.ts';

/** The figures of the database, which are read now and then. */
export interface DeliveryWatch {
  /** Never rejects. */
  read(): Promise<DeliveriesSeen>;
}

export interface DeliveriesSeen {
  /** False: the database refused, or could not be reached, when it was last asked. A slow count does not make it false. */
  isUp: boolean;
  /** The last figures; null: none since the database was away. */
  gauges: DeliveryGauges | null;
}

export interface DeliveryWatchSettings {
  measure(now: Date): Promise<DeliveryGauges>;
  clock: () => Date;
}

/** The shortest time between two questions to the database. */
const measuredEveryMs = 10_000;
/** Collectors of metrics wait only some seconds, and the other metrics are useful without these. */
const patienceMs = 1000;

export function watchDeliveries({ measure, clock }: DeliveryWatchSettings): DeliveryWatch {
  let measuredAt: Date | undefined;
  let measuring: Promise<void> | undefined;
  let last: DeliveriesSeen = { isUp: true, gauges: null };

  const isOld = (now: Date) =>
    measuredAt === undefined || Math.abs(now.getTime() - measuredAt.getTime()) >= measuredEveryMs;

  const start = async (now: Date): Promise<void> => {
    measuredAt = now;
    try {
      last = { isUp: true, gauges: await measure(now) };
    } catch (error) {
      // A backlog that takes long to count must not vanish from the figures.
      last = isStatementTimeout(error) ? { ...last, isUp: true } : { isUp: false, gauges: null };
    }
    measuring = undefined;
  };

  return {
    read: async () => {
      const now = clock();
      if (!measuring && isOld(now)) measuring = start(now);
      if (measuring) await answerWithin(patienceMs, measuring, undefined);
      return last;
    },
  };
}
