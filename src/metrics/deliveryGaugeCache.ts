import { answerWithin } from '../store/database/answerWithin.ts';
import type { DeliveryGauges } from '../store/deliveries/deliveryGauges.ts';
import { isStatementTimeout } from '../store/database/databaseErrors.ts';

/**
 * Keeps the figures that deliveryGauges.ts reads from the database, for ten seconds. A new figure needs no
 * change here, but in databaseMetrics.ts.
 */
export interface DeliveryGaugeCache {
  /** Never rejects. */
  read(): Promise<CachedGauges>;
}

export interface CachedGauges {
  /** False: the database refused, or could not be reached, when it was last asked. A slow count does not make it false. */
  isUp: boolean;
  /** The last figures; null: none since the database was away. */
  gauges: DeliveryGauges | null;
}

export interface DeliveryGaugeCacheSettings {
  measure(now: Date): Promise<DeliveryGauges>;
  clock: () => Date;
}

/** The shortest time between two questions to the database. */
const measuredEveryMs = 10_000;
/** Collectors of metrics wait only some seconds, and the other metrics are useful without these. */
const patienceMs = 1000;

export function cacheDeliveryGauges({ measure, clock }: DeliveryGaugeCacheSettings): DeliveryGaugeCache {
  let measuredAt: Date | undefined;
  let measuring: Promise<void> | undefined;
  let last: CachedGauges = { isUp: true, gauges: null };

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
