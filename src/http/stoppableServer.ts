import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A server that stops in two steps: while it drains it still takes connections, so that probes learn of the stop. */
export interface StoppableServer {
  /** Resolves when what is being answered now has been answered. From now on each answer ends its connection. */
  drain(): Promise<void>;
  /** Takes no connections; resolves when none is left, at the latest after `longestMs`, to the number that it cut. */
  close(longestMs: number): Promise<number>;
}

/** A request that has not arrived whole may take this long to do so: its caller may never finish. */
const arrivingMs = 1_000;

/** Call it before the server listens. */
export function stoppableServer(server: Server): StoppableServer {
  const sockets = new Set<Socket>();
  const answering = new Map<ServerResponse, IncomingMessage>();
  let isStopping = false;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    answering.set(response, request);
    response.once('close', () => answering.delete(response));
  });

  function stopKeepingAlive(): void {
    isStopping = true;
    for (const response of answering.keys()) response.shouldKeepAlive = false;
  }

  const isAnswered = (socket: Socket) =>
    ![...answering.values()].some((request) => request.socket === socket && request.complete);

  function cut(chosen: (socket: Socket) => boolean): number {
    const found = [...sockets].filter(chosen);
    for (const socket of found) socket.destroy();
    return found.length;
  }

  return {
    drain: async () => {
      stopKeepingAlive();
      const whole = [...answering].filter(([, request]) => request.complete);
      await Promise.all(whole.map(async ([response]) => once(response, 'close')));
    },
    close: async (longestMs) => {
      stopKeepingAlive();
      let cutCount = 0;
      // Node ends those between two requests, and not those before their first.
      const closed = new Promise((resolve) => server.close(resolve));
      cut(({ bytesRead }) => bytesRead === 0);
      const arrived = setTimeout(() => cut(isAnswered), Math.min(arrivingMs, longestMs));
      const deadline = setTimeout(() => (cutCount = cut(() => true)), longestMs);
      await closed;
      clearTimeout(arrived);
      clearTimeout(deadline);
      return cutCount;
    },
  };
}
