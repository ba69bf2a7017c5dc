import { median } from '../percentile.ts';
import { isReached, ratioOf, ratiosOf, type Line, type Target } from './line.ts';

const headings = ['Work', 'unit', 'ours', 'reference', '', 'ratio', 'rounds', 'target', ''];

/** The table that a person reads: medians, and the ratios' range over the rounds. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf(line: Line): string[] {
  const ratio = ratioOf(line);
  const ratios = ratiosOf(line);
  return [
    line.name,
    line.unit,
    rounded(median(line.ours)),
    rounded(median(line.references)),
    line.reference,
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...(line.target ? [describe(line.target), isReached(ratio, line.target) ? 'reached' : 'not yet'] : ['', '']),
  ];
}

export function describe(target: Target): string {
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

/** Three digits are more than two runs have in common. */
export function rounded(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : String(Number(figure.toPrecision(3)));
}
