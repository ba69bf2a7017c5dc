import type { Networks } from '../../rules/callbacks/callableAddress.ts';
import type { KeptConnections } from './keptConnections.ts';
import type { ResolveHost } from './resolveHost.ts';

export interface PostSettings {
  /** The time from the start, DNS included, to the last byte of the response (CALLBACK_TIMEOUT_S). */
  timeoutMs: number;
  /** Networks that may be called though they are not public (CALLBACK_ALLOW_NETWORKS). */
  allowedNetworks: Networks;
  /** Networks that are never called (CALLBACK_REFUSE_NETWORKS). */
  refusedNetworks: Networks;
  /** The addresses of this machine, as they are now. */
  ownNetworks: () => Networks;
  resolveHost: ResolveHost;
  /** Connections that may be used again. Left out: this POST has one to itself. */
  kept?: KeptConnections;
}
