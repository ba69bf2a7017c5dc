/**
 * The time by which the clock may be set back without releasing the leases of running attempts. The clock is the
 * database's. The minutes cover its usual corrections, and processes with longer leases because of other settings. Only
 * a clock that was far wrong gives leases that end later.
 */
const longestSetBackMs = 10 * 60_000;

/**
 * Returns the latest end of a lease that can have been given by `now`. A lease that ends later was given while the
 * clock was far ahead: nobody needs it, and it may end in months.
 */
export function latestLeaseEnd(now: Date, leaseMs: number): Date {
  return new Date(now.getTime() + leaseMs + longestSetBackMs);
}
