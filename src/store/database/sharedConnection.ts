import type pg from 'pg';

/** A connection that somebody uses, until they release it. */
export interface Lease {
  client: pg.PoolClient;
  /** A broken connection is closed. */
  release(isBroken: boolean): void;
}

/**
 * Returns how to lease a connection that all who need one at the same moment share. Their statements go out together at the
 * end of the turn of the event loop, and PostgreSQL answers them in order. That saves most of the system calls of short
 * statements, and leaves the other connections to long ones. A statement here must take no lock and find its rows by an
 * index, because all later ones wait for it. When others wait for a connection, this one takes no more users, so that they
 * get it.
 */
export function sharedConnection(pool: Pick<pg.Pool, 'connect' | 'waitingCount'>): () => Promise<Lease> {
  let current: Shared | undefined;

  return async () => {
    if (current?.isConnected && pool.waitingCount > 0) current = undefined;
    const shared = (current ??= { connecting: pool.connect(), isConnected: false, users: 0, isBroken: false });
    shared.users += 1;
    const release = (isBroken: boolean) => {
      shared.users -= 1;
      shared.isBroken ||= isBroken;
      const isOver = shared.users === 0;
      // A broken one gets no more users.
      if (current === shared && (isOver || shared.isBroken)) current = undefined;
      if (isOver) giveBack(shared);
    };
    try {
      const client = await shared.connecting;
      shared.isConnected = true;
      sendTogether(client);
      return { client, release };
    } catch (error) {
      release(true);
      throw error;
    }
  };
}

interface Shared {
  connecting: Promise<pg.PoolClient>;
  isConnected: boolean;
  users: number;
  isBroken: boolean;
}

function giveBack({ connecting, isBroken }: Shared): void {
  // Without a connection, each of its users has the error.
  connecting.then((client) => client.release(isBroken)).catch(() => {});
}

/** Holds back what is written on the connection until the requests that have arrived in this turn have written theirs. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
