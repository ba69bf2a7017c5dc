import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../rules/failures/refusal.ts';
import type { Connections, OpenRequest } from './connections.ts';
import { contextOf } from './requestContext.ts';
import { writeRefusalToSocket } from './writeRefusalToSocket.ts';

const code = 'REQUEST_OVERDUE';

/**
 * Ends each request that is not over `longestMs` after its headers arrived, whatever the reason: a handler that hangs or
 * has forgotten its caller, or a caller who does not read the answer. It is logged like every other request, with this
 * code.
 */
export function endOverdueRequests(
  server: Server,
  connections: Connections,
  longestMs: number,
  lookEveryMs = 1_000,
): void {
  const ended = new WeakSet<Socket>();
  const look = () => {
    const nowMs = performance.now();
    for (const open of connections.requests()) {
      const { socket } = open.request;
      if (nowMs - open.startedAtMs < longestMs || ended.has(socket)) continue;
      ended.add(socket);
      end(open, socket);
    }
  };
  server.once('listening', () => {
    const timer = setInterval(look, lookEveryMs).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function end({ request, response }: OpenRequest, socket: Socket): void {
  contextOf(request).refusal = code;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  // This goes around the response. The handler may still write to it, without effect, as when the caller has left.
  response.statusCode = writeRefusalToSocket(socket, new Refusal(code), request).status;
}
