import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { openApp, type AppSettings } from './app.ts';
import { closeServer } from './closeServer.ts';
import type { Config } from './config.ts';
import { answerProtocolErrors, requestListener } from './rest/answerProtocolErrors.ts';
import { StartError } from './startError.ts';

export interface Http {
  /** http://host:port */
  url: string;
  /** Takes nothing new and lets what is in flight finish. */
  close(): Promise<void>;
}

/** A request that has not arrived after this long is given up: far more than any caller needs. */
const requestTimeoutMs = 30_000;

/** The doors that are reached over HTTP, listening. */
export async function openHttp(settings: AppSettings, config: Config, log: Logger): Promise<Http> {
  const app = await openApp(settings, config.RUN, log);
  // A missing Host is answered like every other failure, rather than by Node with no body.
  const options = { requestTimeout: requestTimeoutMs, requireHostHeader: false };
  const server = createServer(options, requestListener(app.express));
  answerProtocolErrors(server);
  try {
    await listen(server, config.PORT, config.HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    url: urlOf(server),
    close: async () => {
      await closeServer(server);
      await app.close();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new StartError(`Port ${port} of ${host} is in use: set PORT to another one.`)
          : new StartError(`HOST ${host} and PORT ${port} cannot be listened on: ${error.message}.`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
