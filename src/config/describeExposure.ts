import { isIP } from 'node:net';
import { networksOf } from '../rules/callbacks/callableAddress.ts';
import type { Config } from './config.ts';

/** Warns when everybody who reaches the developers' paths reaches the staff's, too. Undefined when that is not so. */
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
