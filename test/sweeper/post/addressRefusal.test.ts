import { isIP } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networksOf } from '../../../src/rules/callbacks/callableAddress.ts';
import { ownNetworks } from '../../../src/sweeper/post/ownNetworks.ts';
import type { ResolveHost } from '../../../src/sweeper/post/resolveHost.ts';
import { answering, startRawReceiver, successText, type RawReceiver } from '../../support/rawReceiver.ts';
import { loopback, post } from './callbackPost.ts';

let receiver: RawReceiver;
let ipv6Receiver: RawReceiver | undefined;

beforeAll(async () => {
  receiver = await startRawReceiver();
  // Not every machine has IPv6.
  ipv6Receiver = await startRawReceiver({ host: '::1', port: receiver.port }).catch(() => undefined);
});
afterAll(async () => {
  await receiver.close();
  await ipv6Receiver?.close();
});
beforeEach(() => {
  receiver.behave(answering(successText));
  ipv6Receiver?.behave(answering(successText));
});

const connections = () => receiver.connections + (ipv6Receiver?.connections ?? 0);
const urlOf = (host: string) => `http://${host}:${receiver.port}/callback`;
const literalsOnly: ResolveHost = async (hostname) => (isIP(hostname) ? [hostname] : []);
const answersWith =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses;

