import type { OverviewQueryVariables } from '../generated/operations.ts';

/** The periods that the overview shows, each in buckets that a chart of its width can show. */
export const periods = {
  hour: { seconds: 3600, bucketSeconds: 60 },
  day: { seconds: 86_400, bucketSeconds: 1800 },
  week: { seconds: 7 * 86_400, bucketSeconds: 3 * 3600 },
} as const;

export type Period = keyof typeof periods;

/**
 * Returns the period that ends with the bucket of now, as the variables of the query. Whole buckets, so that they do not
 * change at each refresh.
 */
export function rangeOf(period: Period, now: Date): OverviewQueryVariables {
  const { seconds, bucketSeconds } = periods[period];
  const bucketMs = bucketSeconds * 1000;
  const toMs = Math.ceil((now.getTime() + 1) / bucketMs) * bucketMs;
  return {
    from: new Date(toMs - seconds * 1000).toISOString(),
    to: new Date(toMs).toISOString(),
    bucketSeconds,
    wholeSeconds: seconds,
  };
}
