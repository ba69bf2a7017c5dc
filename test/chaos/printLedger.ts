/** A table of two columns. */
export function printLedger(title: string, counts: Record<string, number>): void {
  console.log(`\n${title}`);
  for (const [what, count] of Object.entries(counts)) {
    console.log(`  ${what.padEnd(34)}${count.toLocaleString('en').padStart(10)}`);
  }
}
