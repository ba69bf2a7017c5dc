import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Says what a receiver does with a connection, and with each complete request on it. */
export interface Behaviour {
  onConnection?: (socket: Socket) => void;
  onRequest?: (socket: Socket, request: string) => void;
}

export interface RawReceiver {
  port: number;
  url: string;
  /** How many connections there were since the last `behave`. */
  readonly connections: number;
  /** The requests that arrived completely since the last `behave`. */
  readonly requests: readonly string[];
  behave(behaviour: Behaviour): void;
  /** Waits until every connection is closed. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export interface RawReceiverOptions {
  host?: string;
  /** Absent: any that is free. */
  port?: number;
  /** Makes it a TLS server. */
  tls?: TlsOptions;
  behaviour?: Behaviour;
}

/** A server that may do with a connection what no HTTP server would. */
export async function startRawReceiver({
  host = '127.0.0.1',
  port: wanted = 0,
  tls,
  behaviour = {},
}: RawReceiverOptions = {}) {
  let current = behaviour;
  let connections = 0;
  let requests: string[] = [];
  const open = new Set<Socket>();

  const accept = (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    const { onConnection, onRequest } = current;
    onConnection?.(socket);
    if (onRequest) {
      readRequests(socket, (request) => {
        requests.push(request);
        onRequest(socket, request);
      });
    }
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.on('tlsClientError', () => {});
  server.listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: RawReceiver = {
    port,
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/callback`,
    get connections() {
      return connections;
    },
    get requests() {
      return requests;
    },
    behave: (given) => {
      current = given;
      connections = 0;
      requests = [];
    },
    quiet: async () => {
      await Promise.all([...open].map(closed));
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Answers each request with these bytes, and ends the connection. */
export function answering(bytes: string | Buffer): Behaviour {
  return { onRequest: (socket) => socket.end(bytes) };
}

/** A response with a Content-Length. */
export function responseText(status: string, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

export const successText = responseText('200 OK', 'SUCCESS');

async function closed(socket: Socket): Promise<void> {
  // Bytes that are not read hide the end.
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

/** Requests have a Content-Length. */
function readRequests(socket: Socket, onRequest: (request: string) => void): void {
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(received.slice(0, headEnd + 2))?.[1] ?? 0);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      const request = received.slice(0, headEnd + 4 + length);
      received = received.slice(request.length);
      onRequest(request);
    }
  });
}
