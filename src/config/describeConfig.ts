import { readConfig, settingNames, type Config } from './config.ts';

/**
 * Returns the effective configuration, one NAME=value on each line. A shell can read it, and systemd, Docker Compose and Node
 * read it as an env file. Values are as they were given, in quotes where a shell needs them; an empty value is an absent one.
 * A value with a secret becomes a comment that shows the rest, so that the file sets nothing false. Throws a ConfigError.
 */
export function describeConfig(environment: NodeJS.ProcessEnv): string {
  readConfig(environment);
  const defaults: Record<string, unknown> = readConfig({});
  return settingNames.map((name) => lineOf(name, environment[name], defaults[name])).join('\n');
}

const mask = '***';
/** Functions that show a value without its secrets. Undefined: the value has none. */
const masks: Partial<Record<keyof Config, (value: string) => string | undefined>> = {
  ADMIN_TOKEN: () => mask,
  ENCRYPTION_KEY: () => mask,
  DATABASE_URL: maskPasswords,
  DATABASE_DIRECT_URL: maskPasswords,
};

function lineOf(name: keyof Config, value: string | undefined, byDefault: unknown): string {
  // A default is a text, a number, or a list of them.
  if (!value) return `${name}=${quote(String((byDefault as string | number | (string | number)[] | undefined) ?? ''))}`;
  const shown = masks[name]?.(value);
  return shown === undefined ? `${name}=${quote(value)}` : `# ${name}=${shown}`;
}

/** Makes one word of a POSIX shell. Readers of env files know single quotes too, but no quote within them. */
function quote(value: string): string {
  if (/^[\w./:,@%+=-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value.replaceAll(/[\\"$`]/g, '\\$&')}"` : `'${value}'`;
}

/** A password may stand before the host and among the options. */
function maskPasswords(databaseUrl: string): string | undefined {
  const url = new URL(databaseUrl);
  const names = [...url.searchParams.keys()].filter((name) => /password/i.test(name));
  if (!url.password && names.length === 0) return undefined;
  if (url.password) url.password = mask;
  for (const name of names) url.searchParams.set(name, mask);
  return url.href;
}
