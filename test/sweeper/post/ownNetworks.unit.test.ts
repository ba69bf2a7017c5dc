import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isCallable, noNetworks } from '../../../src/rules/callbacks/callableAddress.ts';
import { ownNetworks } from '../../../src/sweeper/post/ownNetworks.ts';

describe("the machine's own addresses", () => {
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) => entries.map(({ address }) => address));

  it('are all of its interfaces, loopback among them', () => {
    const onlyOwn = { allowed: noNetworks, refused: ownNetworks(), own: noNetworks };

    expect(addresses).toContain('127.0.0.1');
    expect(addresses.filter((address) => isCallable(address, onlyOwn))).toEqual([]);
  });

  it('are theirs alone, and not the networks around them', () => {
    expect(ownNetworks().ipv4.check('127.0.0.1', 'ipv4')).toBe(true);
    expect(ownNetworks().ipv4.check('127.0.0.2', 'ipv4')).toBe(addresses.includes('127.0.0.2'));
  });

  it('are not read again for each attempt', () => {
    const [first, second] = [ownNetworks(), ownNetworks()];
    expect(second).toBe(first);
  });
});
