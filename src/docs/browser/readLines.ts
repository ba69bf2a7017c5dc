export interface ReadLines {
  /** The parameters without `sign`, decoded. */
  parameters: Map<string, string>;
  /** The first line that is no parameter. */
  problem?: { kind: 'noEquals' | 'twice'; text: string };
}

/** Reads `name=value` lines. Only the first `=` separates; white space belongs to the value. Empty lines are left out. */
export function readLines(text: string): ReadLines {
  const read: ReadLines = { parameters: new Map() };
  for (const line of text.split(/\r?\n/).filter((one) => one !== '')) {
    const at = line.indexOf('=');
    const [name, value] = [line.slice(0, at), line.slice(at + 1)];
    const known = read.parameters.get(name);
    if (at < 0) read.problem ??= { kind: 'noEquals', text: line };
    else if (known !== undefined && known !== value) read.problem ??= { kind: 'twice', text: name };
    else if (name !== 'sign') read.parameters.set(name, value.toWellFormed());
  }
  return read;
}
