import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { callerAddress, countedAddress } from '../limits/callerAddress.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import type { Connections } from './connections.ts';
import { isHealthCheck } from './healthRoutes.ts';
import type { RequestOver } from './observeRequests.ts';
import { writeRefusalToSocket } from './writeRefusalToSocket.ts';

export interface ConnectionLimits {
  /** The most connections of one caller (CONNECTIONS_PER_ADDRESS); 0: any number. */
  perAddress: number;
  /** The most connections of the port. */
  inAll: number;
  /** Connections beyond these, for health checks. They are few, so one address may hold only some of them. */
  spare: number;
  sparePerAddress: number;
  /** Says whether the address is that of a proxy, behind which there are many callers. */
  isProxy(address: string): boolean;
  /** Called for each request, or connection without one, that was refused. */
  onRefused(refused: RequestOver): void;
}

type Limit = 'address' | 'port';
interface Spare {
  address: string;
  limit: Limit;
}

const retryAfterSeconds = 1;

/**
 * Limits how many connections a caller, and all callers together, may hold. A connection beyond that must first show
 * what it is for: /healthz and /readyz are answered; everything else is refused, and the connection ends. There are few
 * such connections, so the oldest makes room for the next one: callers who hold them in silence keep nobody out.
 *
 * Returns the listener for the server's requests. Call it before the server listens.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  limits: ConnectionLimits,
  listener: RequestListener,
): RequestListener {
  const perAddress = new Map<string, number>();
  /** The connections beyond the limits, in the order in which they came. */
  const spares = new Map<Socket, Spare>();
  let inAll = 0;

  server.on('connection', (socket: Socket) => {
    // The address is not known when the connection was reset before it was accepted. Its requests are still looked at.
    const address = callerAddress({ ip: undefined, socket }) ?? '';
    const counted = countedAddress(address);
    const held = perAddress.get(counted) ?? 0;
    const limit = limitMet(address, held);
    if (limit) {
      makeRoom(counted);
      spares.set(socket, { address: counted, limit });
      socket.once('close', () => spares.delete(socket));
      return;
    }
    inAll += 1;
    perAddress.set(counted, held + 1);
    socket.once('close', () => {
      inAll -= 1;
      const left = perAddress.get(counted)! - 1;
      if (left > 0) perAddress.set(counted, left);
      else perAddress.delete(counted);
    });
  });

  function limitMet(address: string, held: number): Limit | undefined {
    if (limits.perAddress > 0 && held >= limits.perAddress && !limits.isProxy(address)) return 'address';
    return inAll >= limits.inAll ? 'port' : undefined;
  }

  function makeRoom(address: string): void {
    const own = [...spares].filter(([, spare]) => spare.address === address);
    if (own.length >= limits.sparePerAddress) giveUp(own);
    else if (spares.size >= limits.spare) giveUp([...spares]);
  }

  /** Ends the oldest of them, but if possible not one on which a health check is being answered. */
  function giveUp(chosen: [Socket, Spare][]): void {
    const [socket, spare] = chosen.find(([one]) => !connections.answering(one)) ?? chosen[0]!;
    spares.delete(socket);
    const isSilent = !socket.writableEnded && !connections.answering(socket);
    if (isSilent) limits.onRefused(writeRefusalToSocket(socket, refusalOf(spare)));
    socket.destroySoon();
  }

  return (request, response) => {
    const spare = spares.get(request.socket);
    if (spare) {
      response.shouldKeepAlive = false;
      if (!isHealthCheck(request)) {
        // If the rest were not read, it would reset the connection before the caller has read why.
        request.resume();
        limits.onRefused(writeRefusalToSocket(request.socket, refusalOf(spare), request));
        return;
      }
    }
    listener(request, response);
  };
}

function refusalOf({ limit }: Spare): Refusal {
  return new Refusal('TOO_MANY_CONNECTIONS', { facts: { limit, retryAfterSeconds } });
}
