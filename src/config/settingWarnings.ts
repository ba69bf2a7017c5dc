import { isIP } from 'node:net';
import { networksOf } from '../rules/callbacks/callableAddress.ts';
import { settingNames, type Config } from './config.ts';

/**
 * Returns a sentence for each name in the environment that begins like a setting of this service, but is no setting.
 * Without it, a mistyped name would silently mean the default. Names that other programs may read are left alone.
 */
export function describeUnknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>(settingNames);
  const unknown = Object.keys(environment).filter((name) => ownPrefix.test(name) && !known.has(name));
  return unknown.map((name) => `${name} is not a setting of this service and has no effect.`);
}

/** The prefixes that hardly any other program uses. */
const ownPrefix = /^(CALLBACK|RATE_LIMIT|SHUTDOWN)_/;

/** Returns a warning when everyone who reaches the developers' paths also reaches the staff's paths. */
export function describeExposure({ HOST, ADMIN_PORT, RUN }: Pick<Config, 'HOST' | 'ADMIN_PORT' | 'RUN'>) {
  if (ADMIN_PORT !== undefined || !RUN.includes('api') || isLoopback(HOST)) return undefined;
  return (
    `HOST ${HOST} is reached from other machines, and without ADMIN_PORT so are the staff's paths (/graphql, /metrics), ` +
    "on the developers' port: set ADMIN_PORT to a port that only staff can reach."
  );
}

const loopback = networksOf(['127.0.0.0/8', '::1/128'])!;

function isLoopback(host: string): boolean {
  const address = host.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(address);
  if (version === 0) return host.toLowerCase() === 'localhost';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return loopback[family].check(address, family);
}
