import { parseArgs } from 'node:util';
import { UsageError } from './usageError.ts';

/** The options of every command. */
const commonOptions = { secret: { type: 'string', multiple: true }, json: { type: 'boolean' } } as const;

type OwnOptions = Readonly<Record<string, { type: 'string' | 'boolean' }>>;

type Arguments<Options extends OwnOptions> = {
  values: { [Name in keyof Options]?: Options[Name]['type'] extends 'string' ? string : boolean } & {
    secret?: string[];
    json?: boolean;
  };
  positionals: string[];
};

/**
 * Reads the arguments of a command: --secret, --json, its own options, and what is no option. Throws a UsageError for an
 * option that the command does not have.
 */
export function readArguments<const Options extends OwnOptions>(args: string[], own: Options): Arguments<Options> {
  try {
    const options = { ...commonOptions, ...own };
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // The errors of node:util about what the person wrote.
    if (code.startsWith('ERR_PARSE_ARGS_')) {
      const inOneLine = (error as Error).message.replaceAll('\n', ' ');
      throw new UsageError(inOneLine, { cause: error });
    }
    throw error;
  }
}
