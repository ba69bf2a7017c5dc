import type { Socket } from 'node:net';

/**
 * The limit of an answer. No honest answer is this long: 16 KiB of headers, 4 KiB of body, and some interim responses.
 * Only bodies and headers are bounded elsewhere; what else a receiver may send for ever (interim responses, empty
 * lines, extensions of chunks, a reason) takes the event loop from everyone until the attempt's time is over.
 */
const mostReceivedBytes = 64 * 1024;

/** The receiver sends something that is neither a short answer nor the body of a long one. */
export class TooMuchReceived extends Error {
  constructor(most: string) {
    super(`more than ${most} came, and still no whole answer`);
  }
}

export interface WatchedConnection {
  /** The reason why the response cannot be complete, even if the client says that it is. */
  failure: Error | null;
  /**
   * The reason why the receiver ended TLS. In TLS 1.3 it may refuse when the client takes the connection for
   * established.
   */
  alert: Error | null;
  /** The number of bytes that came before the current answer. */
  bytesBefore: number;
}

/**
 * Ends a connection that receives too much, and remembers a reset: the client takes it for the end of a response without
 * a length. To be called when the client's own listeners are there.
 */
export function watchConnection(socket: Socket): WatchedConnection {
  const watched: WatchedConnection = { failure: null, alert: null, bytesBefore: 0 };
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') watched.failure ??= error;
    if (error.code?.startsWith('ERR_SSL_')) watched.alert ??= error;
  });
  socket.on('readable', () => {
    // By then the reader has had what was parsed, and has ended the connection itself if the body is a long one.
    setImmediate(() => {
      if (socket.destroyed || socket.bytesRead - watched.bytesBefore <= mostReceivedBytes) return;
      watched.failure = new TooMuchReceived(`${mostReceivedBytes / 1024} KiB`);
      socket.destroy(watched.failure);
    });
  });
  return watched;
}
