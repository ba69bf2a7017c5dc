import type { ToolContext } from './toolContext.ts';
import { UsageError } from './usageError.ts';

export const secretHelp = `  --secret SECRET   the plugin's secret; several, the newest first, with commas between
                    them or by several options. Without it, OPENPLUG_SECRET is read, so
                    that the secret need not stand in the history of the shell`;

/**
 * Returns the secrets of the option, or otherwise of the environment, the newest first. Says on standard error when one
 * cannot be a secret of openplug, which is the most frequent reason for wrong signatures.
 */
export function readSecrets(given: readonly string[] | undefined, context: ToolContext): [string, ...string[]] {
  const [first, ...rest] = [given ?? context.secretVariable ?? []].flat().flatMap((text) => text.split(','));
  if (!first) {
    throw new UsageError("expected the plugin's secret: set OPENPLUG_SECRET to it, or give --secret");
  }
  const secrets: [string, ...string[]] = [first, ...rest.filter((secret) => secret !== '')];
  for (const [index, secret] of secrets.entries()) {
    if (/^[A-Za-z0-9]{32}$/.test(secret)) continue;
    const which = secrets.length === 1 ? 'The secret' : `Secret ${index + 1}`;
    const has = /\s/.test(secret) ? 'white space in it' : `${secret.length} characters`;
    context.complain(`${which} has ${has}; the secrets of openplug are 32 letters and digits. It is used as it is.`);
  }
  return secrets;
}
