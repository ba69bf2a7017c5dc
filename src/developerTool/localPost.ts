import { networksOf, noNetworks } from '../rules/callbacks/callableAddress.ts';
import type { PostSettings } from '../sweeper/post/postSettings.ts';
import { resolveHost } from '../sweeper/post/resolveHost.ts';

/** Every address may be called from a developer's own machine. */
const everything = networksOf(['0.0.0.0/0', '::/0'])!;

/**
 * Returns the settings of a POST that is made on a developer's machine by the code of the service. The commands read
 * `timeoutMs` from the option `--timeout`, in runCallback.ts and runListen.ts.
 */
export function localPost(timeoutMs: number): PostSettings {
  return {
    timeoutMs,
    allowedNetworks: everything,
    refusedNetworks: noNetworks,
    ownNetworks: () => noNetworks,
    resolveHost,
  };
}
