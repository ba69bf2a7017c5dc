import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { Logger } from 'pino';
import { dataPaths } from '../store/embedded/dataPaths.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../store/embedded/embeddedPostgres.ts';
import { EmbeddedPostgresError } from '../store/embedded/embeddedPostgresError.ts';
import { StartError } from './startError.ts';

export interface WatchedPostgres {
  /** Stays the same for as long as it is watched. */
  url: string;
  close(): Promise<void>;
}

const lookEveryMs = 1000;

/**
 * The embedded PostgreSQL, started again on its port when it is gone: it was killed, or it was borrowed from a process
 * that has ended. Of several processes on one folder, one starts it and the others borrow it. Throws a StartError.
 */
export async function startWatchedPostgres(dataDir: string, log: Logger): Promise<WatchedPostgres> {
  const { dataDir: folder, cluster } = dataPaths(dataDir);
  log.info(
    { dataDir: folder },
    existsSync(cluster) ? 'the database is in this folder' : 'making a new database in this folder',
  );
  let server: EmbeddedPostgres = await startEmbeddedPostgres(dataDir).catch((cause: unknown) => {
    throw cause instanceof EmbeddedPostgresError ? new StartError(cause.message, { cause }) : cause;
  });
  const { url } = server;
  const port = Number(new URL(url).port);
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (await isListening(port)) return;
    log.error('the embedded PostgreSQL is gone; starting it again');
    const restarted = await startEmbeddedPostgres(dataDir, { port });
    server = restarted;
    if (restarted.url !== url) log.fatal('the embedded PostgreSQL is at another port now; restart this process');
    else log.warn({ borrowed: restarted.borrowed }, 'the embedded PostgreSQL is back');
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'the embedded PostgreSQL could not be started again'))
      .finally(() => {
        looking = undefined;
      });
  }, lookEveryMs);
  timer.unref();

  return {
    url,
    close: async () => {
      clearInterval(timer);
      await looking;
      await server.stop();
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
