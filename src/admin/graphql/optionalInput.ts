import type { Problem } from '../../rules/failures/problems.ts';

/** The problem of an input that may be left out, but not be null. */
export function checkGiven<Value>(
  value: Value | null | undefined,
  check: (value: Value) => Problem | undefined = () => undefined,
): Problem | undefined {
  if (value === undefined) return undefined;
  return value === null ? { code: 'notNull' } : check(value);
}

/** The members that were given. */
export function given<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as ReturnType<typeof given<Values>>;
}
