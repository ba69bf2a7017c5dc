import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as passTime } from 'node:timers/promises';

/** Returns all addresses of a host name or an IP literal. Rejects with a DNS error. `signal` ends it. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

export interface ResolveSettings {
  /** Name servers; left out: the system's. */
  servers?: readonly string[];
  hostsPath?: string;
}

/** The times for two tries: two seconds, then four. */
const queryTimeoutMs = 2000;
/** The time for which an A answer waits for a missing AAAA answer (RFC 8305, section 3). */
const resolutionDelayMs = 50;
const systemHostsPath = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/**
 * Asks the name servers, and for what they do not know the hosts file. Not the system: getaddrinfo has four threads for
 * the whole process, and names whose servers never answer would keep others from being resolved. Search domains are not
 * tried: a callback URL has the whole name.
 */
export function hostResolver({ servers, hostsPath = systemHostsPath }: ResolveSettings = {}): ResolveHost {
  return async (hostname, signal) => {
    if (isIP(hostname)) return [hostname];
    const answers = isLocalhost(hostname) ? [] : await askNameServers(hostname, servers, signal);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;

    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    const failure = failures.find((one) => !isUnknown(one));
    if (failure) throw failure;
    const known = await readHosts(hostsPath, hostname);
    if (known.length > 0) return known;
    if (isLocalhost(hostname)) return ['127.0.0.1'];
    throw failures[0] ?? new Error(`${hostname} has no address`);
  };
}

export const resolveHost = hostResolver();

/** Says whether a name is one of localhost, about which no name server is asked (RFC 6761, section 6.3). */
function isLocalhost(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(hostname);
}

/** The machine may have no way to IPv6 addresses, so that an A answer is waited for, and an AAAA answer only a little. */
async function askNameServers(
  hostname: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<PromiseSettledResult<string[]>[]> {
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const ipv6 = settled(resolver.resolve6(hostname));
    const ipv4 = await settled(resolver.resolve4(hostname));
    const hasEnough = ipv4.status === 'fulfilled';
    const inTime = await (hasEnough ? Promise.race([ipv6, passTime(resolutionDelayMs)]) : ipv6);
    signal.throwIfAborted();
    return inTime ? [ipv4, inTime] : [ipv4];
  } finally {
    signal.removeEventListener('abort', cancel);
    // The answer that nobody waited for.
    cancel();
  }
}

async function settled(answer: Promise<string[]>): Promise<PromiseSettledResult<string[]>> {
  const [only] = await Promise.allSettled([answer]);
  return only;
}

/** Says whether there is no such name, no such record, or no name server to ask. */
function isUnknown(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}

/** hosts(5): an address and its names on each line, comments behind #. */
async function readHosts(path: string, hostname: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(wanted) ? [address] : [];
  });
}
