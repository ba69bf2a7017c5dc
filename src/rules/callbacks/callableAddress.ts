import { BlockList, isIP, SocketAddress } from 'node:net';

/** Networks by family. A BlockList that holds both compares the leading bits of an IPv4 address with IPv6 networks. */
export type Networks = Record<'ipv4' | 'ipv6', BlockList>;

export const noNetworks: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };

export interface CallableNetworks {
  /** Networks that the operator allows, although they are not public (CALLBACK_ALLOW_NETWORKS). */
  allowed: Networks;
  /**
   * Networks that the operator refuses, for example own hosts with public addresses (CALLBACK_REFUSE_NETWORKS). This
   * has priority.
   */
  refused: Networks;
  /** The addresses of this machine. */
  own: Networks;
}

/**
 * Says whether callbacks may go to an IP address. Only global unicast addresses may be called, so that no developer can
 * reach the networks, the cloud or the machine of the platform.
 */
export function isCallable(address: string, { allowed, refused, own }: CallableNetworks): boolean {
  const family = familyOf(address);
  if (!family || refused[family].check(address, family)) return false;
  // An IPv4-mapped address reaches the IPv4 one, whatever is allowed of IPv6; no other address of IPv6 is found here.
  if (family === 'ipv6' && refused.ipv4.check(address, family)) return false;
  if (allowed[family].check(address, family)) return true;
  if (own[family].check(address, family)) return false;
  return family === 'ipv4' ? isGlobalIpv4(address) : isGlobalIpv6(address);
}

/**
 * Reads networks in CIDR notation. Returns undefined when one of them is wrong, such as one with a scope
 * (fe80::1%eth0/64). A network of IPv4-mapped addresses becomes the IPv4 network in it.
 */
export function networksOf(cidrs: readonly string[]): Networks | undefined {
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const network = readNetwork(cidr);
    if (!network) return undefined;
    const { address, prefix, family } = unmapped(network) ?? network;
    networks[family].addSubnet(address, prefix, family);
  }
  return networks;
}

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function readNetwork(cidr: string): Network | undefined {
  const [address = '', prefix = '', ...rest] = cidr.split('/');
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  // Some programs read a number with a leading zero as octal.
  if (!family || address.includes('%') || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  return Number(prefix) > longest ? undefined : { address, prefix: Number(prefix), family };
}

/** The bits before an IPv4 address in its mapped form. */
const mappedBits = 96;

/**
 * Returns the IPv4 network that a network of IPv4-mapped addresses (RFC 4291, 2.5.5.2) stands for. A shorter prefix
 * belongs to IPv6 and names no IPv4 network.
 */
function unmapped({ address, prefix, family }: Network): Network | undefined {
  if (family === 'ipv4' || prefix < mappedBits) return undefined;
  // Writes an address that has many spellings in one of them.
  const { address: written } = new SocketAddress({ address, family: 'ipv6' });
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1];
  return ipv4 === undefined ? undefined : { address: ipv4, prefix: prefix - mappedBits, family: 'ipv4' };
}

/** Returns a network for each of the addresses. */
export function networksOfAddresses(addresses: readonly string[]): Networks {
  const unscoped = addresses.map((address) => address.replace(/%.*$/, ''));
  return requiredNetworks(...unscoped.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`));
}

function isGlobalIpv4(address: string): boolean {
  return !refusedIpv4.ipv4.check(address, 'ipv4') && !ofClouds.ipv4.check(address, 'ipv4');
}

function isGlobalIpv6(address: string): boolean {
  // A scope (fe80::1%eth0) never belongs to a global address.
  if (address.includes('%')) return false;
  return globalUnicastIpv6.ipv6.check(address, 'ipv6') && !refusedIpv6.ipv6.check(address, 'ipv6');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}

function requiredNetworks(...cidrs: string[]): Networks {
  const networks = networksOf(cidrs);
  if (!networks) throw new Error(`Not all of these are networks: ${cidrs.join(' ')}`);
  return networks;
}

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast, and class E. */
const refusedIpv4 = requiredNetworks(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the clouds' metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
);

/**
 * Global unicast addresses that only a cloud's own machines reach. No receiver is there, only agents and metadata services
 * that trust every caller. Other clouds have theirs at addresses that are refused anyway.
 */
const ofClouds = requiredNetworks(
  '161.26.0.0/16', // IBM Cloud: infrastructure services
  '166.8.0.0/14', // IBM Cloud: service endpoints
  '168.63.129.16/32', // Azure: the agent of the host (WireServer), name servers
  '183.60.82.98/32', // Tencent Cloud: name servers
  '183.60.83.19/32', // Tencent Cloud: name servers
  '192.80.8.124/32', // Equinix Metal: metadata
);

/**
 * The only block that IANA assigns global unicast addresses from. What lies outside of it (loopback, mapped and
 * translated IPv4, link-local, unique local, site-local, multicast) is refused by that alone.
 */
const globalUnicastIpv6 = requiredNetworks('2000::/3');

/** IANA IPv6 Special-Purpose Address Registry, as far as it lies within 2000::/3. */
const refusedIpv6 = requiredNetworks(
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address in disguise
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);
