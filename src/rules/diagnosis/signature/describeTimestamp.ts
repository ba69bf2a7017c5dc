import { clockSkewSeconds, isFresh } from '../../signing/timestamp.ts';
import { finding, type Finding, say } from './finding.ts';

const hourSeconds = 3600;
/** The step between time zones. */
const zoneStepSeconds = hourSeconds / 4;
const greatestZoneSeconds = 14 * hourSeconds;

/** Describes what is wrong with a timestamp that was sent. Returns nothing when it is fine. */
export function describeTimestamp(timestamp: string, now: Date, toleranceSeconds: number): Finding[] {
  if (!/^\d+$/.test(timestamp)) {
    return [finding('TIMESTAMP_OUTSIDE_WINDOW', 'TIMESTAMP_NO_NUMBER', 'DO_SEND_PRESENT_TIME')];
  }
  if (isFresh(timestamp, now, toleranceSeconds)) return [];
  if (!/^\d{13}$/.test(timestamp)) return [outside(timestamp, now, toleranceSeconds)];

  const seconds = timestamp.slice(0, -3);
  const milliseconds = finding('TIMESTAMP_IN_MILLISECONDS', 'TIMESTAMP_IN_MILLISECONDS');
  return isFresh(seconds, now, toleranceSeconds)
    ? [milliseconds]
    : [milliseconds, outside(seconds, now, toleranceSeconds)];
}

function outside(timestamp: string, now: Date, toleranceSeconds: number): Finding {
  const skew = clockSkewSeconds(timestamp, now);
  const { unit, count } = roundDuration(Math.abs(skew));
  return finding(
    'TIMESTAMP_OUTSIDE_WINDOW',
    say(`${skew < 0 ? 'BEHIND' : 'AHEAD'}_BY_${unit}`, { count: String(count) }),
    say('LESS_IS_ALLOWED', { count: String(toleranceSeconds) }),
    ...adviseOn(Math.abs(skew), toleranceSeconds),
  );
}

function adviseOn(skewSeconds: number, toleranceSeconds: number) {
  const offStep = Math.abs(skewSeconds - Math.round(skewSeconds / zoneStepSeconds) * zoneStepSeconds);
  if (skewSeconds >= hourSeconds && skewSeconds <= greatestZoneSeconds && offStep < Math.min(60, toleranceSeconds)) {
    return ['LOOKS_LIKE_ZONE'] as const;
  }
  return ['DO_SEND_PRESENT_TIME', 'DO_SIGN_ANEW'] as const;
}

function roundDuration(seconds: number): { unit: 'SECONDS' | 'HOURS' | 'DAYS' | 'CENTURIES'; count: number } {
  if (seconds < 2 * hourSeconds) return { unit: 'SECONDS', count: seconds };
  if (seconds < 48 * hourSeconds) return { unit: 'HOURS', count: Math.round(seconds / hourSeconds) };
  const days = Math.round(seconds / (24 * hourSeconds));
  return { unit: days < 100_000 ? 'DAYS' : 'CENTURIES', count: days };
}
