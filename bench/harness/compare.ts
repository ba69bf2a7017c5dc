import { ratioOf, type Line } from './line.ts';

/** How much worse a ratio may be than the one that is kept. */
export const tolerance = 0.15;

type Compared = Pick<Line, 'name' | 'row' | 'reference' | 'target' | 'ours' | 'references'>;

/** Returns a sentence for each line whose ratio is worse than the kept one by more than the tolerance. */
export function findRegressions(
  lines: readonly Compared[],
  kept: readonly (Pick<Line, 'row' | 'name' | 'reference'> & { ratio: number })[],
): string[] {
  return lines.flatMap((line) => {
    const before = kept.find(
      ({ row, name, reference }) => row === line.row && name === line.name && reference === line.reference,
    );
    if (!before || !line.target) return [];
    const ratio = ratioOf(line);
    const isWorse =
      'atLeast' in line.target ? ratio < before.ratio * (1 - tolerance) : ratio > before.ratio * (1 + tolerance);
    if (!isWorse) return [];
    return [
      `${line.row}, ${line.name} against ${line.reference}: ${ratio.toFixed(2)}, and ${before.ratio.toFixed(2)} is kept`,
    ];
  });
}
