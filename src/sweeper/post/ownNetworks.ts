import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { networksOfAddresses, noNetworks, type Networks } from '../../rules/callbacks/callableAddress.ts';

/** A machine of many containers has hundreds of interfaces, and reading them takes milliseconds. */
const goodForMs = 1000;

let read = { networks: noNetworks, atMs: Number.NEGATIVE_INFINITY };

/** The addresses of this machine, which may change while it runs; at most a second old. */
export function ownNetworks(): Networks {
  const nowMs = performance.now();
  if (nowMs - read.atMs > goodForMs) read = { networks: networksOfAddresses(readAddresses()), atMs: nowMs };
  return read.networks;
}

/** Leaves out families that Node does not know: they have no address that could be called. */
function readAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) => entries.map(({ address }) => address));
  return addresses.filter((address) => isIP(address) > 0);
}
