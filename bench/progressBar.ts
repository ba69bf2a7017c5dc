import type { Progress } from '../test/support/bulkLists.ts';

const width = 40;

/** On a terminal, one line that grows; elsewhere one line a table. */
export function progressBar(): Progress {
  const start = performance.now();
  return (table, done, total) => {
    const filled = Math.round((done / total) * width);
    const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(4);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
    const line = `${table.padEnd(18)} ${bar} ${done.toLocaleString('en')} ${seconds} s`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(90)}${done === total ? '\n' : ''}`);
    else if (done === total) process.stderr.write(`${line}\n`);
  };
}
