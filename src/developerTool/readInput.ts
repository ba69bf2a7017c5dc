import type { ToolContext } from './toolContext.ts';
import { UsageError } from './usageError.ts';

/** The longest input: more than any message or pasted request has. */
const mostCharacters = 256 * 1024;

/** Reads the named file; without a name, or with `-`, standard input. `what` says what a person should paste there. */
export async function readInput(path: string | undefined, what: string, context: ToolContext): Promise<string> {
  const text = await (path === undefined || path === '-' ? readPasted(what, context) : readNamed(path, context));
  if (text.trim() === '') throw new UsageError(`expected ${what}, but the input is empty`);
  if (text.length > mostCharacters) {
    throw new UsageError(`expected ${what}, but the input has more than ${mostCharacters / 1024} Ki characters`);
  }
  return text;
}

async function readPasted(what: string, context: ToolContext): Promise<string> {
  if (context.isInputTerminal) context.complain(`Paste ${what}, then press Ctrl-D:`);
  return context.readStandardInput();
}

async function readNamed(path: string, context: ToolContext): Promise<string> {
  try {
    return await context.readFile(path);
  } catch (error) {
    throw new UsageError(`expected a file that can be read: ${(error as Error).message}`, { cause: error });
  }
}
