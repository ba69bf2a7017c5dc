import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * Returns the caller's IP address: the socket's, or the one that the proxies of TRUST_PROXY name; null once the connection
 * is gone. Some proxies write `address:port`. A trusted proxy may pass on text that is no address: then the socket's address
 * is returned.
 */
export function callerAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  const address = withoutPort(ip ?? '') ?? socket.remoteAddress;
  return address === undefined ? null : asIpv4(address);
}

/**
 * Returns the address by which callers are counted. All addresses of one IPv6 /64 network usually belong to one customer, so
 * they count as one caller. The scope of a link-local address is left out.
 */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  // An IPv4 address at the end is two groups.
  const restLength = rest.length + (tail?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - groups.length - restLength;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

function withoutPort(text: string): string | undefined {
  const found = isIP(text) ? text : /^\[?(.+?)\]?:\d{1,5}$/.exec(text)?.[1];
  return found !== undefined && isIP(found) ? found : undefined;
}

/** Sockets that listen on both families show IPv4 callers in this form. */
function asIpv4(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
