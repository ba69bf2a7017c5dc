import { clockSkewSeconds, isFresh } from '../../signing/timestamp.ts';
import { finding, type Finding } from './finding.ts';

const hourSeconds = 3600;
/** The step between time zones. */
const zoneStepSeconds = hourSeconds / 4;
const greatestZoneSeconds = 14 * hourSeconds;
const instead = 'Send the current Unix time in seconds, in digits only.';

/** Describes what is wrong with a timestamp that was sent. Returns nothing when it is fine. */
export function describeTimestamp(timestamp: string, now: Date, toleranceSeconds: number): Finding[] {
  if (!/^\d+$/.test(timestamp)) {
    return [finding('TIMESTAMP_OUTSIDE_WINDOW', `The timestamp is not a number of seconds in digits only. ${instead}`)];
  }
  if (isFresh(timestamp, now, toleranceSeconds)) return [];
  if (!/^\d{13}$/.test(timestamp)) return [outside(timestamp, now, toleranceSeconds)];

  const seconds = timestamp.slice(0, -3);
  const milliseconds = finding(
    'TIMESTAMP_IN_MILLISECONDS',
    `The timestamp is in milliseconds. Divide it by 1000 and round down.`,
  );
  return isFresh(seconds, now, toleranceSeconds)
    ? [milliseconds]
    : [milliseconds, outside(seconds, now, toleranceSeconds)];
}

function outside(timestamp: string, now: Date, toleranceSeconds: number): Finding {
  const skew = clockSkewSeconds(timestamp, now);
  const direction = skew < 0 ? 'behind' : 'ahead of';
  const message = `The timestamp is ${describeDuration(Math.abs(skew))} ${direction} the clock of the service; less than ${toleranceSeconds} seconds are allowed.`;
  return finding('TIMESTAMP_OUTSIDE_WINDOW', `${message} ${adviseOn(Math.abs(skew), toleranceSeconds)}`);
}

function adviseOn(skewSeconds: number, toleranceSeconds: number): string {
  const offStep = Math.abs(skewSeconds - Math.round(skewSeconds / zoneStepSeconds) * zoneStepSeconds);
  if (skewSeconds >= hourSeconds && skewSeconds <= greatestZoneSeconds && offStep < Math.min(60, toleranceSeconds)) {
    return 'This looks like a time zone: local time was probably used as UTC. Unix time has no time zone.';
  }
  return `${instead} If you already do, correct the clock of your server (NTP), and sign each request anew.`;
}

function describeDuration(seconds: number): string {
  if (seconds < 2 * hourSeconds) return `${seconds} seconds`;
  if (seconds < 48 * hourSeconds) return `${Math.round(seconds / hourSeconds)} hours`;
  const days = Math.round(seconds / (24 * hourSeconds));
  return days < 100_000 ? `${days} days` : 'centuries';
}
