import { networksOf, noNetworks } from '../../../src/rules/callbacks/callableAddress.ts';
import type { PostResult } from '../../../src/store/deliveries/attemptResult.ts';
import { postOnce } from '../../../src/sweeper/post/postOnce.ts';
import type { PostSettings } from '../../../src/sweeper/post/postSettings.ts';
import { resolveHost } from '../../../src/sweeper/post/resolveHost.ts';

export const loopback = networksOf(['127.0.0.0/8', '::1/128'])!;

/** The settings of networks that may not be called: none. For tests where only allowed networks matter. */
export const noOtherNetworks = { refusedNetworks: noNetworks, ownNetworks: () => noNetworks };

/** A POST with the defaults of the product. */
export async function post(url: string, given: Partial<PostSettings> = {}): Promise<PostResult> {
  const headers = { 'content-type': 'application/json' };
  const networks = { allowedNetworks: noNetworks, ...noOtherNetworks };
  return postOnce(url, '{"a":1}', headers, { timeoutMs: 10_000, ...networks, resolveHost, ...given });
}
