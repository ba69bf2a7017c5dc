import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request that has not been answered whole. It is over when its response emits `close`. */
export interface OpenRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** The value of `performance.now()` when its headers had arrived. */
  startedAtMs: number;
}

/**
 * `idle`: no request is under way. `receiving`: a request is arriving. `answering`: one has arrived whole. `closing`: the
 * service or the caller sends no more, and nothing is being answered.
 */
export type ConnectionState = 'idle' | 'receiving' | 'answering' | 'closing';

/** The open connections of a server and the requests on them. Make it before the server listens. */
export class Connections {
  /** The open requests by connection. This and the following keep the order of arrival. */
  readonly #open = new Map<Socket, Set<OpenRequest>>();
  readonly #requests = new Set<OpenRequest>();
  /** The number of bytes that had been read when the last request was over. Later bytes belong to the next one. */
  readonly #readBefore = new WeakMap<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.#watch(socket));
    const begin = (request: IncomingMessage, response: ServerResponse) => this.#begin(request, response);
    server.prependListener('request', begin);
    server.prependListener('checkExpectation', begin);
  }

  sockets(): Socket[] {
    return [...this.#open.keys()];
  }

  /** Returns the open requests, the oldest first. */
  requests(): Iterable<OpenRequest> {
    return this.#requests;
  }

  /** Returns the oldest request on the connection that has arrived whole. */
  answering(socket: Socket): OpenRequest | undefined {
    for (const open of this.#open.get(socket) ?? []) if (open.request.complete) return open;
    return undefined;
  }

  /** Counts the connections in each state. This looks at every connection, a millisecond for thousands: call it seldom. */
  countByState(): Record<ConnectionState, number> {
    const counts = { idle: 0, receiving: 0, answering: 0, closing: 0 };
    for (const [socket, requests] of this.#open) counts[this.#stateOf(socket, requests)] += 1;
    return counts;
  }

  #stateOf(socket: Socket, requests: ReadonlySet<OpenRequest>): ConnectionState {
    if (this.answering(socket)) return 'answering';
    if (socket.readableEnded || socket.writableEnded) return 'closing';
    const isArriving = requests.size > 0 || socket.bytesRead > (this.#readBefore.get(socket) ?? 0);
    return isArriving ? 'receiving' : 'idle';
  }

  #watch(socket: Socket): void {
    const requests = new Set<OpenRequest>();
    this.#open.set(socket, requests);
    socket.once('close', () => {
      this.#open.delete(socket);
      // Node closes the response that is being sent, and forgets those that wait behind it.
      for (const { response } of requests) if (!response.socket) response.emit('close');
    });
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const open = { request, response, startedAtMs: performance.now() };
    const onSocket = this.#open.get(socket);
    onSocket?.add(open);
    this.#requests.add(open);
    response.once('close', () => {
      onSocket?.delete(open);
      this.#requests.delete(open);
      if (onSocket?.size === 0) this.#readBefore.set(socket, socket.bytesRead);
    });
  }
}
