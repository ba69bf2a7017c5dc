import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { Logger } from 'pino';
import { dataPaths } from '../store/embedded/dataPaths.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../store/embedded/embeddedPostgres.ts';
import { EmbeddedPostgresError } from '../store/embedded/embeddedPostgresError.ts';
import { expectOutages } from '../store/database/reportFailure.ts';
import { StartError } from './startError.ts';

export interface WatchedPostgres {
  /** Stays the same as long as the server is watched. */
  url: string;
  close(): Promise<void>;
}

const lookEveryMs = 1000;

/**
 * Starts the embedded PostgreSQL, and starts it again on its port when it is gone: it was killed, or it was borrowed from a
 * process that has ended. Of several processes on one folder, one starts it and the others borrow it. Throws a StartError.
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
  let isAnnounced = false;
  let isClosing = false;

  async function look(): Promise<void> {
    const isPlanned = isHandover();
    if (!isPlanned && (await isListening(port))) return;
    if (!isPlanned) log.error('the embedded PostgreSQL is gone; starting it again');
    const restarted = await startEmbeddedPostgres(dataDir, { port });
    server = restarted;
    isAnnounced = false;
    const { borrowed } = restarted;
    if (restarted.url !== url) log.fatal('the embedded PostgreSQL is at another port now; restart this process');
    else log[isPlanned ? 'info' : 'warn']({ borrowed }, 'the embedded PostgreSQL is back');
  }

  function lookOnce(): void {
    if (isClosing) return;
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'the embedded PostgreSQL could not be started again'))
      .finally(() => {
        looking = undefined;
      });
  }

  /** Tells whether the server ended because the process that ran it did. Logs it once. */
  function isHandover(): boolean {
    if (!server.wasHandedOver()) return false;
    if (!isAnnounced) log.warn('the process that ran the embedded PostgreSQL has stopped; starting it again here');
    isAnnounced = true;
    return true;
  }

  expectOutages(log, () => {
    if (!isHandover()) return false;
    lookOnce();
    return true;
  });
  const timer = setInterval(lookOnce, lookEveryMs);
  timer.unref();

  return {
    url,
    close: async () => {
      isClosing = true;
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
