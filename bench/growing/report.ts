import { median, percentile } from '../percentile.ts';

export function heading(text: string): void {
  console.log(`\n${text}`);
}

export function line(what: string, value: string): void {
  console.log(`  ${what.padEnd(66)} ${value}`);
}

/** The median, and the range that says how far to trust it. */
export function spread(values: readonly number[], unit: string, digits = 1): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  );
  return `${middle} ${unit} (${least}–${most})`;
}

export function p50AndP99(valuesMs: readonly number[]): string {
  return `p50 ${median(valuesMs).toFixed(2)} ms, p99 ${percentile(valuesMs, 99).toFixed(2)} ms`;
}

/** Of the medians of what was measured by turns, with the range of the ratios of each turn. */
export function ratio(of: readonly number[], to: readonly number[]): string {
  return spread(
    of.map((value, turn) => value / to[turn]!),
    'times',
    2,
  );
}

export const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
