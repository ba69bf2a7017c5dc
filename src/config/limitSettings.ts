import { isIP } from 'node:net';
import { z } from 'zod';
import { networksOf } from '../rules/callbacks/callableAddress.ts';
import { wholeNumber } from './settingForms.ts';

/**
 * The limits of callers, for limits/callerLimits.ts, limits/requestTurns.ts and http/limitConnections.ts, and the
 * proxies that are trusted to name a caller's address.
 */
export const limitSettings = {
  /** Absent: nobody is trusted, and X-Forwarded-For is not read. */
  TRUST_PROXY: z.string().transform(readTrustedProxies).optional(),
  /** Requests of a plugin that write at the same time. Twice as many that only read may run beside them. */
  REST_CONCURRENCY_PER_PLUGIN: wholeNumber(1, 1000).default(2),
  /** Requests a second; ten times as many may come in one moment. 0: no limit. */
  RATE_LIMIT_PER_PLUGIN: wholeNumber(0, 1_000_000).default(1000),
  /** Requests a second; ten times as many may come in one moment. 0: no limit. */
  RATE_LIMIT_PER_ADDRESS: wholeNumber(0, 1_000_000).default(2000),
  /** Wrong signatures or keys a minute. 0: no limit. */
  RATE_LIMIT_FAILURES: wholeNumber(0, 1_000_000).default(600),
  /** Connections open at the same time on a port. 0: no limit. */
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(1000),
  /** Time that a connection may be idle between two requests: longer than any proxy in front keeps it. */
  KEEP_ALIVE_TIMEOUT_S: wholeNumber(1, 3600).default(65),
};

/** Accepts what Express's `trust proxy` accepts, except its ways to trust any text that a caller writes. */
function readTrustedProxies(text: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const proxies = text.split(',').map((part) => part.trim());
  if (proxies.every(isProxy)) return proxies;
  const expected =
    'expected the trusted proxies, such as 10.0.0.0/8,loopback, or the number of them in a row; to trust anybody would ' +
    'let callers choose their address';
  context.addIssue({ code: 'custom', message: expected });
  return z.NEVER;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  // An IPv4 address is written as IPv4 here. Express knows no scopes and no network of all addresses.
  if (/^::ffff:|%|\/0+$/i.test(text)) return false;
  return isIP(text) > 0 || networksOf([text]) !== undefined;
}
