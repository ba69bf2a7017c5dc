/** Tells the story on the terminal: what is done, the line that does it, what came back. */
export function chapter(title: string): void {
  console.log(`\n${bold(title)}`);
}

export function say(text: string): void {
  console.log(text);
}

/** A line that can be pasted into a shell. */
export function shell(line: string): void {
  console.log(`  ${cyan(`$ ${line}`)}`);
}

export function json(value: unknown): void {
  console.log(indent(JSON.stringify(value, null, 2)));
}

export function table(head: string[], rows: string[][]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  say(indent([head, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n')));
}

/** A fact that was checked; a fact that does not hold ends the story. */
export function verified(what: string, holds: boolean): void {
  if (!holds) throw new Error(`This does not hold: ${what}`);
  console.log(`  ${green('✓')} ${what}`);
}

/** One argument for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
const paint = (code: number) => (text: string) => (colours ? `\u001B[${code}m${text}\u001B[0m` : text);
const bold = paint(1);
const green = paint(32);
const cyan = paint(36);

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
