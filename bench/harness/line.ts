import { median } from '../percentile.ts';

/** The bound of the ratio ours / reference. */
export type Target = { atLeast: number } | { atMost: number };

/** One line of the table, with the figures of every round: the n-th of both were measured one after the other. */
export interface Line {
  /** The name of the row that it belongs to, by which the command selects it. */
  row: string;
  name: string;
  unit: 'a second' | 'ms' | 'MiB' | 'bytes' | 'ticks';
  reference: string;
  /** Null: nothing is asked for; the reference is there to be seen. */
  target: Target | null;
  ours: number[];
  references: number[];
  /** Settings of the service that are not the defaults, and why. */
  note?: string;
}

/** The ratio of each round. */
export function ratiosOf({ ours, references }: Pick<Line, 'ours' | 'references'>): number[] {
  return ours.map((figure, round) => figure / references[round]!);
}

/**
 * The median of the rounds' ratios, which is not always the ratio of the medians: on a machine that is slower in one round
 * than in another, the two figures of one round belong together.
 */
export function ratioOf(line: Pick<Line, 'ours' | 'references'>): number {
  return median(ratiosOf(line));
}

export function isReached(ratio: number, target: Target): boolean {
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
}
