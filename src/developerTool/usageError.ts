/** The person who called the tool has to call it otherwise. The message says what was expected. */
export class UsageError extends Error {}

/** Throws a UsageError if a command that takes options only was given something else. */
export function refusePositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`expected options only, but got: ${positionals[0]}`);
}
