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
  /**
   * The open requests of each connection, in the order of arrival. They are in arrays: a Set of them would be copied now and
   * then, and each copy keeps what it had until V8 collects the whole memory.
   */
  readonly #open = new Map<Socket, OpenRequest[]>();
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

  requests(): OpenRequest[] {
    return [...this.#open.values()].flat();
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

  #stateOf(socket: Socket, requests: readonly OpenRequest[]): ConnectionState {
    if (this.answering(socket)) return 'answering';
    if (socket.readableEnded || socket.writableEnded) return 'closing';
    const isArriving = requests.length > 0 || socket.bytesRead > (this.#readBefore.get(socket) ?? 0);
    return isArriving ? 'receiving' : 'idle';
  }

  #watch(socket: Socket): void {
    const requests: OpenRequest[] = [];
    this.#open.set(socket, requests);
    socket.once('close', () => {
      this.#open.delete(socket);
      // Node closes the response that is being sent, and forgets those that wait behind it.
      const forgotten = requests.filter(({ response }) => !response.socket);
      for (const { response } of forgotten) response.emit('close');
    });
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const open = { request, response, startedAtMs: performance.now() };
    const onSocket = this.#open.get(socket);
    if (!onSocket) return;
    onSocket.push(open);
    response.once('close', () => {
      onSocket.splice(onSocket.indexOf(open), 1);
      if (onSocket.length === 0) this.#readBefore.set(socket, socket.bytesRead);
    });
  }
}
