import { describe, expect, it } from 'vitest';
import {
  isCallable,
  networksOf,
  networksOfAddresses,
  noNetworks,
} from '../../../src/rules/callbacks/callableAddress.ts';

const none = { allowed: noNetworks, refused: noNetworks, own: noNetworks };

describe('an address may be called', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
  ])('%s is global IPv4', (address) => {
    expect(isCallable(address, none)).toBe(true);
  });

  it.each([
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2400:cb00:2048:1::c629:d7a2',
    '2606:4700:4700::1111',
    '2620:4f:7fff:ffff::1',
    '2620:4f:8001::1',
    '2A00:1450:4001:800::200E',
    '3ffe:ffff::1',
    '3fff:1000::1',
  ])('%s is global IPv6', (address) => {
    expect(isCallable(address, none)).toBe(true);
  });
});

describe('an address may not be called', () => {
  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255'],
    ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.255'],
    ['link-local', '169.254.0.0', '169.254.169.254'],
    ['private', '172.16.0.0', '172.31.255.255'],
    ['IETF protocol assignments', '192.0.0.1', '192.0.0.171'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['AS112', '192.31.196.1', '192.175.48.1'],
    ['AMT', '192.52.193.0', '192.52.193.255'],
    ['6to4 relays', '192.88.99.1', '192.88.99.255'],
    ['private', '192.168.0.0', '192.168.255.255'],
    ['benchmarking', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.1', '203.0.113.255'],
    ['infrastructure of IBM Cloud', '161.26.0.0', '161.26.255.255'],
    ['service endpoints of IBM Cloud', '166.8.0.0', '166.11.255.255'],
    ['the host agent of Azure', '168.63.129.16', '168.63.129.16'],
    ['name servers of Tencent Cloud', '183.60.82.98', '183.60.83.19'],
    ['metadata of Equinix Metal', '192.80.8.124', '192.80.8.124'],
    ['metadata of AWS, Google, Azure and others', '169.254.169.254', 'fd00:ec2::254'],
    ['metadata of Amazon ECS and EKS', '169.254.170.2', 'fd00:ec2::23'],
    ['metadata of Google Cloud', '169.254.169.254', 'fd20:ce::254'],
    ['metadata of Oracle Cloud', '192.0.0.192', 'fd00:c1::a9fe:a9fe'],
    ['metadata of Alibaba Cloud and Volcengine', '100.100.100.200', '100.96.0.96'],
    ['metadata of Tencent Cloud', '169.254.0.23', '169.254.0.23'],
    ['metadata of Scaleway', '169.254.42.42', 'fd00:42::42'],
    ['multicast', '224.0.0.1', '239.255.255.255'],
    ['reserved', '240.0.0.1', '254.255.255.255'],
    ['broadcast', '255.255.255.255', '255.255.255.255'],
    ['unspecified', '::', '0:0:0:0:0:0:0:0'],
    ['loopback', '::1', '0:0:0:0:0:0:0:1'],
    ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
    ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['IPv4-mapped, though global', '::ffff:8.8.8.8', '::FFFF:808:808'],
    ['IPv4-translated', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8'],
    ['local-use NAT64', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff::1'],
    ['discard-only', '100::1', '100::ffff'],
    ['Teredo', '2001::1', '2001:0:7f00:1::'],
    ['benchmarking', '2001:2::1', '2001:2:0:ffff::1'],
    ['ORCHID', '2001:10::1', '2001:2f:ffff::1'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff::1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1'],
    ['AS112', '2620:4f:8000::1', '2620:4f:8000:ffff::1'],
    ['documentation', '3fff::1', '3fff:fff:ffff::1'],
    ['outside of what is assigned', '4000::1', '1fff:ffff::1'],
    ['segment routing', '5f00::1', '5f00:ffff::1'],
    ['unique local', 'fc00::1', 'fdff:ffff::1'],
    ['link-local', 'fe80::1', 'febf::1'],
    ['link-local with a scope', 'fe80::1%eth0', 'fe80::1%1'],
    ['global with a scope', '2606:4700:4700::1111%eth0', '2001:4860:4860::8888%1'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['multicast', 'ff02::1', 'ff0e::1'],
  ])('that is %s: %s, %s', (_what, ...addresses) => {
    expect(addresses.filter((address) => isCallable(address, none))).toEqual([]);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '8.8.8.8:80',
    ' 8.8.8.8',
    '8.8.8.8\0',
    '[2606:4700::1]',
    '8.8.8.8/32',
  ])('that is none: %j', (address) => {
    expect(isCallable(address, none)).toBe(false);
  });
});

describe("networks of the operator's choice may be called", () => {
  const allowed = networksOf(['127.0.0.0/8', '10.1.2.3/32', 'fd00:1::/32', '::1/128', '168.63.129.16/32'])!;

  it.each([
    { address: '127.0.0.1', callable: true },
    { address: '127.255.0.1', callable: true },
    { address: '10.1.2.3', callable: true },
    { address: '10.1.2.4', callable: false },
    { address: 'fd00:1::5', callable: true },
    { address: 'fd00:2::5', callable: false },
    { address: '::1', callable: true },
    { address: '::2', callable: false },
    { address: '8.8.8.8', callable: true },
    { address: '169.254.169.254', callable: false },
    { address: '168.63.129.16', callable: true },
  ])('$address: $callable', ({ address, callable }) => {
    expect(isCallable(address, { ...none, allowed })).toBe(callable);
  });

  it.each([
    { allow: '::/0', refused: ['127.0.0.1', '10.0.0.1', '0.0.0.0'] },
    { allow: '::/8', refused: ['0.0.0.0'] },
    { allow: '2001:db8::/32', refused: ['10.0.0.1', '127.0.0.1'] },
    { allow: '0.0.0.0/0', refused: ['::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1'] },
  ])('$allow allows nothing of the other family', ({ allow, refused }) => {
    const networks = { ...none, allowed: networksOf([allow])! };
    expect(refused.filter((address) => isCallable(address, networks))).toEqual([]);
  });

  it.each([
    { cidrs: [], because: 'there may be none' },
    { cidrs: ['0.0.0.0/0', '::/0'], because: 'there may be all' },
    { cidrs: ['10.0.0.1/8'], because: 'bits beyond the prefix do not matter' },
  ])('$cidrs are networks, because $because', ({ cidrs }) => {
    expect(networksOf(cidrs)).toBeDefined();
  });

  it.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/',
    '10.0.0/8',
    '::/129',
    '::1',
    '[::1]/128',
    'localhost/8',
    '/8',
    '',
    '10.0.0.0/08x',
    '8.8.8.0/024',
    '8.8.8.0/00',
    '::/064',
    'fe80::1%eth0/64',
    '::ffff:8.8.8.0/129',
  ])('%j is no network', (cidr) => {
    expect(networksOf(['127.0.0.0/8', cidr])).toBeUndefined();
  });
});

describe('networks of the operator with public addresses are refused, before all that is allowed', () => {
  const refused = networksOf(['93.184.216.0/24', '10.1.2.3/32', '2606:2800:220::/48'])!;
  const allowed = networksOf(['93.184.216.34/32', '10.1.0.0/16'])!;

  it.each([
    { address: '93.184.216.35', callable: false },
    { address: '93.184.216.34', callable: false },
    { address: '93.184.217.1', callable: true },
    { address: '2606:2800:220:1::1', callable: false },
    { address: '2606:2800:221::1', callable: true },
    { address: '10.1.2.3', callable: false },
    { address: '10.1.2.4', callable: true },
  ])('$address: $callable', ({ address, callable }) => {
    expect(isCallable(address, { ...none, allowed, refused })).toBe(callable);
  });
});

describe('networks of IPv4-mapped addresses are the IPv4 ones', () => {
  it.each([
    { refuse: '::ffff:8.8.8.0/120', address: '8.8.8.8', callable: false },
    { refuse: '::FFFF:808:800/120', address: '8.8.8.8', callable: false },
    { refuse: '0:0:0:0:0:ffff:8.8.8.8/128', address: '8.8.8.8', callable: false },
    { refuse: '::ffff:8.8.8.0/120', address: '8.8.9.8', callable: true },
    { refuse: '::ffff:0:0/96', address: '1.1.1.1', callable: false },
    { refuse: '::ffff:0:0/96', address: '2606:2800:221::1', callable: true },
    // No network of mapped addresses alone: IPv6 that ends in the bits of an IPv4 address, and a shorter prefix.
    { refuse: '::8.8.8.0/120', address: '8.8.8.8', callable: true },
    { refuse: '::ffff:8.8.8.0/80', address: '8.8.8.8', callable: true },
  ])('with $refuse refused, $address: $callable', ({ refuse, address, callable }) => {
    expect(isCallable(address, { ...none, refused: networksOf([refuse])! })).toBe(callable);
  });

  it('also when they are allowed', () => {
    const allowed = networksOf(['::ffff:10.1.0.0/112'])!;
    const called = ['10.1.2.3', '10.2.0.1', '::ffff:10.1.2.3'].filter((each) => isCallable(each, { ...none, allowed }));
    expect(called).toEqual(['10.1.2.3']);
  });

  it('and what is refused of IPv4 is refused as a mapped address, too, when all of IPv6 is allowed', () => {
    const networks = { ...none, allowed: networksOf(['::/0'])!, refused: networksOf(['8.8.8.0/24'])! };
    const called = ['::ffff:8.8.8.8', '::FFFF:808:808', '2606:2800:221::808:808'];
    expect(called.filter((each) => isCallable(each, networks))).toEqual(['2606:2800:221::808:808']);
  });
});

describe("the machine's own addresses are refused, unless they are allowed", () => {
  const own = networksOfAddresses(['93.184.216.34', '127.0.0.1', '2606:2800:220:1::1', 'fe80::1%eth0', '::1']);

  it.each([
    { address: '93.184.216.34', allow: [], callable: false },
    { address: '93.184.216.35', allow: [], callable: true },
    { address: '93.184.216.34', allow: ['93.184.216.34/32'], callable: true },
    { address: '127.0.0.1', allow: ['127.0.0.0/8'], callable: true },
    { address: '2606:2800:220:1::1', allow: [], callable: false },
    { address: '2606:2800:0220:0001:0:0:0:1', allow: [], callable: false },
    { address: '2606:2800:220:1::2', allow: [], callable: true },
    { address: '2606:2800:220:1::1', allow: ['2606:2800:220:1::/64'], callable: true },
  ])('$address with $allow allowed: $callable', ({ address, allow, callable }) => {
    expect(isCallable(address, { ...none, own, allowed: networksOf(allow)! })).toBe(callable);
  });
});
