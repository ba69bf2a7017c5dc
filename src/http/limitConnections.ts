import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { callerAddress, countedAddress } from '../limits/callerAddress.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import type { Connections } from './connections.ts';
import { isHealthCheck } from './healthRoutes.ts';
import type { RequestOver } from './observeRequests.ts';
import { writeRefusal } from './writeRefusal.ts';

export interface ConnectionLimits {
  /** Of one caller; 0: any number. */
  perAddress: number;
  /** Of the port. */
  inAll: number;
  /** Beyond those, for health checks. Few, so that one address has a part of them only. */
  spare: number;
  sparePerAddress: number;
  /** Whether the address is that of a proxy, behind which are many callers. */
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
 * Limits how many connections a caller, and all callers, may hold. Whoever has a connection beyond that is asked first
 * what for: /healthz and /readyz are answered, everything else is refused, and then the connection ends. There are few
 * such connections, so the oldest makes room for the next one: whoever holds them without a word keeps nobody out.
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
  /** In the order in which they came. */
  const spares = new Map<Socket, Spare>();
  let inAll = 0;

  server.on('connection', (socket: Socket) => {
    // Of a connection that was reset before it was taken it is not known; what was sent on it is still looked at.
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

  /** The oldest of them, but rather one that no health check is waiting on. */
  function giveUp(chosen: [Socket, Spare][]): void {
    const [socket, spare] = chosen.find(([one]) => !connections.answering(one)) ?? chosen[0]!;
    spares.delete(socket);
    const isSilent = !socket.writableEnded && !connections.answering(socket);
    if (isSilent) limits.onRefused(writeRefusal(socket, refusalOf(spare)));
    socket.destroySoon();
  }

  return (request, response) => {
    const spare = spares.get(request.socket);
    if (spare) {
      response.shouldKeepAlive = false;
      if (!isHealthCheck(request)) {
        // Unread, what still comes would reset the connection before the caller has read why.
        request.resume();
        limits.onRefused(writeRefusal(request.socket, refusalOf(spare), request));
        return;
      }
    }
    listener(request, response);
  };
}

function refusalOf({ limit }: Spare): Refusal {
  return new Refusal('TOO_MANY_CONNECTIONS', { facts: { limit, retryAfterSeconds } });
}
