import { findRegressions, tolerance } from './harness/compare.ts';
import { measureRows } from './harness/measureRows.ts';
import { readArguments } from './harness/readArguments.ts';
import { readResults, resultsPath } from './harness/results.ts';
import { tableOf } from './harness/table.ts';
import { rows } from './rows/rows.ts';

/**
 * `npm run bench:guard`, with the arguments of `readArguments`: measures again and compares the ratios with those of
 * bench/results.json, which it does not change. Ends with 1 when one is worse by more than the tolerance.
 */
const kept = await readResults();
const lines = await measureRows(readArguments(process.argv.slice(2), rows));
console.log(tableOf(lines));
const regressions = findRegressions(lines, kept);
for (const regression of regressions) console.log(regression);
console.log(
  regressions.length === 0
    ? `No ratio is worse than in ${resultsPath} by more than ${tolerance * 100}%.`
    : `${regressions.length} of ${lines.length} ratios are worse by more than ${tolerance * 100}%.`,
);
process.exitCode = regressions.length === 0 ? 0 : 1;
