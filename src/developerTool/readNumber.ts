import { UsageError } from './usageError.ts';

/** Reads the number that an option has, in decimal digits. Undefined: the option was not given. */
export function readNumber(
  option: string,
  text: string | undefined,
  { min, max, decimals = false }: { min: number; max: number; decimals?: boolean },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const isNumber = (decimals ? /^\d+(\.\d+)?$/ : /^\d+$/).test(text);
  if (isNumber && value >= min && value <= max) return value;
  const kind = decimals ? 'a number' : 'a whole number';
  throw new UsageError(`expected ${kind} from ${min} to ${max} after --${option}, but got: ${JSON.stringify(text)}`);
}

/** Reads the option --count, after as many of which a command ends. Without it there is no end. */
export function readCount(text: string | undefined): number {
  return readNumber('count', text, { min: 1, max: 1_000_000 }) ?? Number.POSITIVE_INFINITY;
}
