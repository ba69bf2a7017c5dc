import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { connectTo, type Dialling } from './connectTo.ts';
import { skipInterimResponses } from './skipInterimResponses.ts';
import { watchConnection, type WatchedConnection } from './watchConnection.ts';

type Post = Pick<Dispatcher.DispatchOptions, 'path' | 'headers' | 'body'>;

/** A connection to a receiver, for one POST after the other. */
export class Connection {
  /** Called when it is closed, for the one who keeps it. */
  onClosed = () => {};
  readonly #client: Client;
  #dialling: Dialling | undefined;
  #socket: Socket | undefined;
  #watched: WatchedConnection = { failure: null, alert: null, bytesBefore: 0 };
  #skipAgain = () => {};

  /** `longestIdleMs`: the longest time for which it stays open without a request. */
  constructor(
    readonly origin: string,
    longestIdleMs = 1,
  ) {
    this.#client = new Client(origin, {
      connect: (target, callback) => this.#dial(target, callback),
      // The deadline of each POST covers these; undici's own are coarser, and end at the headers.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: longestIdleMs,
      keepAliveMaxTimeout: longestIdleMs,
      // Taken off the time that the receiver announces.
      keepAliveTimeoutThreshold: longestIdleMs,
    });
    this.#client.on('connect', () => {
      // By now the client's own listeners are there.
      this.#watched = watchConnection(this.#socket!);
    });
    this.#client.on('disconnect', () => this.onClosed());
  }

  /** Sends a request, and dials before if nothing is open: at first, or when the receiver has closed it meanwhile. */
  post(request: Post, dialling: Dialling, reader: Dispatcher.DispatchHandler): void {
    this.#dialling = dialling;
    this.#watched.bytesBefore = this.#socket?.bytesRead ?? 0;
    this.#skipAgain();
    this.#client.dispatch({ method: 'POST', ...request }, reader);
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  get remoteAddress(): string | null {
    return this.#socket?.remoteAddress ?? null;
  }

  /** The reason why the response cannot be complete, even if the client says that it is. */
  get failure(): Error | null {
    return this.#watched.failure;
  }

  /** The reason why the receiver ended TLS. */
  get alert(): Error | null {
    return this.#watched.alert;
  }

  /** Ends it at once, with whatever is on its way. */
  end(): void {
    // Errors of what is destroyed no longer matter.
    this.#client.destroy().catch(() => {});
  }

  #dial(...[target, callback]: Parameters<ReturnType<typeof connectTo>>): void {
    const dialling = this.#dialling!;
    const dial = connectTo({
      ...dialling,
      onConnected: (socket, connectMs) => {
        this.#socket = socket;
        this.#skipAgain = skipInterimResponses(socket);
        dialling.onConnected(socket, connectMs);
      },
    });
    dialling.onDialling();
    dial(target, callback);
  }
}
