import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One POST that arrived. */
export interface Arrival {
  orderId: string;
  attempt: number;
  atMs: number;
  /** SUCCESS was written, though perhaps nobody read it. */
  isAcknowledged: boolean;
}

export type Reply = 'success' | 'failure' | 'silence' | { successAfterMs: number };

export interface CountingReceiver {
  url: string;
  arrivals: Arrival[];
  close(): Promise<void>;
}

/** A developer's server that keeps what it was told and when, and nothing of the bodies. */
export async function startCountingReceiver(choose: (arrival: Arrival) => Reply): Promise<CountingReceiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const arrival: Arrival = {
      orderId: String(request.headers['openplug-delivery']),
      attempt: Number(request.headers['openplug-attempt']),
      atMs: performance.now(),
      isAcknowledged: false,
    };
    arrivals.push(arrival);
    // A process that was killed meanwhile ends its connection, which is no fault.
    request.on('error', () => {});
    request.resume().on('end', () => answer(choose(arrival), arrival, response));
  });
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    arrivals,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(reply: Reply, arrival: Arrival, response: ServerResponse): void {
  if (reply === 'silence') return;
  if (reply === 'failure') {
    response.writeHead(500).end('no');
    return;
  }
  const succeed = () => {
    if (response.destroyed) return;
    arrival.isAcknowledged = true;
    response.end('SUCCESS');
  };
  if (reply === 'success') succeed();
  else setTimeout(succeed, reply.successAfterMs);
}
