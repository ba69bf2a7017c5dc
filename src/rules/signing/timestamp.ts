/** Specification, Limits: "less than 10 minutes difference". REQUEST_TOLERANCE_S of an installation may say another. */
export const defaultToleranceSeconds = 600;

/**
 * Says whether a request's `timestamp` (Unix seconds, digits only) differs by less than the tolerance from the
 * time of the service.
 */
export function isFresh(timestamp: string, now: Date, toleranceSeconds: number): boolean {
  return Math.abs(clockSkewSeconds(timestamp, now)) < toleranceSeconds;
}

/** Returns by how many seconds the caller's clock is ahead of the service's. */
export function clockSkewSeconds(timestamp: string, now: Date): number {
  return Number(timestamp) - unixSeconds(now);
}

export function unixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
