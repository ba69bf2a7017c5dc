import { measureRows } from './harness/measureRows.ts';
import { fewestKeptRounds, readArguments } from './harness/readArguments.ts';
import { keepResults, resultsPath } from './harness/results.ts';
import { tableOf } from './harness/table.ts';
import { rows } from './rows/rows.ts';

/**
 * `npm run bench`, with the arguments of `readArguments`: the product beside its references, in one table. They take turns,
 * and the load and the receivers are other processes. Every figure goes to bench/results.json, unless there are too few
 * rounds.
 */
const given = readArguments(process.argv.slice(2), rows);
const lines = await measureRows(given);
console.log(tableOf(lines));
console.log('Figures are medians. The ratio is the median of the ratios of the rounds.');
if (given.rounds >= fewestKeptRounds) {
  await keepResults(
    lines,
    rows.map(({ name }) => name),
  );
  console.log(`Every round is in ${resultsPath}.`);
}
