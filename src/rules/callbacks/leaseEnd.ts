/**
 * How far the clock may be set back while attempts run, without their leases being released. The service goes by the
 * database's clock, and the minutes cover what a correction of that clock amounts to, and processes whose leases are
 * longer since they run with other settings. Only a clock that was far wrong makes leases that end later.
 */
const longestSetBackMs = 10 * 60_000;

/**
 * The latest end of a lease that can have been given by `now`. A lease that ends later was given while the clock was far
 * ahead: nobody needs it, and to wait for its end may take months.
 */
export function latestLeaseEnd(now: Date, leaseMs: number): Date {
  return new Date(now.getTime() + leaseMs + longestSetBackMs);
}
