import type { TFunction } from 'i18next';

const steps = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;

/** Writes a length of time in its two largest units: 2 h 5 min. */
export function duration(seconds: number, t: TFunction): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = steps.findIndex((step) => whole >= step.seconds);
  if (first < 0) return t('duration.seconds', { count: 0 });
  const { unit, seconds: size } = steps[first]!;
  const next = steps[first + 1];
  const parts = [t(`duration.${unit}`, { count: Math.floor(whole / size) })];
  const rest = next ? Math.floor((whole % size) / next.seconds) : 0;
  if (next && rest > 0) parts.push(t(`duration.${next.unit}`, { count: rest }));
  return parts.join(' ');
}

/** Writes milliseconds as people compare them: 0.4 ms, 23 ms, 1.25 s. */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 10 || ms === 0 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}
