import { printable } from './printable.ts';
import { UsageError } from './usageError.ts';

/** Reads arguments of the form name=value. The value is what the server sends before any encoding. */
export function readPairs(args: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const argument of args) {
    const equals = argument.indexOf('=');
    if (equals < 1) throw new UsageError(`expected name=value, but got: ${printable(argument)}`);
    const name = argument.slice(0, equals);
    if (pairs.has(name)) throw new UsageError(`expected each name once, but got twice: ${printable(name)}`);
    pairs.set(name.toWellFormed(), argument.slice(equals + 1).toWellFormed());
  }
  return pairs;
}
