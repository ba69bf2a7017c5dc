import { readConfig, settingNames, type Config } from './config.ts';

/**
 * The effective configuration, one NAME=value a line, as an env file for Docker, systemd or Node takes it: values are as
 * they were given, without quotes; an empty one is an absent one. Secrets are masked, such that nothing would start with
 * what stands in their place. Throws a ConfigError.
 */
export function describeConfig(environment: NodeJS.ProcessEnv): string {
  readConfig(environment);
  const defaults: Record<string, unknown> = readConfig({});
  return settingNames.map((name) => `${name}=${valueOf(name, environment, defaults)}`).join('\n');
}

const mask = '***';
const masks: Partial<Record<keyof Config, (value: string) => string>> = {
  ADMIN_TOKEN: () => mask,
  ENCRYPTION_KEY: () => mask,
  DATABASE_URL: maskPasswords,
  DATABASE_DIRECT_URL: maskPasswords,
};

function valueOf(name: keyof Config, environment: NodeJS.ProcessEnv, defaults: Record<string, unknown>): string {
  const given = environment[name];
  if (given) return masks[name]?.(given) ?? given;
  // What has a default is a text, a number, or a list of those.
  return String((defaults[name] as string | number | (string | number)[] | undefined) ?? '');
}

/** A password may stand before the host and among the options. */
function maskPasswords(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password) url.password = mask;
  for (const name of url.searchParams.keys()) {
    if (/password/i.test(name)) url.searchParams.set(name, mask);
  }
  return url.href;
}
