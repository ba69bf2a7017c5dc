import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';

/** All addresses of a host name or an IP literal. Rejects with a DNS error; ends by `signal`. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers without occupying a thread: names whose servers never answer must not keep others from being
 * resolved, and getaddrinfo has four threads for the whole process. What the name servers do not know is looked up as
 * the system does it, which knows the hosts file.
 */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  if (isIP(hostname)) return [hostname];
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  signal.throwIfAborted();
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;

  const failure = answers.find((answer) => answer.status === 'rejected' && !isUnknown(answer.reason));
  if (failure?.status === 'rejected') throw failure.reason;
  const found = await dns.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

const queryTimeoutMs = 2000;

/** No such name, no such record, or no name server to ask. */
function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}
