import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

const run = promisify(execFile);

/**
 * Skips the test, with the reason printed, when one of the commands cannot be run. Fails it in CI, where everything is
 * meant to be installed.
 */
export async function skipWithout(commands: string[][], name: string, context: TestContext): Promise<void> {
  const missing = await findMissing(commands);
  if (!missing) return;
  const reason = `${name} is not tested: \`${missing}\` fails here.`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  console.warn(reason);
  context.skip(reason);
}

/** Returns the first command that cannot be run here. */
export async function findMissing(commands: string[][]): Promise<string | undefined> {
  for (const [file, ...args] of commands) {
    try {
      await run(file!, args);
    } catch {
      return [file, ...args].join(' ');
    }
  }
  return undefined;
}
