/** The person who called the tool has to call it otherwise. The message says what was expected. */
export class UsageError extends Error {}

/** Runs a parser of node:util, whose errors are about what the person wrote. */
export function understand<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('ERR_PARSE_ARGS_')) throw new UsageError((error as Error).message, { cause: error });
    throw error;
  }
}

/** Throws a UsageError if a command that takes options only was given something else. */
export function refusePositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`expected options only, but got: ${positionals[0]}`);
}
