import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { callerAddress, countedAddress } from '../../src/limits/callerAddress.ts';

describe('the address of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['unknown', '10.0.0.1'],
    ['192.0.2.7:51234:1', '10.0.0.1'],
    ['999.0.2.7', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('%j of a trusted proxy at 10.0.0.1 is %s', (ip, expected) => {
    expect(callerAddress({ ip, socket: { remoteAddress: '::ffff:10.0.0.1' } } as Request)).toBe(expected);
  });

  it('is not known when the connection is gone', () => {
    expect(callerAddress({ ip: undefined, socket: {} } as Request)).toBeNull();
  });
});

describe('what counts as one caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1::2:3:4:5:192.0.2.7', '1:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is of %s', (address, expected) => {
    expect(countedAddress(address)).toBe(expected);
  });
});
