import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can be taken away, and leads elsewhere when it comes back. */
export interface DatabaseProxy {
  url: string;
  /** Ends every connection, and each new one at once. */
  cut(): void;
  /** Passes nothing on any more: what is connected stays so, and is not answered. */
  hang(): void;
  /** Lets new connections through again, to this database. */
  restore(databaseUrl: string): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target: URL | undefined = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  let isHanging = false;
  const server = createServer((inner) => {
    if (isHanging) {
      keep(inner, inner);
      return;
    }
    if (!target) {
      inner.resetAndDestroy();
      return;
    }
    const outer = connect(Number(target.port), target.hostname);
    keep(inner, outer);
    keep(outer, inner);
    inner.pipe(outer).pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    target = undefined;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    cut,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: (restoredUrl) => {
      isHanging = false;
      target = new URL(restoredUrl);
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