describe('a callback URL may not lead into the own network: nothing is connected to', () => {
  it.each([
    // Loopback, in all the ways in which a URL can say it.
    { host: '127.0.0.1', address: '127.0.0.1' },
    { host: '127.0.0.1.', address: '127.0.0.1' },
    { host: '127.255.255.254', address: '127.255.255.254' },
    { host: '127.1', address: '127.0.0.1' },
    { host: '127.0.1', address: '127.0.0.1' },
    { host: '2130706433', address: '127.0.0.1' },
    { host: '017700000001', address: '127.0.0.1' },
    { host: '0x7f000001', address: '127.0.0.1' },
    { host: '0177.0.0.1', address: '127.0.0.1' },
    { host: '0x7f.1', address: '127.0.0.1' },
    { host: '0X7F.0x0.0.01', address: '127.0.0.1' },
    { host: '１２７.０.０.１', address: '127.0.0.1' },
    { host: '①②⑦.0.0.1', address: '127.0.0.1' },
    { host: '127。0。0。1', address: '127.0.0.1' },
    { host: '127．0｡0．1', address: '127.0.0.1' },
    { host: '%31%32%37.0.0.1', address: '127.0.0.1' },
    { host: '127%2e0%2E0%2e1', address: '127.0.0.1' },
    { host: '127.\t0.0.1', address: '127.0.0.1' },
    { host: '1.1.1.1@127.0.0.1', address: '127.0.0.1' },
    { host: '1.1.1.1:80@127.0.0.1', address: '127.0.0.1' },
    { host: '1.1.1.1%20@127.0.0.1', address: '127.0.0.1' },
    { host: '[::1]', address: '::1' },
    { host: '[0:0:0:0:0:0:0:1]', address: '::1' },
    { host: '[0000:0000::0.0.0.1]', address: '::1' },
    { host: '%5B::1%5D', address: undefined },
    { host: '[::1%25lo]', address: undefined },
    { host: '::1', address: undefined },
    { host: '256.0.0.1', address: undefined },
    { host: '127.0.0.1%00.example.com', address: undefined },
    { host: '4294967297', address: undefined },
    // IPv4 in IPv6.
    { host: '[::ffff:127.0.0.1]', address: '::ffff:7f00:1' },
    { host: '[::ffff:7f00:1]', address: '::ffff:7f00:1' },
    { host: '[::FFFF:0x7f.1]', address: undefined },
    { host: '[::127.0.0.1]', address: '::7f00:1' },
    { host: '[::ffff:0:127.0.0.1]', address: '::ffff:0:7f00:1' },
    { host: '[2002:7f00:1::]', address: '2002:7f00:1::' },
    { host: '[64:ff9b::7f00:1]', address: '64:ff9b::7f00:1' },
    { host: '[64:ff9b::127.0.0.1]', address: '64:ff9b::7f00:1' },
    { host: '[64:ff9b:1::7f00:1]', address: '64:ff9b:1::7f00:1' },
    { host: '[2001:0:7f00:1::]', address: '2001:0:7f00:1::' },
    // Unspecified, which many systems take for loopback.
    { host: '0', address: '0.0.0.0' },
    { host: '0.0.0.0', address: '0.0.0.0' },
    { host: '[::]', address: '::' },
    // Other networks that are not the world.
    { host: '10.0.0.1', address: '10.0.0.1' },
    { host: '0x0a.1', address: '10.0.0.1' },
    { host: '172.16.0.1', address: '172.16.0.1' },
    { host: '192.168.1.1', address: '192.168.1.1' },
    { host: '100.64.0.1', address: '100.64.0.1' },
    { host: '169.254.169.254', address: '169.254.169.254' },
    { host: '2852039166', address: '169.254.169.254' },
    { host: '[::ffff:169.254.169.254]', address: '::ffff:a9fe:a9fe' },
    { host: '[fd00:ec2::254]', address: 'fd00:ec2::254' },
    { host: '192.0.0.1', address: '192.0.0.1' },
    { host: '192.0.2.1', address: '192.0.2.1' },
    { host: '198.18.0.1', address: '198.18.0.1' },
    { host: '198.51.100.1', address: '198.51.100.1' },
    { host: '203.0.113.1', address: '203.0.113.1' },
    { host: '224.0.0.1', address: '224.0.0.1' },
    { host: '240.0.0.1', address: '240.0.0.1' },
    { host: '255.255.255.255', address: '255.255.255.255' },
    { host: '[fe80::1]', address: 'fe80::1' },
    { host: '[fec0::1]', address: 'fec0::1' },
    { host: '[fc00::1]', address: 'fc00::1' },
    { host: '[fd12:3456::1]', address: 'fd12:3456::1' },
    { host: '[ff02::1]', address: 'ff02::1' },
    { host: '[2001:db8::1]', address: '2001:db8::1' },
  ])('by the literal $host', async ({ host, address }) => {
    const result = await post(urlOf(host), { resolveHost: literalsOnly });

    expect(result).toMatchObject(
      address === undefined
        ? { outcome: 'CONNECTION_FAILED', error: 'ERR_INVALID_URL: Invalid URL', resolvedAddresses: [] }
        : {
            outcome: 'ADDRESS_REFUSED',
            error: `${address} has the address ${address}, which may not be called`,
            resolvedAddresses: [address],
          },
    );
    expect(result).toMatchObject({ httpStatus: null, remoteAddress: null, connectMs: null });
    expect(connections()).toBe(0);
  });

  it.each([
    { host: 'localhost', answer: ['127.0.0.1'], refused: '127.0.0.1' },
    { host: 'LOCALHOST', answer: ['::1'], refused: '::1' },
    { host: 'localhost.', answer: ['127.0.0.1', '::1'], refused: '127.0.0.1' },
    { host: 'ⓛocalhost', answer: ['::1', '127.0.0.1'], refused: '::1' },
    { host: 'internal.example.com', answer: ['10.0.0.5'], refused: '10.0.0.5' },
    { host: 'metadata.example.com', answer: ['169.254.169.254'], refused: '169.254.169.254' },
    { host: 'mixed.example.com', answer: ['93.184.216.34', '127.0.0.1'], refused: '127.0.0.1' },
    { host: 'mixed6.example.com', answer: ['93.184.216.34', '2606:4700::1', 'fd00::1'], refused: 'fd00::1' },
    { host: 'mapped.example.com', answer: ['::ffff:127.0.0.1'], refused: '::ffff:127.0.0.1' },
    { host: 'scoped.example.com', answer: ['fe80::1%eth0'], refused: 'fe80::1%eth0' },
    { host: 'alias.example.com', answer: ['localhost'], refused: 'localhost' },
    { host: '127.0.0.1.example.com', answer: ['127.0.0.1'], refused: '127.0.0.1' },
  ])('by the name $host, which is $answer', async ({ host, answer, refused }) => {
    const result = await post(urlOf(host), { resolveHost: answersWith(...answer) });

    expect(result).toMatchObject({
      outcome: 'ADDRESS_REFUSED',
      error: `${new URL(urlOf(host)).hostname} has the address ${refused}, which may not be called`,
      resolvedAddresses: answer,
    });
    expect(connections()).toBe(0);
  });

  it('by a name that has no address', async () => {
    expect(await post(urlOf('empty.example.com'), { resolveHost: answersWith() })).toMatchObject({
      outcome: 'ADDRESS_REFUSED',
      error: 'empty.example.com has no address',
    });
  });
});

