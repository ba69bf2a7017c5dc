/** The codes of SGR (ECMA-48, 8.3.117) for each use of a colour. */
const codes = { good: 32, bad: 31, note: 33, heading: 1 };

export type Paint = (use: keyof typeof codes, text: string) => string;

/** Returns a function that colours text, or leaves it as it is: unless a person reads it, and with NO_COLOR or TERM=dumb. */
export function painter(isTerminal: boolean | undefined, environment: Record<string, string | undefined>): Paint {
  const isColoured = isTerminal === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  return isColoured ? (use, text) => `\u001B[${codes[use]}m${text}\u001B[0m` : (_use, text) => text;
}
