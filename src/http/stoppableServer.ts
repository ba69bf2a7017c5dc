import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

/** A server that stops in two steps. While it drains it still takes connections, so that probes learn of the stop. */
export interface StoppableServer {
  /**
   * Resolves when the requests that had arrived whole at this call are answered, or their callers have left. From now
   * on each answer ends its connection.
   */
  drain(): Promise<void>;
  /**
   * Takes no more connections. Resolves when none is left, at the latest after `longestMs`, to the number of
   * connections cut at that time. Connections without a whole request are cut earlier, and not counted.
   */
  close(longestMs: number): Promise<number>;
}

/** After `close`, a request that is still arriving has this long. Some callers never finish. */
const arrivingMs = 1_000;

/** Makes a server stoppable. Call it before the server listens. */
export function stoppableServer(server: Server, connections: Connections): StoppableServer {
  let isStopping = false;

  server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
  });

  function stopKeepingAlive(): void {
    isStopping = true;
    for (const { response } of connections.requests()) response.shouldKeepAlive = false;
  }

  const hasNoWholeRequest = (socket: Socket) => connections.answering(socket) === undefined;

  function cut(chosen: (socket: Socket) => boolean): number {
    const found = connections.sockets().filter(chosen);
    for (const socket of found) socket.destroy();
    return found.length;
  }

  return {
    drain: async () => {
      stopKeepingAlive();
      const whole = connections.requests().filter(({ request }) => request.complete);
      await Promise.all(whole.map(async ({ response }) => once(response, 'close')));
    },
    close: async (longestMs) => {
      stopKeepingAlive();
      let cutCount = 0;
      // server.close() ends idle keep-alive connections, but not connections that have not sent a request yet.
      const closed = new Promise((resolve) => server.close(resolve));
      cut(({ bytesRead }) => bytesRead === 0);
      const arrived = setTimeout(() => cut(hasNoWholeRequest), Math.min(arrivingMs, longestMs));
      const deadline = setTimeout(() => (cutCount = cut(() => true)), longestMs);
      await closed;
      clearTimeout(arrived);
      clearTimeout(deadline);
      return cutCount;
    },
  };
}