describe('only a checked address is dialled', () => {
  it('though the name changes its answer after the check', async () => {
    const elsewhere = await startRawReceiver({ host: '127.0.0.2', port: receiver.port });
    const asked: string[] = [];
    const result = await post(urlOf('rebinding.example.com'), {
      allowedNetworks: networksOf(['127.0.0.0/8'])!,
      resolveHost: async (hostname) => {
        asked.push(hostname);
        return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
      },
    });
    const dialledElsewhere = elsewhere.connections;
    await elsewhere.close();

    expect(result).toMatchObject({ outcome: 'ACKNOWLEDGED', remoteAddress: '127.0.0.1' });
    expect(asked).toEqual(['rebinding.example.com']);
    expect({ here: receiver.connections, dialledElsewhere }).toEqual({ here: 1, dialledElsewhere: 0 });
    expect(receiver.requests[0]).toContain(`\r\nhost: rebinding.example.com:${receiver.port}\r\n`);
  });

  it('and the next one when nothing listens at the first', async () => {
    const resolve = answersWith('127.0.0.3', '127.0.0.1');
    const result = await post(urlOf('two.example.com'), { allowedNetworks: loopback, resolveHost: resolve });

    expect(result).toMatchObject({ outcome: 'ACKNOWLEDGED', remoteAddress: '127.0.0.1' });
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("a network of the operator's choice may be called", () => {
  it.each([
    { networks: ['127.0.0.0/8'], host: '127.0.0.1', outcome: 'ACKNOWLEDGED' },
    { networks: ['127.0.0.1/32'], host: '2130706433', outcome: 'ACKNOWLEDGED' },
    { networks: ['127.0.0.2/32'], host: '127.0.0.1', outcome: 'ADDRESS_REFUSED' },
    { networks: ['10.0.0.0/8'], host: '127.0.0.1', outcome: 'ADDRESS_REFUSED' },
    { networks: ['127.0.0.0/8'], host: '[::1]', outcome: 'ADDRESS_REFUSED' },
  ])('$networks: $host is $outcome', async ({ networks, host, outcome }) => {
    expect(await post(urlOf(host), { allowedNetworks: networksOf(networks)! })).toMatchObject({ outcome });
    expect(connections()).toBe(outcome === 'ACKNOWLEDGED' ? 1 : 0);
  });

  it('but not the one within it that the operator refuses', async () => {
    const networks = { allowedNetworks: loopback, refusedNetworks: networksOf(['127.0.0.1/32'])! };

    expect(await post(urlOf('127.0.0.1'), networks)).toMatchObject({ outcome: 'ADDRESS_REFUSED' });
    expect(connections()).toBe(0);
  });

  it('even if it is an address of this machine', async () => {
    const networks = { allowedNetworks: loopback, ownNetworks };

    expect(await post(urlOf('127.0.0.1'), networks)).toMatchObject({ outcome: 'ACKNOWLEDGED' });
    expect(connections()).toBe(1);
  });

  it('in IPv6 too', async ({ skip }) => {
    skip(!ipv6Receiver, 'this machine has no IPv6');
    const result = await post(urlOf('[::1]'), { allowedNetworks: networksOf(['::1/128'])! });

    expect(result).toMatchObject({ outcome: 'ACKNOWLEDGED', remoteAddress: '::1' });
    expect(ipv6Receiver?.connections).toBe(1);
  });
});
